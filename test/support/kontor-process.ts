import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ServiceProcess } from './checkout.js';

const root = join(import.meta.dirname, '..', '..');

type Call = Readonly<{ env?: Readonly<Record<string, string>>; cwd?: string }>;

/** The command line as a process of its own, run from the sources: what `npx kontor` runs once everything is built. */
export function startKontor(args: readonly string[], { env = {}, cwd = root }: Call = {}): ServiceProcess {
  return new ServiceProcess(
    spawn(process.execPath, toNodeArguments(args), {
      cwd,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: '/usr/bin:/bin', PORT: '0', LOG_LEVEL: 'warn', NODE_COMPILE_CACHE: compiled, ...env },
    }),
  );
}

/** Half of the time of such a process is the reading of its modules; what Node has made of them is kept for the next one. */
const compiled = join(root, 'node_modules', '.cache', 'compiled');

/** What Node has to be called with to be `kontor`. */
export const toNodeArguments = (args: readonly string[]): string[] => [
  '--import',
  join(root, 'test', 'support', 'typescript.mjs'),
  join(root, 'src', 'main.ts'),
  ...args,
];

/** Runs a command to its end: its exit code, what it printed, and how long it took. */
export async function runKontor(args: readonly string[], call: Call = {}) {
  const began = Date.now();
  const child = startKontor(args, call);
  const code = await child.ended;
  return { code, stdout: child.stdout, stderr: child.stderr, milliseconds: Date.now() - began };
}
