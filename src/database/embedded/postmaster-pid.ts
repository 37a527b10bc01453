/** What a running server writes about itself into its data directory. */
export type PostmasterInfo = Readonly<{ pid: number; dataDirectory: string; port: number; ready: boolean }>;

/**
 * Reads `postmaster.pid`: line 1 is the process id, 2 the data directory, 4 the port and 8 the state, which is `ready` as soon
 * as connections are accepted. A server that is just starting has written only the first lines.
 */
export function parsePostmasterPid(text: string): PostmasterInfo | null {
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 1) return null;
  return { pid, dataDirectory: lines[1] ?? '', port: Number(lines[3] ?? 0), ready: lines[7] === 'ready' };
}
