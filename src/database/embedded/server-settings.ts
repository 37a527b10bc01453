import type { Durability } from './initialize-cluster.js';
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

/**
 * Settings of the embedded server: durable first, then small. They are on its command line, not in its configuration
 * file, so that a release changes them for existing clusters.
 */
export function buildServerSettings(port: number, durability: Durability): readonly string[] {
  const parameters = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '', // The path of a socket is limited to 107 bytes, a DATA_DIR is not.

    ...durabilitySettings[durability],
    wal_level: 'replica', // An online backup needs it.
    max_wal_senders: 0,
    max_replication_slots: 2, // A backup keeps the log with one.
    min_wal_size: '32MB',
    max_wal_size: '512MB',

    shared_buffers: '64MB',
    io_method: 'sync', // The default keeps three more processes.
    max_worker_processes: 2,
    max_parallel_workers_per_gather: 0,
    jit: 'off',

    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    client_connection_check_interval: '2s', // A query whose caller has died is given up.
    tcp_keepalives_idle: 60,

    log_destination: 'stderr',
    logging_collector: 'off',
    log_min_messages: 'warning',
    log_min_error_statement: 'panic', // Statements carry people's data, which has no place in a log.
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
  };
  return Object.entries(parameters).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

const durabilitySettings = {
  durable: { max_connections: 60, fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' },
  fleeting: { max_connections: 200, fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
} as const satisfies Record<Durability, object>;
