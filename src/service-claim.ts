import { type FileHandle, link, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { makeDataDirectory, whyNotThere } from './config/data-directory.js';
import { OperatorTrouble } from './errors/operator-trouble.js';

/**
 * Who runs the service on a data directory, or does something there beside which no service may run. The file `service.json` is
 * the claim: it appears complete or not at all, one process at a time can hold it, and one that was left behind by a killed
 * process is recognised and replaced.
 */
export type Holder = Readonly<{ pid: number; host: string; birth: string; startedAt: string; doing: string; url: string | null }>;

export type Claim = Readonly<{ announce(url: string): Promise<void>; release(): Promise<void> }>;

const fileOf = (dataDir: string): string => join(dataDir, 'service.json');

/** Claims the data directory for this process, or says who has it. */
export async function claim(dataDir: string, doing = 'still starting'): Promise<Claim> {
  const me: Holder = { pid: process.pid, host: hostname(), birth: birthOf(process.pid), startedAt: new Date().toISOString(), doing, url: null };
  const file = fileOf(dataDir);
  makeDataDirectory(dataDir);
  try {
    await take(file, me);
  } catch (error) {
    throw whyNotThere(error, dataDir);
  }
  return {
    announce: (url) => replace(file, { ...me, doing: 'serving', url }),
    release: () => rm(file, { force: true }),
  };
}

/** Who runs the service on this data directory at the moment; null if nobody does. */
export async function findHolder(dataDir: string): Promise<Holder | null> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch(() => '');
  const holder = parse(text);
  return holder && isRunning(holder) ? holder : null;
}

class AlreadyClaimed extends OperatorTrouble {
  constructor(dataDir: string, { pid, url, doing, startedAt }: Holder) {
    super(
      `Kontor runs already: process ${pid}, ${url === null ? doing : `at ${url}`}, since ${startedAt}, on the data in ${dataDir}.`,
      `Use that one; or stop it (Ctrl-C in its terminal, or: kill ${pid}); or give this one a directory and a port of its own: DATA_DIR=./data-2 PORT=3001 npm start`,
    );
    this.name = 'AlreadyClaimed';
  }
}

async function take(file: string, me: Holder): Promise<void> {
  const draft = `${file}.${me.pid}`;
  await writeDurably(draft, me);
  try {
    for (;;) {
      try {
        await link(draft, file);
        return;
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
      }
      await dislodge(file);
    }
  } finally {
    await rm(draft, { force: true });
  }
}

/** Removes a claim that nobody stands behind. Of several who try at once, only one finds the file it has judged. */
async function dislodge(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return;
  const holder = parse(text);
  if (holder && isRunning(holder)) throw new AlreadyClaimed(join(file, '..'), holder);
  const aside = `${file}.left-${process.pid}`;
  await rename(file, aside).catch(() => undefined);
  if ((await readFile(aside, 'utf8').catch(() => text)) !== text) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

async function replace(file: string, holder: Holder): Promise<void> {
  const draft = `${file}.${holder.pid}`;
  await writeFile(draft, written(holder));
  await rename(draft, file);
}

async function writeDurably(path: string, holder: Holder): Promise<void> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'w', 0o644);
    await file.writeFile(written(holder));
    await file.sync();
  } finally {
    await file?.close();
  }
}

const written = (holder: Holder): string => `${JSON.stringify(holder, null, 2)}\n`;

function parse(text: string): Holder | null {
  try {
    const holder = JSON.parse(text) as Partial<Holder> | null;
    return typeof holder?.pid === 'number' && typeof holder.birth === 'string' ? (holder as Holder) : null;
  } catch {
    return null;
  }
}

/** A process number is used again after a while, and at once in a container: only with the same birth is it the same process. */
function isRunning({ pid, host, birth }: Holder): boolean {
  if (host !== hostname() || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false;
  }
  return birthOf(pid) === birth;
}

/** When a process began, in the clock ticks that Linux keeps (field 22 of /proc/…/stat); nothing elsewhere. */
function birthOf(pid: number): string {
  if (process.platform !== 'linux') return '';
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
