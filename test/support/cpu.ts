/**
 * What each of some doings costs this process, in milliseconds of the processor: the median of rounds in which they take turns. The
 * clock on the wall tells of everything else that the machine does; the processor's time, of all threads, does not.
 */
export async function cpuMedians(rounds: number, doings: readonly ((round: number) => Promise<unknown>)[]): Promise<number[]> {
  const costs = doings.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [n, doing] of doings.entries()) {
      const before = process.cpuUsage();
      await doing(round);
      const { user, system } = process.cpuUsage(before);
      costs[n]?.push((user + system) / 1000);
    }
  }
  return costs.map((values) => values.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? NaN);
}
