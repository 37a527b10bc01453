/** Sends a signal to a process that may have ended already. Numbers below 2 mean something else: 0 is the caller's own group. */
export function killQuietly(pid: number, signal: NodeJS.Signals): void {
  if (!(pid > 1)) return;
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended already.
  }
}
