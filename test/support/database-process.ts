import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

type Fact = Readonly<{ url?: string; log?: string; error?: Readonly<{ code: string; message: string; fix?: string }> }>;

/** Begins to open the database of a data directory in a process of its own, and kills that at a moment. */
export async function killWhileOpening(dataDir: string, moment: () => Promise<unknown>): Promise<void> {
  const { child, ended } = begin(dataDir, {});
  await moment().finally(() => child.kill('SIGKILL'));
  await ended;
}

/** Opens the database of a data directory in a process of its own, and waits until that says how it went. */
export async function openDatabaseProcess(dataDir: string, user: { uid?: number; gid?: number } = {}) {
  const { child, ended } = begin(dataDir, user);
  const logged: string[] = [];
  const said = await firstWord(child, logged);
  return {
    said,
    logged,
    kill: async (signal: NodeJS.Signals) => {
      child.kill(signal);
      await ended;
    },
  };
}

function begin(dataDir: string, user: { uid?: number; gid?: number }) {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import', join(here, 'typescript.mjs'), join(here, 'database-child.ts')],
    {
      ...user,
      cwd: '/',
      env: { DATA_DIR: dataDir, LOG_LEVEL: 'silent', PATH: '/usr/bin:/bin' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  return { child, ended: once(child, 'exit') };
}

async function firstWord(child: ChildProcess, logged: string[]): Promise<Fact> {
  if (!child.stdout) throw new TypeError('The child has no output.');
  for await (const line of createInterface({ input: child.stdout })) {
    const fact = JSON.parse(line) as Fact;
    if (fact.log === undefined) return fact;
    logged.push(fact.log);
  }
  return { error: { code: 'silent', message: 'The process ended without a word.' } };
}
