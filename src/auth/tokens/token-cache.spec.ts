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
