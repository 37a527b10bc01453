import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { writeDurably } from '../../config/durable-file.js';
import type { Home } from './home.js';

/** Below the range from which systems hand out ports by themselves (Linux from 32768), so that none is snatched by chance. */
const range = [20_000, 32_000] as const;

const noteOf = (home: Home): string => join(home.directory, 'port');

/** The port of last time if it is free, so that a restart goes unnoticed by those who are connected; else another one. */
export async function choosePort(home: Home): Promise<number> {
  const last = Number(await readFile(noteOf(home), 'utf8').catch(() => ''));
  if (last >= range[0] && last < range[1] && (await isFree(last))) return last;
  for (;;) {
    const port = randomInt(...range);
    if (await isFree(port)) return port;
  }
}

export function rememberPort(home: Home, port: number): void {
  writeDurably(noteOf(home), `${port}\n`);
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen({ port, host: '127.0.0.1', exclusive: true });
  try {
    await once(probe, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
}
