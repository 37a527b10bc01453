import { PasswordQueue } from './password-queue.js';

/** Work that ends when the test says so. */
function held() {
  let release: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (release = resolve));
  return { work: () => until, release };
}

/** A place becomes free when everything that follows from a turn has been done. */
const free = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('PasswordQueue', () => {
  it('lets only so many run at once, and the others in the order in which they came', async () => {
    const queue = new PasswordQueue(2, 10);
    const started: number[] = [];
    const tasks = [0, 1, 2, 3].map(() => held());
    const done = tasks.map((task, n) => queue.run(() => (started.push(n), task.work())));

    await Promise.resolve();
    expect(started).toEqual([0, 1]);
    tasks[1]?.release();
    await done[1];
    expect(started).toEqual([0, 1]);
    await free();
    expect(started).toEqual([0, 1, 2]);
    for (const task of tasks) task.release();
    await Promise.all(done);
    expect(started).toEqual([0, 1, 2, 3]);
  });

  it('turns away whoever finds the waiting room full, and says when to come again', async () => {
    const queue = new PasswordQueue(1, 1);
    const first = held();
    const running = queue.run(first.work);
    const waiting = queue.run(() => Promise.resolve('waited'));

    await expect(queue.run(() => Promise.resolve())).rejects.toMatchObject({ kind: 'busy', retryAfterSeconds: 2 });
    first.release();
    await running;
    expect(await waiting).toBe('waited');
    await free();
    expect(await queue.run(() => Promise.resolve('room again'))).toBe('room again');
  });

  it('gives the place back when the work fails', async () => {
    const queue = new PasswordQueue(1, 0);

    await expect(queue.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await free();
    expect(await queue.run(() => Promise.resolve('free'))).toBe('free');
  });
});
