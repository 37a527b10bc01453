import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { verifyCodeChallenge } from './code-challenge.js';

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
