import { readFileSync, readlinkSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { hasCode } from './database-error.js';
import { getProcessStartTime, isAlive } from './process-state.js';

/**
 * The holder of a data directory according to `service.json`. `place` is the machine or container, and `boot` the
 * kernel's boot: a pid is valid only there. The holder touches the file every two seconds, so that other machines see
 * that it runs.
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

/** A holder on another machine is dead after this silence. */
export const heartbeatTimeoutMilliseconds = 20_000;

export const toHolderPath = (dataDir: string): string => join(dataDir, 'service.json');

/** This process as a holder. */
export function describeThisProcess(): Pick<DataDirectoryHolder, 'pid' | 'place' | 'birth' | 'boot'> {
  return { pid: process.pid, place: currentPlace, birth: currentBirth, boot: currentBootId };
}

/** The content of the file and its last touch. `holder` is null if it is unreadable. */
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

/** The current holder of this data directory; null without one. */
export async function findHolder(dataDir: string): Promise<DataDirectoryHolder | null> {
  const holderFile = await readHolderFile(toHolderPath(dataDir)).catch(() => null);
  if (!holderFile?.holder) return null;
  const isActive = isRemoteHolder(holderFile.holder)
    ? !isHeartbeatOverdue(holderFile)
    : isHolderRunning(holderFile.holder);
  return isActive ? holderFile.holder : null;
}

/** Whether the file has not been touched for so long that its holder is dead. */
export const isHeartbeatOverdue = ({ touchedAt }: HolderFile): boolean =>
  Date.now() - touchedAt >= heartbeatTimeoutMilliseconds;

/** Whether a holder is on another machine or in another container, where its process is invisible. */
export const isRemoteHolder = ({ place }: DataDirectoryHolder): boolean => place !== currentPlace;

/** Whether a holder in this place is alive. Pids are reused: only the same start time is the same process. */
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

/** Containers may share the hostname, but not the pids. */
function readPidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

/** The boot of the kernel; after a reboot the same pid and start time may be another process. Linux only. */
function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

const currentBirth = getProcessStartTime(process.pid);
const currentBootId = readBootId();
const currentPlace = `${hostname()} ${readPidNamespace()}`.trim();
