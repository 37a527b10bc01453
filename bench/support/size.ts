/** KONTOR_BENCH_SMOKE=1 makes every benchmark so small that CI can see in seconds whether it still runs. Its figures mean nothing then. */
export const isSmoke = process.env['KONTOR_BENCH_SMOKE'] === '1';

/** How much of something a benchmark does: what the variable says, else the usual or, in a smoke run, the smallest amount. */
export const readSize = (variable: string, usual: number, smallest: number): number =>
  Number(process.env[variable] ?? (isSmoke ? smallest : usual));
