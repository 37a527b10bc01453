import { setTimeout as pause } from 'node:timers/promises';
import { DeliveryQueues, type NextRun } from './delivery-queues.js';

/** Records how many steps ran at once: per queue, per group, in total. */
function watch(steps: (group: number, member: number) => NextRun | Promise<NextRun>) {
  const now = { all: 0, groups: new Map<number, number>(), lanes: new Map<string, number>() };
  const most = { all: 0, group: 0, lane: 0 };
  const taken: string[] = [];
  const count = <Key>(map: Map<Key, number>, key: Key, by: number): number => {
    const value = (map.get(key) ?? 0) + by;
    map.set(key, value);
    return value;
  };
  const step = async (group: number, member: number): Promise<NextRun> => {
    const lane = `${group}/${member}`;
    taken.push(lane);
    most.all = Math.max(most.all, ++now.all);
    most.group = Math.max(most.group, count(now.groups, group, 1));
    most.lane = Math.max(most.lane, count(now.lanes, lane, 1));
    await pause(2);
    const next = await steps(group, member);
    now.all--;
    count(now.groups, group, -1);
    count(now.lanes, lane, -1);
    return next;
  };
  return { most, taken, step };
}

const quiet = async (lanes: DeliveryQueues): Promise<void> => {
  while (lanes.size > 0) await pause(2);
};

describe('DeliveryQueues', () => {
  it('run side by side up to the limit, each in order', async () => {
    const left = new Map<string, number>();
    const { most, taken, step } = watch((group, member) => {
      const lane = `${group}/${member}`;
      left.set(lane, (left.get(lane) ?? 4) - 1);
      return (left.get(lane) ?? 0) > 0 ? 'again' : 'idle';
    });
    const lanes = new DeliveryQueues({ perGroup: 3, inAll: 5, step });
    for (let n = 0; n < 60; n++) lanes.wake(n % 2, n % 20);
    await quiet(lanes);

    expect(most).toEqual({ all: 5, group: 3, lane: 1 });
    expect(taken).toHaveLength(80);
  });

  it('take turns within a group', async () => {
    let left = 10;
    const { taken, step } = watch((_group, member) => (member === 1 && --left > 0 ? 'again' : 'idle'));
    const lanes = new DeliveryQueues({ perGroup: 1, inAll: 1, step });
    lanes.wake(1, 1);
    lanes.wake(1, 2);
    await quiet(lanes);

    expect(taken.slice(0, 3)).toEqual(['1/1', '1/2', '1/1']);
  });

  it('take another step when woken while running', async () => {
    const { taken, step } = watch(() => 'idle');
    const lanes = new DeliveryQueues({ perGroup: 1, inAll: 1, step });
    lanes.wake(1, 1);
    lanes.wake(1, 1);
    lanes.wake(1, 1);
    await quiet(lanes);

    expect(taken).toEqual(['1/1', '1/1']);
  });

  it('rest until their time or until woken', async () => {
    const began = Date.now();
    let [steps, restedUntil] = [0, 0];
    const lanes = new DeliveryQueues({
      perGroup: 1,
      inAll: 1,
      step: () => {
        steps++;
        if (steps === 1) return Promise.resolve({ at: began + 60 });
        if (steps === 2) restedUntil = Date.now();
        return Promise.resolve(steps === 2 ? { at: began + 60_000 } : 'idle');
      },
    });
    lanes.wake(1, 1);
    while (steps < 2) await pause(5);
    lanes.wake(1, 1);
    await quiet(lanes);

    expect(restedUntil - began).toBeGreaterThanOrEqual(59);
    expect(steps).toBe(3);
  });

  it('start nothing after their end, which waits for running steps', async () => {
    let ended = 0;
    const { taken, step } = watch(() => {
      ended++;
      return 'again';
    });
    const lanes = new DeliveryQueues({ perGroup: 2, inAll: 2, step });
    for (const member of [1, 2, 3]) lanes.wake(1, member);
    await lanes.end();
    lanes.wake(1, 4);
    await pause(10);

    expect([taken.length, ended]).toEqual([2, 2]);
  });
});
