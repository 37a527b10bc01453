import fc from 'fast-check';
import { parseForm } from '../../../http/form.js';
import { toAuthorizationResponse } from './authorization-response.js';

/** What a browser can have sent: Unicode without halves of characters, and without U+0000, which no form of Kontor accepts. */
const texts = fc.string({ unit: 'binary', maxLength: 200 }).map((text) => text.replaceAll('\0', ''));

function toLocation(
  mode: 'query' | 'fragment',
  fields: Record<string, string>,
  uri = 'https://app.example/cb',
): string {
  const response = toAuthorizationResponse(uri, mode, fields);
  if (response.kind !== 'redirect') throw new TypeError('not a redirect');
  return response.location;
}

describe('authorization response', () => {
  it.each(['query', 'fragment'] as const)('survives every parser unchanged in a %s', (mode) => {
    fc.assert(
      fc.property(texts, (state) => {
        fc.pre(state !== '');
        const location = toLocation(mode, { code: 'c', state });
        const { search, hash, origin, pathname } = new URL(location);
        const encoded = (mode === 'query' ? search : hash).slice(1);
        const parsed = parseForm(encoded, 'single');
        return (
          /^[\x21-\x7e]+$/.test(location) &&
          `${origin}${pathname}` === 'https://app.example/cb' &&
          new URLSearchParams(encoded).get('state') === state &&
          parsed['state'] === state &&
          decodeURIComponent(encoded.split('state=')[1] ?? '') === state
        );
      }),
    );
  });

  it('is appended to an existing query', () => {
    expect(toLocation('query', { code: 'c' }, 'https://app.example/cb?a=1')).toBe('https://app.example/cb?a=1&code=c');
    expect(toLocation('fragment', { code: 'c' }, 'https://app.example/cb?a=1')).toBe(
      'https://app.example/cb?a=1#code=c',
    );
  });

  it('omits null values and writes numbers as text', () => {
    expect(
      toAuthorizationResponse('https://app.example/cb', 'form_post', { expires_in: 60, state: undefined }),
    ).toEqual({ kind: 'form', action: 'https://app.example/cb', fields: { expires_in: '60' } });
  });
});
