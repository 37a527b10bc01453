/** The state that a running server writes into its data directory. */
export type PostmasterInfo = Readonly<{ pid: number; dataDirectory: string; port: number; ready: boolean }>;

/**
 * Parses `postmaster.pid`: line 1 is the pid, 2 the data directory, 4 the port and 8 the state, which is `ready` when
 * connections are accepted. A starting server has written the first lines only.
 */
export function parsePostmasterPid(text: string): PostmasterInfo | null {
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 1) return null;
  return { pid, dataDirectory: lines[1] ?? '', port: Number(lines[3] ?? 0), ready: lines[7] === 'ready' };
}
