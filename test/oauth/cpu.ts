type Doing = (round: number) => Promise<unknown>;

/** Whether what was found is so far from where it would matter that chance cannot have brought it there. */
type IsClear = (costs: readonly number[]) => boolean;

/** So many times as many rounds, and none of those further ones begins later. */
const LONGEST = 4;
const LATEST_MS = 15_000;

/**
 * What each of some doings costs this process, in milliseconds of the processor: the median of rounds in which they take turns. The
 * clock on the wall tells of everything else that the machine does; the processor's time, of all threads, does not. They change places
 * from round to round, so that what one leaves behind is counted to all of them. Where it is not clear after so many rounds, there are
 * as many again, up to four times, while there is time.
 */
export async function cpuMedians(
  rounds: number,
  doings: readonly Doing[],
  isClear: IsClear = () => true,
): Promise<number[]> {
  const costs = doings.map((): number[] => []);
  const began = performance.now();
  for (let block = 0; ; block++) {
    for (let round = block * rounds; round < (block + 1) * rounds; round++) await runRound(round, doings, costs);
    const medians = costs.map(median);
    if (isClear(medians) || block + 1 === LONGEST || performance.now() - began > LATEST_MS) return medians;
  }
}

async function runRound(round: number, doings: readonly Doing[], costs: readonly number[][]): Promise<void> {
  const places = [...doings.keys()];
  for (const n of round % 2 === 0 ? places : places.reverse()) {
    const before = process.cpuUsage();
    await doings[n]?.(round);
    const { user, system } = process.cpuUsage(before);
    costs[n]?.push((user + system) / 1000);
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
