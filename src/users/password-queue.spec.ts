import { PasswordQueue } from './password-queue.js';

/** Work that ends when the test says so. */
function held() {
  let release: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (release = resolve));
  return { work: () => until, release };
}

/** A place becomes free when the work after a turn is done. */
const free = () => new Promise<void>((resolve) => setImmediate(resolve));

const by = (caller: string, user = 'ada') => ({ caller, user });

describe('PasswordQueue', () => {
  it('runs a limited number at once, and the others of one caller in order', async () => {
    const queue = new PasswordQueue(2, 10);
    const started: number[] = [];
    const tasks = [0, 1, 2, 3].map(() => held());
    const done = tasks.map((task, n) => queue.run(by('key'), () => (started.push(n), task.work())));

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

  /** Queues the named callers behind a first one and returns the order of service. */
  const orderOf = async (
    waiters: readonly (readonly [name: string, caller: string, user?: string])[],
  ): Promise<string[]> => {
    const queue = new PasswordQueue(1, 100);
    const first = held();
    const running = queue.run(by('first'), first.work);
    const order: string[] = [];
    const all = waiters.map(([name, caller, user]) =>
      queue.run(by(caller, user), () => Promise.resolve(void order.push(name))),
    );
    first.release();
    await Promise.all([running, ...all]);
    return order;
  };

  it('serves callers in turn, whatever their backlog', async () => {
    expect(
      await orderOf([
        ['a1', 'a'],
        ['a2', 'a'],
        ['a3', 'a'],
        ['b1', 'b'],
        ['c1', 'c'],
        ['b2', 'b'],
      ]),
    ).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('serves the users of one caller in turn', async () => {
    expect(
      await orderOf([
        ['ada 1', 'key', 'ada'],
        ['ada 2', 'key', 'ada'],
        ['ada 3', 'key', 'ada'],
        ['bob', 'key', 'bob'],
        ['other', 'other key', 'ada'],
      ]),
    ).toEqual(['ada 1', 'other', 'bob', 'ada 2', 'ada 3']);
  });

  it('rejects a caller above half of the places, with a wait', async () => {
    const queue = new PasswordQueue(1, 4);
    const first = held();
    const running = queue.run(by('key'), first.work);
    const waiting = [1, 2].map(() => queue.run(by('key'), () => Promise.resolve('waited')));

    await expect(queue.run(by('key', 'bob'), () => Promise.resolve())).rejects.toMatchObject({
      kind: 'busy',
      retryAfterSeconds: 2,
    });
    expect(queue.figures).toEqual({ running: 1, waiting: 2 });
    first.release();
    await running;
    expect(await Promise.all(waiting)).toEqual(['waited', 'waited']);
    await free();
    expect(await queue.run(by('key'), () => Promise.resolve('again'))).toBe('again');
  });

  it('gives the last place of the largest caller to a smaller one when full', async () => {
    const queue = new PasswordQueue(1, 4);
    const first = held();
    const running = queue.run(by('first'), first.work);
    const waiting = (['a', 'a', 'b', 'b'] as const).map((caller, n) =>
      queue
        .run(by(caller), () => Promise.resolve(`${caller}${n}`))
        .catch((error: unknown) => (error as { code: string }).code),
    );
    const newCaller = queue.run(by('c'), () => Promise.resolve('c'));

    expect(queue.figures.waiting).toBe(4);
    await expect(queue.run(by('b'), () => Promise.resolve())).rejects.toMatchObject({ kind: 'busy' });
    await expect(queue.run(by('c'), () => Promise.resolve())).rejects.toMatchObject({ kind: 'busy' });
    first.release();
    await running;
    expect(await newCaller).toBe('c');
    expect(await Promise.all(waiting)).toEqual(['a0', 'passwords_busy', 'b2', 'b3']);
  });

  it('frees the place when the work fails', async () => {
    const queue = new PasswordQueue(1, 0);

    await expect(queue.run(by('key'), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await free();
    expect(await queue.run(by('key'), () => Promise.resolve('free'))).toBe('free');
  });
});
