import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { toSpawnIdentity, type PostgresOwner } from './owner.js';

/** The environment of PostgreSQL's programs, without variables that would affect them (PGDATA, PGPORT, LC_ALL …). */
export function createBareEnvironment(): NodeJS.ProcessEnv {
  return process.platform === 'win32'
    ? { SystemRoot: 'C:\\Windows' }
    : { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

/** Runs a PostgreSQL program, shielded from Ctrl-C in the terminal, and returns its output. */
export async function runProgram(
  program: string,
  owner: PostgresOwner | null,
  args: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, args, {
    ...toSpawnIdentity(owner),
    cwd: '/',
    env: createBareEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    windowsHide: true,
  });
  let output = '';
  const appendOutput = (chunk: Buffer): void => void (output = (output + chunk.toString()).slice(-8192));
  child.stdout.on('data', appendOutput);
  child.stderr.on('data', appendOutput);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}
