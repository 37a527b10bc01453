import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { killQuietly } from './kill-quietly.js';

export type Zombie = Readonly<{ pid: number; birth: string; end(): Promise<void> }>;

/** A process that was killed and that its parent, which is stopped, does not collect. */
export async function makeZombie(): Promise<Zombie> {
  const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; wait'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [said] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(said.toString());
  parent.kill('SIGSTOP');
  process.kill(pid, 'SIGKILL');
  while (fieldsOf(pid)[0] !== 'Z') await pause(5);
  return { pid, birth: fieldsOf(pid)[19] ?? '', end: () => collect(parent, pid) };
}

function fieldsOf(pid: number): string[] {
  const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return line.slice(line.lastIndexOf(')') + 2).split(' ');
}

async function collect(parent: ChildProcess, pid: number): Promise<void> {
  const ended = once(parent, 'exit');
  parent.kill('SIGCONT');
  parent.kill('SIGKILL');
  killQuietly(pid, 'SIGKILL');
  await ended;
}
