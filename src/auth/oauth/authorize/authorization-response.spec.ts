import fc from 'fast-check';
import { parseForm } from '../../../http/form.js';
import { toAuthorizationResponse } from './authorization-response.js';
import { createHash, randomBytes } from 'node:crypto';
import { verifyCodeChallenge } from './code-challenge.js';
import { formatConsentDuration } from './authorization.page.js';
import { parseParameters } from './authorization-parameters.js';
import { parseResumption, formatResumeUrl } from './authorization-resumption.js';

const key = randomBytes(32);
const NOW = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

const parameterTexts = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 50 })
  .map((text) => `${text.replaceAll('\0', '')}x`);
const requests = fc.record(
  { client_id: parameterTexts, state: parameterTexts, nonce: parameterTexts, unknown: parameterTexts },
  { requiredKeys: ['client_id'] },
);

const read = (address: string, now = NOW, signingKey = key) =>
  parseResumption(
    parseParameters(Object.fromEntries(new URLSearchParams(address.slice(address.indexOf('?') + 1)))),
    signingKey,
    now,
  );

describe('authorization resumption', () => {
  it('restores the same request and its start', () => {
    fc.assert(
      fc.property(requests, fc.boolean(), (request, isDenied) => {
        const address = formatResumeUrl(request, { since: NOW - MINUTE, isDenied, consentKey: null }, key);
        const { kontor_resume: note, ...rest } = Object.fromEntries(
          new URLSearchParams(address.slice(address.indexOf('?') + 1)),
        );
        const resumption = read(address);
        return (
          note !== undefined &&
          JSON.stringify(rest) === JSON.stringify(request) &&
          resumption?.since === NOW - MINUTE &&
          resumption.isDenied === isDenied
        );
      }),
    );
  });

  it('is rejected for another request, another key and after a change', () => {
    const address = formatResumeUrl(
      { client_id: 'a', state: 's' },
      { since: NOW, isDenied: false, consentKey: null },
      key,
    );

    expect(read(address)).toEqual({ since: NOW, isDenied: false, consentKey: null });
    expect(read(address.replace('state=s', 'state=t'))).toBeNull();
    expect(read(address.replace('state=s', 'state=s&prompt=login'))).toBeNull();
    expect(read(address.replace(String(NOW), String(NOW - 1)))).toBeNull();
    expect(read(address.replace(`${NOW}.`, `${NOW}!.`))).toBeNull();
    expect(read(address, NOW, randomBytes(32))).toBeNull();
  });

  it('is valid for half an hour, not before its start', () => {
    const address = formatResumeUrl({ client_id: 'a' }, { since: NOW, isDenied: false, consentKey: null }, key);

    expect(read(address, NOW + 29 * MINUTE)).not.toBeNull();
    expect(read(address, NOW + 31 * MINUTE)).toBeNull();
    expect(read(address, NOW - 1)).toBeNull();
  });

  it.each(['', 'x', '1', `1.${'A'.repeat(42)}`, `-1.${'A'.repeat(43)}`, `1.${'A'.repeat(43)}`])(
    'is rejected when not issued by the service: %j',
    (note) => {
      expect(read(`/oauth/authorize?client_id=a&kontor_resume=${note}`)).toBeNull();
    },
  );
});

const conditions = { isOnBehalf: false, administers: false, asksEachTime: false, longestSeconds: 2_592_000 };

describe('formatConsentDuration', () => {
  it('states that a remembered consent lasts until it is withdrawn', () => {
    expect(formatConsentDuration(conditions)).toBe(
      'You will not be asked again, unless it asks for more. It keeps this access until you withdraw it under Access in your profile.',
    );
  });

  it.each([
    ['administers', { administers: true }, 'You will be asked again each time it asks to administer this service.'],
    [
      'asks each time',
      { asksEachTime: true },
      'You will be asked each time, because any program on your device could ask in its name.',
    ],
  ])('says of a key that %s when its tokens end at the latest', (_what, more, sentence) => {
    expect(formatConsentDuration({ ...conditions, ...more })).toBe(
      `${sentence} What you allow now ends after 30 days at the latest, or when you withdraw it under Access in your profile.`,
    );
  });

  it('states that consent by an acting administrator ends with the acting', () => {
    expect(formatConsentDuration({ ...conditions, isOnBehalf: true, asksEachTime: true })).toBe(
      'What you allow holds for this one request, and ends when you stop acting.',
    );
  });

  it.each([
    [86_400, '1 day'],
    [7200, '2 hours'],
    [5400, '90 minutes'],
    [61, '61 seconds'],
    [1, '1 second'],
  ])('writes %d seconds as %s', (longestSeconds, words) => {
    expect(formatConsentDuration({ ...conditions, administers: true, longestSeconds })).toContain(
      `ends after ${words} at the latest`,
    );
  });
});

const unreserved = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~');
const verifiers = fc
  .array(fc.constantFrom(...unreserved), { minLength: 43, maxLength: 128 })
  .map((characters) => characters.join(''));
const toChallenge = (verifier: string): string => createHash('sha256').update(verifier, 'ascii').digest('base64url');

describe('code challenge', () => {
  it('matches the example of RFC 7636, appendix B', () => {
    expect(
      verifyCodeChallenge('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'),
    ).toBe(true);
  });

  it('matches its own verifier only', () => {
    fc.assert(
      fc.property(
        verifiers,
        verifiers,
        (one, other) =>
          verifyCodeChallenge(toChallenge(one), one) &&
          verifyCodeChallenge(toChallenge(one), other) === (one === other),
      ),
    );
  });

  it('does not match an empty verifier, nor an empty challenge', () => {
    fc.assert(
      fc.property(
        verifiers,
        (verifier) => !verifyCodeChallenge(toChallenge(verifier), undefined) && !verifyCodeChallenge(null, verifier),
      ),
    );
    expect(verifyCodeChallenge(null, undefined)).toBe(true);
  });

  it('does not match an invalid verifier with the right hash', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        fc.pre(!/^[A-Za-z0-9._~-]{43,128}$/.test(text));
        return !verifyCodeChallenge(createHash('sha256').update(text).digest('base64url'), text);
      }),
    );
  });
});

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
