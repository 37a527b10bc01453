import { readFileSync, readlinkSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { hasCode } from './embedded/file-errors.js';
import { birthOf, isAlive } from './process-state.js';

/**
 * Who holds a data directory, as its file `service.json` says. `place` is the machine or container, and `boot` the run of its
 * kernel: a process number means something only in its own. Whoever holds the directory touches the file every two seconds, so that others can tell from
 * elsewhere that they are there.
 */
export type Holder = Readonly<{
  pid: number;
  place: string;
  birth: string;
  boot?: string;
  startedAt: string;
  doing: string;
  url: string | null;
}>;

export const beatMilliseconds = 2_000;

/** Whoever elsewhere has been silent for this long is gone. */
export const silenceMilliseconds = 20_000;

export const holderFile = (dataDir: string): string => join(dataDir, 'service.json');

/** This process as a holder. */
export function thisProcess(): Pick<Holder, 'pid' | 'place' | 'birth' | 'boot'> {
  return { pid: process.pid, place: thisPlace, birth: birthOf(process.pid), boot: thisBoot };
}

/** What such a file says, and when it was touched last. `holder` is null when it says nothing that makes sense. */
export type Held = Readonly<{ text: string; holder: Holder | null; touchedAt: number }>;

export async function readHolder(file: string): Promise<Held | null> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(file, 'utf8'), stat(file)]);
    return { text, holder: parse(text), touchedAt: mtimeMs };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Who holds this data directory at the moment; null if nobody does. */
export async function findHolder(dataDir: string): Promise<Holder | null> {
  const found = await readHolder(holderFile(dataDir)).catch(() => null);
  if (!found?.holder) return null;
  const isThere = isElsewhere(found.holder) ? !isSilent(found) : isRunning(found.holder);
  return isThere ? found.holder : null;
}

/** Whether nobody has touched the file for so long that nobody will. */
export const isSilent = ({ touchedAt }: Held): boolean => Date.now() - touchedAt >= silenceMilliseconds;

/** Whether a holder is on another machine or in another container, where its process cannot be looked for from here. */
export const isElsewhere = ({ place }: Holder): boolean => place !== thisPlace;

/** Whether a holder of this place lives. A process number is used again after a while: only with the same birth is it the same process. */
export function isRunning({ pid, birth, boot = thisBoot }: Holder): boolean {
  return pid !== process.pid && boot === thisBoot && isAlive(pid) && birthOf(pid) === birth;
}

function parse(text: string): Holder | null {
  try {
    const holder = JSON.parse(text) as Partial<Holder> | null;
    return typeof holder?.pid === 'number' && typeof holder.birth === 'string' ? (holder as Holder) : null;
  } catch {
    return null;
  }
}

/** Containers may share the name of their host, but not its numbering of processes. */
function numberingOfProcesses(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

/** Which run of the kernel this is; after a power cut the same number and birth may be another process. Only Linux tells. */
function runOfTheKernel(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

const thisBoot = runOfTheKernel();
const thisPlace = `${hostname()} ${numberingOfProcesses()}`.trim();
