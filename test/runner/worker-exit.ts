/**
 * What the test files of a worker share, such as a browser, ends with the worker: the runner asks for that before it lets the worker
 * exit. Outside of a worker nobody asks, so nothing must be shared there.
 */
const endings = new Set<() => Promise<unknown>>();

export const isWorker = process.env['JEST_WORKER_ID'] !== undefined;

export function atWorkerExit(end: () => Promise<unknown>): void {
  endings.add(end);
}

export async function endShared(): Promise<void> {
  await Promise.all([...endings].map((end) => end()));
}
