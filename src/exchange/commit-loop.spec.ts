import type { CommandBody } from '../engine/command.js';
import { Engine } from '../engine/engine.js';
import { SYSTEM_CALLER } from './caller.js';
import { RecentDurations } from '../telemetry/metrics.js';
import { CommitLoop } from './commit-loop.js';

const command: CommandBody = {
  type: 'DefineProductGroup',
  group: {
    id: 1,
    currency: 'USD',
    initialMargin: 0n,
    maintenanceMargin: 0n,
    priceBandBasisPoints: null,
    selfTradePolicy: 'CancelAggressor',
  },
};

const realNow = performance.now.bind(performance);
const setNow = (milliseconds: number): void => void (performance.now = () => milliseconds);

/** A loop with a test clock and a database that confirms batches on request. `capacity` is what the next batch waits for. */
function openLoop(capacity: Promise<void> | null = null) {
  let commit = (): void => undefined;
  let written = 0;
  let obstacle = capacity;
  void capacity?.then(() => (obstacle = null));
  const loop = new CommitLoop(new Engine(), 0, {
    writer: {
      write: () => {
        written++;
        return new Promise((resolve) => (commit = resolve));
      },
    },
    projection: { whenCapacity: () => obstacle, whenPaced: () => null },
    commits: new RecentDurations(),
    fail: (failure) => {
      throw failure.error;
    },
    publish: () => undefined,
    now: () => 0,
  });
  const answers: Record<string, string> = {};
  return {
    answers,
    written: () => written,
    commit: () => commit(),
    expire: () => {
      loop.expire(performance.now());
    },
    send(name: string): void {
      loop.add(SYSTEM_CALLER, [command]).then(
        () => (answers[name] = 'carried out'),
        (error: unknown) => (answers[name] = (error as Error).name),
      );
    },
  };
}

const allHasHappened = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

describe('CommitLoop', () => {
  afterEach(() => void (performance.now = realNow));

  /**
   * The first command is in a batch that hangs until `commitAt`; the second waits for the next batch, which hangs
   * forever.
   */
  async function outcomesAt(moments: readonly number[], commitAt: number) {
    setNow(0);
    const loop = openLoop();
    loop.send('first');
    await allHasHappened();
    loop.send('second');
    const seen: Record<number, Record<string, string>> = {};
    for (const moment of moments) {
      setNow(moment);
      if (moment === commitAt) loop.commit();
      await allHasHappened();
      loop.expire();
      await allHasHappened();
      seen[moment] = { ...loop.answers };
    }
    return seen;
  }

  it('reports an unknown outcome when a batch hangs for 3 s', async () => {
    expect(await outcomesAt([2_999, 3_001], NaN)).toEqual({ 2_999: {}, 3_001: { first: 'OutcomeUnknownError' } });
  });

  it('rejects requests that waited 4 s in the queue', async () => {
    expect(await outcomesAt([3_999, 4_001], NaN)).toEqual({
      3_999: { first: 'OutcomeUnknownError' },
      4_001: { first: 'OutcomeUnknownError', second: 'ExchangeBusyError' },
    });
  });

  it('answers within 5 s a request whose batch hangs after a long wait', async () => {
    expect(await outcomesAt([2_900, 4_899, 5_001], 2_900)).toEqual({
      2_900: { first: 'carried out' },
      4_899: { first: 'carried out' },
      5_001: { first: 'carried out', second: 'OutcomeUnknownError' },
    });
  });

  it('starts no batch while the tables are too far behind, and rejects what waits for 4 s', async () => {
    setNow(0);
    let catchUp = (): void => undefined;
    const loop = openLoop(new Promise((resolve) => (catchUp = resolve)));
    loop.send('first');
    await allHasHappened();
    setNow(4_001);
    loop.expire();
    loop.send('second');
    await allHasHappened();
    const before = loop.written();
    catchUp();
    await allHasHappened();
    loop.commit();
    await allHasHappened();

    expect([before, loop.written()]).toEqual([0, 1]);
    expect(loop.answers).toEqual({ first: 'ExchangeBusyError', second: 'carried out' });
  });
});
