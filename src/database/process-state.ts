import { readFileSync } from 'node:fs';

/** A process according to Linux: its state, and its start in clock ticks since boot. */
type ProcessState = Readonly<{ state: string; startTime: string }>;

/** Whether a process with this pid runs, of any user. An unreaped process is dead. */
export function isAlive(pid: number): boolean {
  return processExists(pid) && !isDefunct(pid);
}

/** Whether the system knows this pid: also of an unreaped process. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Signals a process that may end by itself meanwhile: then there is nothing left to do. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The start of a process in clock ticks; Linux only. */
export function getProcessStartTime(pid: number): string {
  return processState(pid)?.startTime ?? '';
}

/** Z is a zombie, X is dead (proc_pid_stat(5)). */
function isDefunct(pid: number): boolean {
  return ['Z', 'X', 'x'].includes(processState(pid)?.state ?? '');
}

/** Fields 3 and 22 of /proc/…/stat. The name in field 2 may contain any characters, also spaces and parentheses. */
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
