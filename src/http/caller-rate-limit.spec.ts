import { CallerRateLimit } from './caller-rate-limit.js';

const ada = { userId: 1, clientId: 'desk' };

describe('CallerLimit', () => {
  it('counts a user by whatever key, and a key for whatever user', () => {
    const limit = new CallerRateLimit({ userPerSecond: 1, keyPerSecond: 2 });
    for (let count = 0; count < 10; count++) limit.countTokens('requests', ada, 0, 1);

    expect(limit.countTokens('requests', { userId: 1, clientId: 'other' }, 0, 1)?.retryAfterSeconds).toBe(1);
    expect(limit.countTokens('requests', { userId: 2, clientId: 'desk' }, 0, 1)).toEqual({
      policy: '"user";q=10;w=10, "key";q=20;w=10',
      remaining: '"user";r=9;t=1, "key";r=9;t=6',
      retryAfterSeconds: 0,
    });
  });

  it('takes nothing from the bucket of a key for a request that the limit of the user refuses', () => {
    const limit = new CallerRateLimit({ userPerSecond: 1, keyPerSecond: 2 });
    for (let count = 0; count < 30; count++) limit.countTokens('requests', ada, 0, 1);

    expect(limit.countTokens('requests', { userId: 2, clientId: 'desk' }, 0, 1)).toMatchObject({
      remaining: '"user";r=9;t=1, "key";r=9;t=6',
      retryAfterSeconds: 0,
    });
  });

  it('counts cancels apart, and names them so', () => {
    const limit = new CallerRateLimit({ userPerSecond: 1, keyPerSecond: 1 });
    for (let count = 0; count < 20; count++) limit.countTokens('requests', ada, 0, 1);

    expect(limit.countTokens('requests', ada, 0, 1)?.retryAfterSeconds).toBe(1);
    expect(limit.countTokens('cancels', ada, 0, 1)).toEqual({
      policy: '"cancels-user";q=10;w=10, "cancels-key";q=10;w=10',
      remaining: '"cancels-user";r=9;t=1, "cancels-key";r=9;t=1',
      retryAfterSeconds: 0,
    });
  });

  it('tells of a key alone, of a session alone, and nothing of nobody', () => {
    const limit = new CallerRateLimit({ userPerSecond: 1, keyPerSecond: 1 });

    expect(limit.countTokens('requests', { userId: null, clientId: 'desk' }, 0, 1)?.remaining).toBe('"key";r=9;t=1');
    expect(limit.countTokens('requests', { userId: 1, clientId: null }, 0, 1)?.policy).toBe('"user";q=10;w=10');
    expect(limit.countTokens('requests', { userId: null, clientId: null }, 0, 1)).toBeNull();
  });
});
