import { setImmediate as turn } from 'node:timers/promises';
import { FairScheduler } from './fair-scheduler.js';

describe('FairScheduler', () => {
  it('serves users in turn, each in order of requests', async () => {
    const scheduler = new FairScheduler();
    const granted: string[] = [];
    const requests = [
      [1, 'a'],
      [1, 'b'],
      [1, 'c'],
      [2, 'x'],
      [2, 'y'],
    ] as const;
    await Promise.all(requests.map(async ([user, name]) => scheduler.waitForTurn(user).then(() => granted.push(name))));

    expect(granted).toEqual(['a', 'x', 'b', 'y', 'c']);
  });

  it('yields to other work between two turns', async () => {
    const scheduler = new FairScheduler();
    let granted = 0;
    const requests = Array.from({ length: 5 }, () => scheduler.waitForTurn(1).then(() => (granted += 1)));
    const counts: number[] = [];
    for (let n = 0; n < 5; n++) {
      await turn();
      counts.push(granted);
    }
    await Promise.all(requests);

    expect(Math.max(...counts.map((count, n) => count - (counts[n - 1] ?? 0)))).toBe(1);
  });
});
