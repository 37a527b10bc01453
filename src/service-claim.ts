import { rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeDataDirectory, whyNotThere } from './config/data-directory.js';
import { createDurably, removeAbandonedDrafts, writeDurably } from './config/durable-file.js';
import { hasCode } from './database/embedded/file-errors.js';
import {
  beatMilliseconds,
  type Held,
  type Holder,
  holderFile,
  isElsewhere,
  isRunning,
  isSilent,
  readHolder,
  silenceMilliseconds,
  thisProcess,
} from './database/holder.js';
import { isAlive } from './database/process-state.js';
import { OperatorTrouble } from './errors/operator-trouble.js';

/**
 * The claim to a data directory: for the service, or for something beside which no service may run. The file appears complete or
 * not at all, one process at a time can hold it, and one that was left behind by a killed process is recognised and replaced.
 */
export type Claim = Readonly<{ announce(url: string): Promise<void>; release(): Promise<void> }>;

type Tell = (line: string) => void;

/** Claims the data directory for this process, or says who has it. */
export async function claim(dataDir: string, doing = 'still starting', tell: Tell = () => undefined): Promise<Claim> {
  const me: Holder = { ...thisProcess(), startedAt: new Date().toISOString(), doing, url: null };
  const file = holderFile(dataDir);
  makeDataDirectory(dataDir);
  try {
    await take(file, me, tell);
    removeAbandonedDrafts(dataDir, isAlive);
  } catch (error) {
    throw whyNotThere(error, dataDir);
  }
  const beat = setInterval(() => void touch(file, me).catch(() => undefined), beatMilliseconds).unref();
  return {
    announce: async (url) => {
      if (await isMine(file, me)) writeDurably(file, written({ ...me, doing: 'serving', url }), claimMode);
    },
    release: async () => {
      clearInterval(beat);
      if (await isMine(file, me)) await rm(file, { force: true });
    },
  };
}

class AlreadyClaimed extends OperatorTrouble {
  constructor(dataDir: string, holder: Holder) {
    const { pid, url, doing, startedAt, place } = holder;
    super(
      `Kontor runs already: process ${pid}${isElsewhere(holder) ? ` of ${place}` : ''}, ${url === null ? doing : `at ${url}`}, since ${startedAt}, on the data in ${dataDir}.`,
      `Use that one; or stop it (Ctrl-C in its terminal, or: kill ${pid}); or give this one a directory and a port of its own: DATA_DIR=./data-2 PORT=3001 npm start`,
    );
    this.name = 'AlreadyClaimed';
  }
}

async function take(file: string, me: Holder, tell: Tell): Promise<void> {
  while (!createDurably(file, written(me), claimMode)) {
    const held = await readHolder(file).catch((cause: unknown) => {
      throw unreadable(file, cause);
    });
    if (held === null) continue;
    if (held.holder) await refuseLiving(file, held, held.holder, tell);
    await dislodge(file, held);
  }
}

function unreadable(file: string, cause: unknown): OperatorTrouble {
  return new OperatorTrouble(
    `${file}, which says who uses the data directory, cannot be read: ${(cause as Error).message}.`,
    'See that nobody uses the data directory, remove that file, and start again.',
    { cause },
  );
}

async function refuseLiving(file: string, held: Held, holder: Holder, tell: Tell): Promise<void> {
  const lives = isElsewhere(holder) ? await isHeard(file, held, tell) : isRunning(holder);
  if (lives) throw new AlreadyClaimed(join(file, '..'), holder);
}

/**
 * Listens whether a holder elsewhere still touches the file; its process cannot be looked for from here. The clock of the machine
 * that writes the times may differ from ours, so that nothing has changed while we watched is enough as well.
 */
async function isHeard(file: string, held: Held, tell: Tell): Promise<boolean> {
  if (isSilent(held)) return false;
  tell(
    `Waiting for a sign of life from process ${held.holder?.pid ?? ''} of ${held.holder?.place ?? 'elsewhere'}, which has the data directory ...`,
  );
  const end = performance.now() + silenceMilliseconds;
  while (performance.now() < end) {
    await pause(200);
    const now = await readHolder(file);
    if (now === null) return false;
    if (now.touchedAt !== held.touchedAt) return true;
    if (isSilent(now)) return false;
  }
  return false;
}

/**
 * Removes a claim that nobody stands behind. Of several who have judged it, one at a time may remove it, and only if it is still
 * the one that was judged: by now it may be the claim of whoever was faster.
 */
async function dislodge(file: string, judged: Held): Promise<void> {
  const guard = `${file}.guard`;
  try {
    await writeFile(guard, '', { flag: 'wx' });
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    return awaitGuard(guard);
  }
  try {
    const now = await readHolder(file);
    if (now?.text === judged.text && now.touchedAt === judged.touchedAt) await rm(file, { force: true });
  } finally {
    await rm(guard, { force: true });
  }
}

/** Guards stand for milliseconds. One that stands for long was left behind by a process that was killed in them. */
async function awaitGuard(guard: string): Promise<void> {
  const left = await stat(guard).catch(() => null);
  if (left && Date.now() - left.mtimeMs > guardMilliseconds) await rm(guard, { force: true });
  else await pause(20);
}

const guardMilliseconds = 5_000;

async function isMine(file: string, { pid, place, birth, startedAt }: Holder): Promise<boolean> {
  const holder = (await readHolder(file))?.holder;
  return holder?.pid === pid && holder.place === place && holder.birth === birth && holder.startedAt === startedAt;
}

async function touch(file: string, me: Holder): Promise<void> {
  const now = new Date();
  if (await isMine(file, me)) await utimes(file, now, now);
}

/** Everybody may read who uses the directory. */
const claimMode = { mode: 0o644 };

const written = (holder: Holder): string => `${JSON.stringify(holder, null, 2)}\n`;
