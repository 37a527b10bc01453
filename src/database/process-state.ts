import { readFileSync } from 'node:fs';

/** What Linux tells about a process: its state, and when it began, in clock ticks since the machine did. */
type ProcessState = Readonly<{ state: string; startTime: string }>;

/** Whether a process of this number runs, of any user. One that has ended and that its parent has not collected yet is dead. */
export function isAlive(pid: number): boolean {
  return processExists(pid) && !isDefunct(pid);
}

/** Whether the system still knows this number: also that of a process which has ended and was not collected by its parent. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process began, in the clock ticks that Linux keeps; nothing elsewhere. */
export function getProcessStartTime(pid: number): string {
  return processState(pid)?.startTime ?? '';
}

/** Z is a zombie, X is dead (proc_pid_stat(5)). */
function isDefunct(pid: number): boolean {
  return ['Z', 'X', 'x'].includes(processState(pid)?.state ?? '');
}

/** Fields 3 and 22 of /proc/…/stat. The name in field 2 may hold anything, also blanks and parentheses. */
function processState(pid: number): ProcessState | null {
  if (process.platform !== 'linux') return null;
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', startTime: fields[19] ?? '' };
  } catch {
    return null;
  }
}
