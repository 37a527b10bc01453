import { setImmediate as turn } from 'node:timers/promises';
import { Turns } from './turns.js';

describe('turns', () => {
  it('go round the users, each in the order of asking', async () => {
    const turns = new Turns();
    const had: string[] = [];
    const asked = [
      [1, 'a'],
      [1, 'b'],
      [1, 'c'],
      [2, 'x'],
      [2, 'y'],
    ] as const;
    await Promise.all(asked.map(async ([user, name]) => turns.next(user).then(() => had.push(name))));

    expect(had).toEqual(['a', 'x', 'b', 'y', 'c']);
  });

  it('let everything else have its turn between two of them', async () => {
    const turns = new Turns();
    let had = 0;
    const asked = Array.from({ length: 5 }, () => turns.next(1).then(() => (had += 1)));
    const seen: number[] = [];
    for (let n = 0; n < 5; n++) {
      await turn();
      seen.push(had);
    }
    await Promise.all(asked);

    expect(Math.max(...seen.map((count, n) => count - (seen[n - 1] ?? 0)))).toBe(1);
  });
});
