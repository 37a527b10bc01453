import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The checkout that is being tested. */
export const checkout = join(import.meta.dirname, '..', '..');

export type SampleProject = Readonly<{
  directory: string;
  /** Runs a script of `node_modules` or of the checkout in the sketch, on this Node, and tells how it ended. */
  run: (script: string, ...args: readonly string[]) => Promise<CommandResult>;
  close: () => Promise<void>;
}>;

type CommandResult = Readonly<{ code: number; stdout: string; stderr: string }>;

const rules = [
  '.dependency-cruiser.mjs',
  'eslint.config.mjs',
  'eslint.kontor.mjs',
  'eslint.language.mjs',
  'package.json',
  'tsconfig.json',
];

/** A small project in a directory of its own, under the real project's rules and with its packages. */
export async function openSampleProject(files: Readonly<Record<string, string>>): Promise<SampleProject> {
  const directory = await mkdtemp(join(tmpdir(), 'kontor-sketch-'));
  for (const name of rules) await cp(join(checkout, name), join(directory, name));
  await symlink(join(checkout, 'node_modules'), join(directory, 'node_modules'), 'dir');
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await writeFile(join(directory, name), text);
  }
  return {
    directory,
    run: (script, ...args) => run(directory, join(checkout, script), args),
    close: () => rm(directory, { recursive: true }),
  };
}

function run(cwd: string, script: string, args: readonly string[]): Promise<CommandResult> {
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { cwd, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
  });
}
