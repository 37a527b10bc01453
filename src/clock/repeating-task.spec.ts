import { setTimeout as pause } from 'node:timers/promises';
import { RepeatingTask } from './repeating-task.js';

describe('RepeatingTask', () => {
  it('repeats its work without overlap, also after a failure, until it is stopped', async () => {
    const failures: string[] = [];
    const task = new RepeatingTask(({ message }) => failures.push(message));
    let [runs, concurrent, most] = [0, 0, 0];
    task.start(1, async () => {
      runs += 1;
      concurrent += 1;
      most = Math.max(most, concurrent);
      await pause(5);
      concurrent -= 1;
      if (runs === 1) throw new Error('the first run fails');
    });
    while (runs < 3) await pause(1);
    await task.stop();
    const runsAtStop = runs;
    await pause(20);

    expect({ failures, most, later: runs - runsAtStop, isStopped: task.isStopped }).toEqual({
      failures: ['the first run fails'],
      most: 1,
      later: 0,
      isStopped: true,
    });
  });

  it('waits, when it is stopped, for the run in progress', async () => {
    const task = new RepeatingTask(() => undefined);
    let steps = 0;
    const started = new Promise<void>((resolve) => {
      task.start(1, async () => {
        resolve();
        while (!task.isStopped) await pause(1);
        steps += 1;
      });
    });
    await started;
    await task.stop();

    expect(steps).toBe(1);
  });
});
