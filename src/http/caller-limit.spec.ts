import { CallerLimit } from './caller-limit.js';

const ada = { userId: 1, keyId: 'desk' };

describe('CallerLimit', () => {
  it('S08: counts a user by whatever key, and a key for whatever user', () => {
    const limit = new CallerLimit({ userPerSecond: 1, keyPerSecond: 2 });
    for (let count = 0; count < 10; count++) limit.count('requests', ada, 0, 1);

    expect(limit.count('requests', { userId: 1, keyId: 'other' }, 0, 1)?.retryAfterSeconds).toBe(1);
    expect(limit.count('requests', { userId: 2, keyId: 'desk' }, 0, 1)).toEqual({
      policy: '"user";q=10;w=10, "key";q=20;w=10',
      left: '"user";r=9;t=1, "key";r=9;t=6',
      retryAfterSeconds: 0,
    });
  });

  it('takes nothing from the bucket of a key for a request that the limit of the user refuses', () => {
    const limit = new CallerLimit({ userPerSecond: 1, keyPerSecond: 2 });
    for (let count = 0; count < 30; count++) limit.count('requests', ada, 0, 1);

    expect(limit.count('requests', { userId: 2, keyId: 'desk' }, 0, 1)).toMatchObject({
      left: '"user";r=9;t=1, "key";r=9;t=6',
      retryAfterSeconds: 0,
    });
  });

  it('S08: counts cancels apart, and names them so', () => {
    const limit = new CallerLimit({ userPerSecond: 1, keyPerSecond: 1 });
    for (let count = 0; count < 20; count++) limit.count('requests', ada, 0, 1);

    expect(limit.count('requests', ada, 0, 1)?.retryAfterSeconds).toBe(1);
    expect(limit.count('cancels', ada, 0, 1)).toEqual({
      policy: '"cancels-user";q=10;w=10, "cancels-key";q=10;w=10',
      left: '"cancels-user";r=9;t=1, "cancels-key";r=9;t=1',
      retryAfterSeconds: 0,
    });
  });

  it('tells of a key alone, of a session alone, and nothing of nobody', () => {
    const limit = new CallerLimit({ userPerSecond: 1, keyPerSecond: 1 });

    expect(limit.count('requests', { userId: null, keyId: 'desk' }, 0, 1)?.left).toBe('"key";r=9;t=1');
    expect(limit.count('requests', { userId: 1, keyId: null }, 0, 1)?.policy).toBe('"user";q=10;w=10');
    expect(limit.count('requests', { userId: null, keyId: null }, 0, 1)).toBeNull();
  });
});
