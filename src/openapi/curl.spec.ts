import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { formatCurl } from './curl.js';

const request = { method: 'GET', path: '/orders', access: 'none', query: [], body: null };

describe('formatCurl', () => {
  it('requests JSON and omits -X for GET', () => {
    expect(formatCurl(request)).toBe(`curl "$BASE/orders" \\\n  -H 'Accept: application/json'`);
  });

  it('repeats list parameters and encodes values', () => {
    expect(formatCurl({ ...request, query: [{ name: 'sides', value: ['Buy', 'a&b'] }] })).toContain(
      '"$BASE/orders?sides=Buy&sides=a%26b"',
    );
  });

  it('sends form fields one by one', () => {
    const body = {
      contentType: 'application/x-www-form-urlencoded',
      example: { grant_type: 'password', username: 'a b' },
    };

    expect(formatCurl({ ...request, method: 'POST', access: 'client', body })).toBe(
      `curl -X POST "$BASE/orders" \\\n  -H 'Accept: application/json' \\\n  -H 'Prefer: status=401' \\\n  -u "$CLIENT_ID:$CLIENT_SECRET" \\\n  --data-urlencode 'grant_type=password' \\\n  --data-urlencode 'username=a b'`,
    );
  });

  it('quotes any body exactly for a shell', () => {
    fc.assert(
      fc.property(
        // One shell for ten of them: to start one takes longer than what it does here.
        fc.array(
          fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
          { minLength: 10, maxLength: 10 },
        ),
        (texts) => {
          const bodies = texts.map((text) => ({ contentType: 'application/json', example: { text } }));
          const commands = bodies.map((body) => formatCurl({ ...request, method: 'POST', body }));
          const script = ['curl() { for last; do :; done; printf "%s\\0" "$last"; }', ...commands].join('\n');
          const printed = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
          const sent = printed.split('\0').slice(0, -1);
          expect(sent.map((text) => JSON.parse(text) as unknown)).toEqual(texts.map((text) => ({ text })));
        },
      ),
      { numRuns: 5 },
    );
  });
});
