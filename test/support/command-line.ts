import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../src/commands/cli.js';
import type { TestApp } from './test-app.js';

/* eslint-disable @typescript-eslint/no-explicit-any -- what a command prints is read as plain data */

/** What a command printed with `--json`, and how it ended. */
export type CommandOutput = Readonly<{ code: number; result: any }>;

/** The command line beside a test app that is open, on the same database and with the same secrets. */
export function commandLine(
  { database, config }: Pick<TestApp, 'database' | 'config'>,
  env: Readonly<Record<string, string>> = {},
) {
  return async (...words: string[]): Promise<CommandOutput> => {
    let printed = '';
    const { stdout } = process;
    const write = stdout.write.bind(stdout);
    stdout.write = (text: string | Uint8Array) => ((printed += String(text)), true);
    try {
      const code = await runCli(
        [...words, '--json'],
        { DATABASE_URL: database.url, DATA_DIR: config.dataDir, MODE: 'sandbox', ...env },
        'test',
      );
      return { code, result: JSON.parse(printed) };
    } finally {
      stdout.write = write;
    }
  };
}

/** A file that holds a text, for as long as it is needed. */
export async function withFile<Result>(text: string, use: (path: string) => Promise<Result>): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), 'kontor-file-'));
  try {
    await writeFile(join(directory, 'text'), text);
    return await use(join(directory, 'text'));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
