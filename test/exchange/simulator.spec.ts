import type { Removal } from '../support/simulator/memory-database.js';
import { simulate } from '../support/simulator/simulation.js';
import { seed } from '../support/seed.js';
import { volume } from '../support/volume.js';

const RUNS = volume({ daily: 60, ci: 1_000, long: 20_000 });
const RUNS_TWICE = volume({ daily: 8, ci: 20, long: 20 });
/** The rarest of what is looked for is in one of 27 runs. */
const TRACED_RUNS_MAX = 1_000;
/** Runs that found a fault of the service once. */
const FORMER_FAULTS = [
  { run: 5_069, fault: 'tables without the command of a result that was found under its Idempotency-Key' },
  { run: 5_104, fault: 'a loop that had failed in its first batch and took the place of the one that was loaded next' },
  {
    run: 5_182,
    fault: 'an answer after more than five seconds, for a look-up under an Idempotency-Key without a limit',
  },
  {
    run: 101_031,
    fault: 'a settlement in a session that left a position as it was, counted by a start from the tables',
  },
  { run: 101_548, fault: 'tables of a process that ends without the command that it acknowledged last' },
  { run: 301_352, fault: 'sessions that were not looked after for fifteen seconds behind an outage' },
  { run: 315_952, fault: 'listeners that heard a batch of a loop that another one had replaced' },
  { run: 20_261_156, fault: 'tables read by one process without the command that another one had acknowledged' },
  { run: 20_262_059, fault: 'a state shown by a process that had lost its lock while it loaded it' },
  { run: 1_824_605_220, fault: 'tables read behind an outage by a process whose lock another one had taken' },
];
/** A control whose fault is not found in so many runs has failed. */
const CONTROL_RUNS_MAX = 3_000;
const TRACE_LINES = 60;

/** `from` is just before a run that finds the fault, where few runs do. */
const controls: readonly Readonly<{ removed: Removal; protection: string; from?: number }>[] = [
  {
    removed: 'fence',
    protection: 'the lock of the writer, and the condition that the journal ends with the command before',
    from: 20_262_004,
  },
  {
    removed: 'place',
    protection: 'the condition that the tables end with the command before, and their unique keys',
    from: 20_262_062,
  },
  { removed: 'names', protection: 'the search for the order of a client order id in the tables' },
  { removed: 'results', protection: 'the search for the results of an Idempotency-Key' },
  {
    removed: 'copies',
    protection: 'the loop that takes one copy of a request with an Idempotency-Key',
    from: 20_262_110,
  },
  { removed: 'clock', protection: 'the clock that opens and closes sessions' },
  { removed: 'commit', protection: 'the wait for the commit before the answer' },
  { removed: 'tables', protection: 'the wait for the tables before client order ids are forgotten', from: 20_262_157 },
  {
    removed: 'requests',
    protection: 'the wait for prepared requests before client order ids are forgotten',
    from: 20_270_326,
  },
  { removed: 'journal', protection: 'the question how far the journal is, where another process writes it' },
  { removed: 'end', protection: 'the news that the session of the writer has ended', from: 20_262_030 },
];

describe(`the exchange under simulated faults, seed ${seed}`, () => {
  it(`loses, doubles and invents nothing, and leaves nobody without an answer, in ${RUNS} runs`, async () => {
    let commands = 0;
    for (let run = seed; run < seed + RUNS; run++) {
      const { faults, trace, ...counts } = await simulate(run);
      commands += counts.commands;
      if (faults.length === 0) continue;
      const first = trace.findIndex((line) => line.includes('FAULT'));
      throw new Error(
        [
          `Run ${run} has found ${faults.length} faults. Repeat it: KONTOR_SEED=${run} npm test -- test/exchange/simulator`,
          ...trace.slice(Math.max(0, first - TRACE_LINES), first + 1),
          ...faults.slice(1),
        ].join('\n'),
      );
    }
    expect(commands).toBeGreaterThan(RUNS);
  }, 1_200_000);

  it.each(FORMER_FAULTS)('finds no more in run $run: $fault', async ({ run }) => {
    expect((await simulate(run)).faults).toEqual([]);
  });

  describe(`in one of ${TRACED_RUNS_MAX} of them`, () => {
    const traces: (readonly string[])[] = [];
    /** Runs go on until one has it. */
    const isSeen = async (isIn: (trace: readonly string[]) => boolean): Promise<boolean> => {
      for (let n = 0; n < TRACED_RUNS_MAX; n++) if (isIn((traces[n] ??= (await simulate(seed + n)).trace))) return true;
      return false;
    };

    it.each([
      /The state is from the snapshot of command \d+ and 0 commands since/,
      /The state is from the snapshot of command \d+ and [1-9]\d* commands since/,
      /passed over: it is torn/,
      /passed over: it is damaged/,
      /commit .*CloseSession/,
      /commit .*ContinueCommand/,
    ])('there is: %s', async (pattern) => {
      expect(await isSeen((trace) => trace.some((line) => pattern.test(line)))).toBe(true);
    });

    it('keys are repeated', async () => {
      const listKeys = (trace: readonly string[]): string[] =>
        trace.flatMap((line) => / with (key \d+) at /.exec(line)?.[1] ?? []);
      expect(await isSeen((trace) => new Set(listKeys(trace)).size < listKeys(trace).length)).toBe(true);
    });

    it('commands that end many orders go on behind a restart', async () => {
      /** The first commit after an opening. */
      const isContinuedFirst = (line: string, n: number, lines: readonly string[]): boolean =>
        line.includes('is open behind') && lines[n + 1]?.includes('ContinueCommand') === true;
      const listSteps = (trace: readonly string[]): string[] =>
        trace.filter((line) => line.includes('is open behind') || / commit \d/.test(line));
      expect(await isSeen((trace) => listSteps(trace).some(isContinuedFirst))).toBe(true);
    });
  });

  it('runs in the same way twice', async () => {
    for (let run = seed; run < seed + RUNS_TWICE; run++) {
      const [once, again] = [await simulate(run), await simulate(run)];
      expect({ run, ...again }).toEqual({ run, ...once });
      expect(once.commands).toBeGreaterThan(0);
    }
  });

  it.each(controls)('finds a fault without $protection', async ({ removed, from = seed }) => {
    const isFound = async (run: number): Promise<boolean> => (await simulate(run, removed)).faults.length > 0;
    let run = from;
    while (run < from + CONTROL_RUNS_MAX && !(await isFound(run))) run++;
    expect(run).toBeLessThan(from + CONTROL_RUNS_MAX);
  });
});
