import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const here = join(import.meta.dirname, '..', '..');
const leftOut = ['node_modules', 'dist', 'data', '.git', '.env', '.prepare.lock'].map((name) => join(here, name));

/** PATH as it is in a shell, where `node` is the machine's own and not the bundled one that npm puts first. */
const shellPath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes(`node_modules${sep}.bin`))
  .join(delimiter);

/** A user without rights, to be root no longer; an ordinary user already is one. */
export const unprivilegedUser = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

export type Checkout = ReturnType<typeof openCheckout>;

type Call = Readonly<{ env?: Readonly<Record<string, string>>; cwd?: string; as?: { uid?: number; gid?: number } }>;

/** A fresh checkout of what is here, in a directory of its own, installed but not built: programs are started there as people do. */
export function openCheckout() {
  const base = mkdtempSync(join(tmpdir(), 'kontor-checkout-'));
  const root = join(base, 'kontor');
  const dataDir = join(base, 'data');
  const started: ServiceProcess[] = [];
  chmodSync(base, 0o755);
  cpSync(here, root, { recursive: true, filter: (path) => !leftOut.includes(path) });
  hardLink(join(here, 'node_modules'), join(root, 'node_modules'));

  const run = (
    program: string,
    args: readonly string[],
    { env = {}, cwd = root, as = {} }: Call = {},
  ): ServiceProcess => {
    const launched = new ServiceProcess(
      spawn(program, args, {
        cwd,
        ...as,
        detached: true,
        env: { PATH: shellPath, HOME: base, PORT: '0', DATA_DIR: dataDir, npm_config_update_notifier: 'false', ...env },
      }),
    );
    started.push(launched);
    return launched;
  };

  return {
    base,
    root,
    dataDir,
    run,
    start: (call?: Call) => run('npm', ['start'], call),
    kontor: (args: readonly string[], call?: Call) => run('node', [join(root, 'bin', 'kontor.js'), ...args], call),
    /** Who has claimed a data directory. */
    claim: (directory = dataDir) =>
      JSON.parse(readFileSync(join(directory, 'service.json'), 'utf8')) as { pid: number; url: string },
    /** A directory that everybody may write to. */
    openDirectory(name: string) {
      mkdirSync(join(base, name), { recursive: true });
      chmodSync(join(base, name), 0o777);
      return join(base, name);
    },
    async close() {
      for (const launched of started) launched.end('SIGKILL');
      await pause(200);
      for (const data of [dataDir, join(base, 'private'), join(base, 'ordinary', 'data')])
        removeHome(join(data, 'postgres'));
      rmSync(base, { recursive: true, force: true });
    },
  };
}

/** Copied without copying: a second name for every file. Where that cannot be, on another disk, it is a copy. */
function hardLink(from: string, to: string): void {
  try {
    execFileSync('cp', ['-al', from, to], { stdio: 'pipe' });
  } catch {
    rmSync(to, { recursive: true, force: true });
    execFileSync('cp', ['-a', from, to]);
  }
}

/** PostgreSQL of a killed service lives on; and as root it may have its home outside the data directory. */
function removeHome(path: string): void {
  try {
    process.kill(Number(readFileSync(join(path, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGQUIT');
  } catch {
    // It does not run.
  }
  try {
    rmSync(readlinkSync(path), { recursive: true, force: true });
  } catch {
    // Its home is in the data directory.
  }
}

/** A program that was started, the leader of a process group of its own as a terminal would make it. */
export class ServiceProcess {
  stdout = '';
  stderr = '';
  readonly ended: Promise<number>;
  private isOver = false;

  constructor(private readonly child: ChildProcess) {
    child.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.ended = new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => {
        this.isOver = true;
        resolve(code ?? (signal === 'SIGKILL' ? 137 : 128));
      });
    });
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('It could not be started.');
    return this.child.pid;
  }

  get said(): string {
    return this.stdout + this.stderr;
  }

  /** Waits until it has said something. */
  async says(pattern: RegExp, milliseconds = 120_000): Promise<string> {
    const deadline = Date.now() + milliseconds;
    for (;;) {
      const found = pattern.exec(this.said);
      if (found) return found[1] ?? found[0];
      if (this.isOver || Date.now() > deadline)
        throw new Error(
          `It never said ${String(pattern)}${this.isOver ? ', and has ended' : ''}. It said:\n${this.said}`,
        );
      await pause(25);
    }
  }

  signal(signal: NodeJS.Signals): void {
    process.kill(this.pid, signal);
  }

  /** As the terminal does it for Ctrl-C: to every process of the group. */
  end(signal: NodeJS.Signals): void {
    if (this.child.pid === undefined) return;
    try {
      process.kill(-this.child.pid, signal);
    } catch {
      // It has ended already.
    }
  }
}

/** Waits until no process has this number any more. */
export async function isGone(pid: number, milliseconds = 10_000): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (Date.now() < deadline) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
    await pause(25);
  }
  return false;
}
