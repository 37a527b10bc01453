import { rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeDataDirectory, explainDirectoryError } from '../config/data-directory.js';
import { createDurably, removeAbandonedDrafts, writeDurably } from '../config/durable-file.js';
import { hasCode } from '../database/database-error.js';
import {
  heartbeatMilliseconds,
  type HolderFile,
  type DataDirectoryHolder,
  toHolderPath,
  isRemoteHolder,
  isHolderRunning,
  isHeartbeatOverdue,
  readHolderFile,
  heartbeatTimeoutMilliseconds,
  describeThisProcess,
} from '../database/data-directory-holder.js';
import { isAlive } from '../database/process-state.js';
import { OperatorError } from '../errors/operator-error.js';

/**
 * The claim to a data directory: for the service, or for something beside which no service may run. The file appears complete or
 * not at all, one process at a time can hold it, and one that was left behind by a killed process is recognized and replaced.
 */
export type DataDirectoryClaim = Readonly<{ announce(url: string): Promise<void>; release(): Promise<void> }>;

type ReportProgress = (line: string) => void;

/** Claims the data directory for this process, or says who has it. */
export async function claimDataDirectory(
  dataDir: string,
  doing = 'still starting',
  report: ReportProgress = () => undefined,
): Promise<DataDirectoryClaim> {
  const self: DataDirectoryHolder = { ...describeThisProcess(), startedAt: new Date().toISOString(), doing, url: null };
  const file = toHolderPath(dataDir);
  makeDataDirectory(dataDir);
  try {
    await acquireClaim(file, self, report);
    removeAbandonedDrafts(dataDir, isAlive);
  } catch (error) {
    throw explainDirectoryError(error, dataDir);
  }
  const heartbeat = setInterval(
    () => void touchClaim(file, self).catch(() => undefined),
    heartbeatMilliseconds,
  ).unref();
  return {
    announce: async (url) => {
      if (await isOwnClaim(file, self))
        writeDurably(file, serializeHolder({ ...self, doing: 'serving', url }), claimMode);
    },
    release: async () => {
      clearInterval(heartbeat);
      if (await isOwnClaim(file, self)) await rm(file, { force: true });
    },
  };
}

class AlreadyClaimedError extends OperatorError {
  constructor(dataDir: string, holder: DataDirectoryHolder) {
    const { pid, url, doing, startedAt, place } = holder;
    super(
      `Kontor runs already: process ${pid}${isRemoteHolder(holder) ? ` of ${place}` : ''}, ${url === null ? doing : `at ${url}`}, since ${startedAt}, on the data in ${dataDir}.`,
      `Use that one; or stop it (Ctrl-C in its terminal, or: kill ${pid}); or give this one a directory and a port of its own: DATA_DIR=./data-2 PORT=3001 npm start`,
    );
    this.name = 'AlreadyClaimedError';
  }
}

async function acquireClaim(file: string, self: DataDirectoryHolder, report: ReportProgress): Promise<void> {
  while (!createDurably(file, serializeHolder(self), claimMode)) {
    const claimFile = await readHolderFile(file).catch((cause: unknown) => {
      throw createUnreadableClaimError(file, cause);
    });
    if (claimFile === null) continue;
    if (claimFile.holder) await rejectLiveHolder(file, claimFile, claimFile.holder, report);
    await removeStaleClaim(file, claimFile);
  }
}

function createUnreadableClaimError(file: string, cause: unknown): OperatorError {
  return new OperatorError(
    `${file}, which says who uses the data directory, cannot be read: ${(cause as Error).message}.`,
    'See that nobody uses the data directory, remove that file, and start again.',
    { cause },
  );
}

async function rejectLiveHolder(
  file: string,
  claimFile: HolderFile,
  holder: DataDirectoryHolder,
  report: ReportProgress,
): Promise<void> {
  const isHolderAlive = isRemoteHolder(holder)
    ? await waitForHeartbeat(file, claimFile, report)
    : isHolderRunning(holder);
  if (isHolderAlive) throw new AlreadyClaimedError(join(file, '..'), holder);
}

/**
 * Listens whether a holder elsewhere still touches the file; its process cannot be looked for from here. The clock of the machine
 * that writes the times may differ from ours, so that nothing has changed while we watched is enough as well.
 */
async function waitForHeartbeat(file: string, claimFile: HolderFile, report: ReportProgress): Promise<boolean> {
  if (isHeartbeatOverdue(claimFile)) return false;
  report(
    `Waiting for a sign of life from process ${claimFile.holder?.pid ?? ''} of ${claimFile.holder?.place ?? 'elsewhere'}, which has the data directory ...`,
  );
  const end = performance.now() + heartbeatTimeoutMilliseconds;
  while (performance.now() < end) {
    await pause(200);
    const now = await readHolderFile(file);
    if (now === null) return false;
    if (now.touchedAt !== claimFile.touchedAt) return true;
    if (isHeartbeatOverdue(now)) return false;
  }
  return false;
}

/**
 * Removes a claim whose process is gone. Of several that have judged it, one at a time may remove it, and only if it is still
 * the one that was judged: a faster process may have claimed the directory meanwhile.
 */
async function removeStaleClaim(file: string, staleClaim: HolderFile): Promise<void> {
  const guard = `${file}.guard`;
  try {
    await writeFile(guard, '', { flag: 'wx' });
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    return waitForGuard(guard);
  }
  try {
    const now = await readHolderFile(file);
    if (now?.text === staleClaim.text && now.touchedAt === staleClaim.touchedAt) await rm(file, { force: true });
  } finally {
    await rm(guard, { force: true });
  }
}

/** Guards stand for milliseconds. One that stands for long was left behind by a process that was killed in them. */
async function waitForGuard(guard: string): Promise<void> {
  const guardStats = await stat(guard).catch(() => null);
  if (guardStats && Date.now() - guardStats.mtimeMs > guardMilliseconds) await rm(guard, { force: true });
  else await pause(20);
}

const guardMilliseconds = 5_000;

async function isOwnClaim(file: string, { pid, place, birth, startedAt }: DataDirectoryHolder): Promise<boolean> {
  const holder = (await readHolderFile(file))?.holder;
  return holder?.pid === pid && holder.place === place && holder.birth === birth && holder.startedAt === startedAt;
}

async function touchClaim(file: string, self: DataDirectoryHolder): Promise<void> {
  const now = new Date();
  if (await isOwnClaim(file, self)) await utimes(file, now, now);
}

/** Everybody may read who uses the directory. */
const claimMode = { mode: 0o644 };

const serializeHolder = (holder: DataDirectoryHolder): string => `${JSON.stringify(holder, null, 2)}\n`;
