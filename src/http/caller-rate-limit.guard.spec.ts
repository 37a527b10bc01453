import { CallerRateLimit, EarlyRetries } from './caller-rate-limit.guard.js';

describe('EarlyRetries', () => {
  it('detects a caller who retries before Retry-After, and no other caller', () => {
    const retries = new EarlyRetries();

    expect(retries.recordRejection('ada', 0, 2)).toBe(false);
    expect(retries.recordRejection('bob', 1_000, 2)).toBe(false);
    expect(retries.recordRejection('ada', 1_999, 1)).toBe(true);
    expect(retries.recordRejection('ada', 2_999, 1)).toBe(false);
  });

  it('forgets the oldest rejections beyond its limit', () => {
    const retries = new EarlyRetries();
    for (let caller = 0; caller <= 10_000; caller++) retries.recordRejection(String(caller), 0, 10);

    expect(retries.recordRejection('1', 0, 10)).toBe(true);
    expect(retries.recordRejection('0', 0, 10)).toBe(false);
  });
});

const ada = { userId: 1, clientId: 'desk' };

describe('CallerRateLimit', () => {
  it('counts a user across keys and a key across users', () => {
    const limit = new CallerRateLimit({ userPerSecond: 1, keyPerSecond: 2 });
    for (let count = 0; count < 10; count++) limit.countTokens('requests', ada, 0, 1);

    expect(limit.countTokens('requests', { userId: 1, clientId: 'other' }, 0, 1)?.retryAfterSeconds).toBe(1);
    expect(limit.countTokens('requests', { userId: 2, clientId: 'desk' }, 0, 1)).toEqual({
      policy: '"user";q=10;w=10, "key";q=20;w=10',
      remaining: '"user";r=9;t=1, "key";r=9;t=6',
      retryAfterSeconds: 0,
    });
  });

  it('does not charge the key for a request that the user’s limit rejects', () => {
    const limit = new CallerRateLimit({ userPerSecond: 1, keyPerSecond: 2 });
    for (let count = 0; count < 30; count++) limit.countTokens('requests', ada, 0, 1);

    expect(limit.countTokens('requests', { userId: 2, clientId: 'desk' }, 0, 1)).toMatchObject({
      remaining: '"user";r=9;t=1, "key";r=9;t=6',
      retryAfterSeconds: 0,
    });
  });

  it('counts cancellations separately under their own name', () => {
    const limit = new CallerRateLimit({ userPerSecond: 1, keyPerSecond: 1 });
    for (let count = 0; count < 20; count++) limit.countTokens('requests', ada, 0, 1);

    expect(limit.countTokens('requests', ada, 0, 1)?.retryAfterSeconds).toBe(1);
    expect(limit.countTokens('cancels', ada, 0, 1)).toEqual({
      policy: '"cancels-user";q=10;w=10, "cancels-key";q=10;w=10',
      remaining: '"cancels-user";r=9;t=1, "cancels-key";r=9;t=1',
      retryAfterSeconds: 0,
    });
  });

  it('returns the key, the user or no bucket for a key alone, a session and an anonymous caller', () => {
    const limit = new CallerRateLimit({ userPerSecond: 1, keyPerSecond: 1 });

    expect(limit.countTokens('requests', { userId: null, clientId: 'desk' }, 0, 1)?.remaining).toBe('"key";r=9;t=1');
    expect(limit.countTokens('requests', { userId: 1, clientId: null }, 0, 1)?.policy).toBe('"user";q=10;w=10');
    expect(limit.countTokens('requests', { userId: null, clientId: null }, 0, 1)).toBeNull();
  });
});
