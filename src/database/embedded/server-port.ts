import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { writeDurably } from '../../config/durable-file.js';
import type { ClusterHome } from './cluster-home.js';

/** Below the ephemeral ports of systems (Linux from 32768), so that no other program gets it by chance. */
const portRange = [20_000, 32_000] as const;

const toPortPath = (home: ClusterHome): string => join(home.directory, 'port');

/** The previous port if it is free, so that connected programs do not notice a restart; otherwise another one. */
export async function choosePort(home: ClusterHome): Promise<number> {
  const lastPort = Number(await readFile(toPortPath(home), 'utf8').catch(() => ''));
  if (lastPort >= portRange[0] && lastPort < portRange[1] && (await isFree(lastPort))) return lastPort;
  for (;;) {
    const port = randomInt(...portRange);
    if (await isFree(port)) return port;
  }
}

export function storePort(home: ClusterHome, port: number): void {
  writeDurably(toPortPath(home), `${port}\n`);
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
