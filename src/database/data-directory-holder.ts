import { readFileSync, readlinkSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { hasCode } from './embedded/file-errors.js';
import { getProcessStartTime, isAlive } from './process-state.js';

/**
 * Who holds a data directory, as its file `service.json` says. `place` is the machine or container, and `boot` the run of its
 * kernel: a process number means something only in its own. The holder touches the file every two seconds, so that other machines see
 * that it is running.
 */
export type DataDirectoryHolder = Readonly<{
  pid: number;
  place: string;
  birth: string;
  boot?: string;
  startedAt: string;
  doing: string;
  url: string | null;
}>;

export const heartbeatMilliseconds = 2_000;

/** A holder on another machine that has been silent for this long is gone. */
export const heartbeatTimeoutMilliseconds = 20_000;

export const toHolderPath = (dataDir: string): string => join(dataDir, 'service.json');

/** This process as a holder. */
export function describeThisProcess(): Pick<DataDirectoryHolder, 'pid' | 'place' | 'birth' | 'boot'> {
  return { pid: process.pid, place: currentPlace, birth: getProcessStartTime(process.pid), boot: currentBootId };
}

/** What such a file says, and when it was touched last. `holder` is null when it says nothing that makes sense. */
export type HolderFile = Readonly<{ text: string; holder: DataDirectoryHolder | null; touchedAt: number }>;

export async function readHolderFile(file: string): Promise<HolderFile | null> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(file, 'utf8'), stat(file)]);
    return { text, holder: parseHolder(text), touchedAt: mtimeMs };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Who holds this data directory at the moment; null if nobody does. */
export async function findHolder(dataDir: string): Promise<DataDirectoryHolder | null> {
  const holderFile = await readHolderFile(toHolderPath(dataDir)).catch(() => null);
  if (!holderFile?.holder) return null;
  const isActive = isRemoteHolder(holderFile.holder)
    ? !isHeartbeatOverdue(holderFile)
    : isHolderRunning(holderFile.holder);
  return isActive ? holderFile.holder : null;
}

/** Whether nobody has touched the file for so long that nobody will. */
export const isHeartbeatOverdue = ({ touchedAt }: HolderFile): boolean =>
  Date.now() - touchedAt >= heartbeatTimeoutMilliseconds;

/** Whether a holder is on another machine or in another container, where its process cannot be looked for from here. */
export const isRemoteHolder = ({ place }: DataDirectoryHolder): boolean => place !== currentPlace;

/** Whether a holder of this place lives. A process number is used again after a while: only with the same birth is it the same process. */
export function isHolderRunning({ pid, birth, boot = currentBootId }: DataDirectoryHolder): boolean {
  return pid !== process.pid && boot === currentBootId && isAlive(pid) && getProcessStartTime(pid) === birth;
}

function parseHolder(text: string): DataDirectoryHolder | null {
  try {
    const holder = JSON.parse(text) as Partial<DataDirectoryHolder> | null;
    return typeof holder?.pid === 'number' && typeof holder.birth === 'string' ? (holder as DataDirectoryHolder) : null;
  } catch {
    return null;
  }
}

/** Containers may share the name of their host, but not its numbering of processes. */
function readPidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

/** Which run of the kernel this is; after a power cut the same number and birth may be another process. Only Linux tells. */
function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

const currentBootId = readBootId();
const currentPlace = `${hostname()} ${readPidNamespace()}`.trim();
