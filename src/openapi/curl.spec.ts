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
        fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
        (text) => {
          const body = { contentType: 'application/json', example: { text } };
          const command = formatCurl({ ...request, method: 'POST', body }).replace(
            /^curl/,
            'curl() { for last; do :; done; printf %s "$last"; }; curl',
          );
          expect(execFileSync('sh', ['-c', command], { encoding: 'utf8' })).toBe(JSON.stringify({ text }));
        },
      ),
      { numRuns: 50 },
    );
  });
});
