import { createSecretKey } from 'node:crypto';
import { isToken, createToken, deriveSuccessorToken, hashToken, type TokenKind } from './token.js';
import { type VerifiedToken, TokenCache } from './token-cache.js';

const actor = { userId: 1, actingUserId: 1, role: 'Customer', clientId: 'key', scope: [] } as const;
const verified: VerifiedToken = { actor, familyId: 7, expiresInMs: 60_000 };

describe('TokenCache', () => {
  let cache: TokenCache;
  let resolveLookups: ((verifiedToken: VerifiedToken | null) => void)[];
  beforeEach(() => {
    cache = new TokenCache();
    resolveLookups = [];
  });

  const find = (now = 0) => cache.find('digest', now, () => new Promise((resolve) => resolveLookups.push(resolve)));

  it('looks a token up once for simultaneous requests and caches it for five seconds', async () => {
    const lookups = [find(), find(), find()];
    expect(resolveLookups).toHaveLength(1);
    resolveLookups[0]?.(verified);

    expect(await Promise.all(lookups)).toEqual([actor, actor, actor]);
    expect(await find(4_999)).toBe(actor);
    expect(resolveLookups).toHaveLength(1);
    void find(5_000);
    expect(resolveLookups).toHaveLength(2);
  });

  it('starts a new lookup after an invalidation, and does not cache the old result', async () => {
    const before = find();
    cache.invalidate({ kind: 'family', key: '7' });
    const after = find();
    expect(resolveLookups).toHaveLength(2);
    resolveLookups[0]?.(verified);
    expect(await before).toBe(actor);
    resolveLookups[1]?.(null);

    expect(await after).toBeNull();
    void find();
    expect(resolveLookups).toHaveLength(3);
  });

  it('does not cache failed lookups and unknown tokens', async () => {
    await expect(cache.find('digest', 0, () => Promise.reject(new Error('no database')))).rejects.toThrow(
      'no database',
    );
    const unknown = find();
    resolveLookups[0]?.(null);
    expect(await unknown).toBeNull();
    void find();

    expect(resolveLookups).toHaveLength(2);
  });
});

const kinds: readonly TokenKind[] = ['access', 'refresh', 'code', 'session'];

describe('token', () => {
  it.each(kinds)('of kind %s has 256 random bits and is unique', (kind) => {
    const tokens = Array.from({ length: 1000 }, () => createToken(kind));
    const bytes = tokens.map((token) => Buffer.from(token.slice(4), 'base64url'));
    const ones = bytes.reduce(
      (sum, buffer) =>
        sum + [...buffer].reduce((count, byte) => count + byte.toString(2).replaceAll('0', '').length, 0),
      0,
    );

    expect(new Set(tokens).size).toBe(1000);
    expect(bytes.every(({ length }) => length === 32)).toBe(true);
    // Of 256,000 fair bits, half are ones, give or take: ten standard deviations are 2,530.
    expect(Math.abs(ones - 128_000)).toBeLessThan(2_530);
  });

  it('derived from a refresh token is deterministic, of full length and needs the key', () => {
    const [refresh, key] = [createToken('refresh'), createSecretKey(Buffer.alloc(32, 1))];
    const successors = [key, key, createSecretKey(Buffer.alloc(32, 2))].map((one) =>
      deriveSuccessorToken('refresh', refresh, one),
    );

    expect(successors.every((token) => isToken('refresh', token))).toBe(true);
    expect([successors[0] === successors[1], successors[0] === successors[2], successors[0] === refresh]).toEqual([
      true,
      false,
      false,
    ]);
    expect(deriveSuccessorToken('access', refresh, key).slice(4)).not.toBe(successors[0]?.slice(4));
  });

  it('is valid for its kind only', () => {
    for (const kind of kinds) {
      const token = createToken(kind);
      expect(kinds.filter((other) => isToken(other, token))).toEqual([kind]);
      expect(
        [token.slice(1), `${token}A`, token.slice(0, -1), token.toUpperCase(), ` ${token}`].some((altered) =>
          isToken(kind, altered),
        ),
      ).toBe(false);
      expect(hashToken(token)).toMatch(/^[\w-]{43}$/);
    }
  });
});
