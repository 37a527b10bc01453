import { TablesBehindError } from '../../database/projected-tables.js';
import { ProjectionProgress } from './projection-progress.js';

const realNow = performance.now.bind(performance);
const setNow = (milliseconds: number): void => void (performance.now = () => milliseconds);

const outcome = (reading: Promise<void> | null): Promise<unknown> =>
  Promise.resolve(reading).then(
    () => 'read',
    (error: unknown) => error,
  );

describe('ProjectionProgress', () => {
  let progress: ProjectionProgress;
  beforeEach(() => {
    setNow(0);
    progress = new ProjectionProgress();
    progress.begin(10, 10);
  });
  afterEach(() => {
    performance.now = realNow;
  });

  it('lets a reader of complete tables read at once', () => {
    expect(progress.whenReached()).toBeNull();
  });

  it('makes a reader wait for what was acknowledged before, and for nothing later', async () => {
    progress.acknowledge(12);
    const read: string[] = [];
    const first = progress.whenReached()?.then(() => read.push('first'));
    progress.acknowledge(15);
    const second = progress.whenReached()?.then(() => read.push('second'));
    progress.reach(12);
    await first;
    expect([read, progress.lag]).toEqual([['first'], 3]);
    progress.reach(15);
    await second;
    expect([read, progress.whenReached()]).toEqual([['first', 'second'], null]);
  });

  it('lets readers wait through one failure, and refuses them when failures last longer than a second', async () => {
    progress.acknowledge(11);
    const waiting = outcome(progress.whenReached());
    progress.fail(new Error('no connection'));
    setNow(1_001);
    progress.fail(new Error('no table'));
    expect(await waiting).toEqual(new TablesBehindError());
    expect([progress.isFailing, await outcome(progress.whenReached())]).toEqual([true, new TablesBehindError()]);
    progress.reach(11);
    expect([progress.isFailing, progress.whenReached()]).toEqual([false, null]);
  });

  it('refuses a reader who has waited too long', async () => {
    progress.acknowledge(11);
    expect(await outcome(progress.whenReached(1))).toBeInstanceOf(TablesBehindError);
  });

  it('makes readers wait again after a failure when another process writes', async () => {
    progress.acknowledge(11);
    progress.fail(new Error('no table'));
    setNow(1_001);
    progress.forgetFailure();
    const waiting = outcome(progress.whenReached());
    progress.reach(11);
    expect([await waiting, progress.whenReached()]).toEqual(['read', null]);
  });

  it('ends the pause of the projection with the first reader, and at the latest after its time', async () => {
    progress.acknowledge(11);
    let hasEnded = false;
    const pause = progress.whenAwaited(60_000).then(() => (hasEnded = true));
    await Promise.resolve();
    expect(hasEnded).toBe(false);
    const reading = progress.whenReached();
    await pause;
    await progress.whenAwaited(60_000);
    progress.reach(11);
    await reading;
    await progress.whenAwaited(1);
    expect(progress.lag).toBe(0);
  });
});
