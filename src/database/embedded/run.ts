import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { as, type Owner } from './owner.js';

/** What PostgreSQL's programs may see of our environment: nothing that would steer them (PGDATA, PGPORT, LC_ALL …). */
export function bareEnvironment(): NodeJS.ProcessEnv {
  return process.platform === 'win32'
    ? { SystemRoot: 'C:\\Windows' }
    : { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

/** Runs one of PostgreSQL's programs to its end, out of reach of a Ctrl-C in the terminal, and returns what it said. */
export async function run(
  program: string,
  owner: Owner | null,
  args: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, args, {
    ...as(owner),
    cwd: '/',
    env: bareEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    windowsHide: true,
  });
  let output = '';
  const keep = (chunk: Buffer): void => void (output = (output + chunk.toString()).slice(-8192));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}
