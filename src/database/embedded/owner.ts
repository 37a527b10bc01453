/** The user that PostgreSQL runs as, and its programs as that user. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** The user that PostgreSQL runs as, if different from this process's. */
export type PostgresOwner = Readonly<{ uid: number; gid: number; name: string }>;

const unprivilegedUser: PostgresOwner = { uid: 65534, gid: 65534, name: 'nobody' };

/** PostgreSQL refuses to run as root; it then runs as `postgres` if that user exists, otherwise as nobody. */
export async function chooseOwner(): Promise<PostgresOwner | null> {
  if (process.getuid?.() !== 0) return null;
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  for (const name of ['postgres', 'nobody']) {
    const fields = users
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.split(':');
    const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])];
    if (uid > 0 && gid > 0) return { uid, gid, name };
  }
  return unprivilegedUser;
}

/** Options for running a child as the owner. */
function toSpawnIdentity(owner: PostgresOwner | null): { uid?: number; gid?: number } {
  return owner ? { uid: owner.uid, gid: owner.gid } : {};
}

/** Whether the owner can run a program: tried, because its libraries must be readable as well. */
export async function canRun(program: string, owner: PostgresOwner | null): Promise<boolean> {
  try {
    const child = spawn(program, ['--version'], { ...toSpawnIdentity(owner), cwd: '/', stdio: 'ignore' });
    const [code] = (await once(child, 'exit')) as [number | null];
    return code === 0;
  } catch {
    return false;
  }
}

/** Whether the owner may pass through every directory of the path. */
export async function canReach(directory: string, { uid, gid }: PostgresOwner): Promise<boolean> {
  const path = resolve(directory);
  const { mode, ...entry } = await stat(path);
  const bit = entry.uid === uid ? 0o100 : entry.gid === gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  return dirname(path) === path || canReach(dirname(path), { uid, gid, name: '' });
}

/** Options of PostgreSQL's programs: the owner, and no variables that would affect them (PGDATA, PGPORT, LC_ALL …). */
export const createProgramOptions = (owner: PostgresOwner | null) => ({
  ...toSpawnIdentity(owner),
  cwd: '/',
  env:
    process.platform === 'win32'
      ? { SystemRoot: 'C:\\Windows' }
      : { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  windowsHide: true,
});

/** Runs a PostgreSQL program, shielded from Ctrl-C in the terminal, and returns its output. */
export async function runProgram(
  program: string,
  owner: PostgresOwner | null,
  args: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, args, {
    ...createProgramOptions(owner),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  const appendOutput = (chunk: Buffer): void => void (output = (output + chunk.toString()).slice(-8192));
  child.stdout.on('data', appendOutput);
  child.stderr.on('data', appendOutput);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}
