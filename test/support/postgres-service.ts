import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { createApp } from '../../src/process/app.js';
import { readConfig } from '../../src/config/read-config.js';
import { migrate } from '../../src/database/migrate.js';
import { openClusterForCommand, openDatabase, openDatabaseForCommand } from '../../src/database/open-database.js';
import { createLog } from '../../src/telemetry/log.js';
import { LedgerController } from './ledger.controller.js';

/** A directory for a data directory, which another user may pass through, as one in /srv would be. */
export async function openWorkspace() {
  const directory = await mkdtemp(join(tmpdir(), 'kontor-yard-'));
  await chmod(directory, 0o711);
  return {
    directory,
    dataDir: join(directory, 'data'),
    close: () => rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}

/** The first line of `postmaster.pid`: the server of a data directory. */
export async function postmasterOf(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** How the server of a data directory is reached, beside the service that runs on it. */
export async function urlOf(dataDir: string): Promise<string> {
  return (await openDatabaseForCommand(readConfig({ DATA_DIR: dataDir }), silent, 'test')).url;
}

/** The same for what the role of the service may not do. */
export async function superuserUrlOf(dataDir: string): Promise<string> {
  return (await openClusterForCommand(dataDir, silent, 'test')).superuserUrl;
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The processes of a server: the postmaster and all that it has started. */
export async function processesOf(postmaster: number): Promise<number[]> {
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').catch(() => '');
  return [postmaster, ...children.split(' ').filter(Boolean).map(Number)];
}

/** The service on an embedded PostgreSQL of its own, which a test may kill. What it logs is kept. */
export async function openServiceOnOwnPostgres(place?: Awaited<ReturnType<typeof openWorkspace>>) {
  const workspace = place ?? (await openWorkspace());
  const said: string[] = [];
  const hear = (line: string) => void said.push(line);
  const config = readConfig({ DATA_DIR: workspace.dataDir, LOG_LEVEL: 'silent' });
  const database = await openDatabase(config, { info: hear, warn: hear, error: hear });
  await migrate(database.url);
  await query(database.url, 'create table ledger (id serial primary key, line text not null)');
  const app = await createApp(config, database.url, {
    controllers: [LedgerController],
    log: createLog('error', { write: hear }),
  });
  await app.init();
  await app.getHttpAdapter().getInstance().ready();

  return {
    ...workspace,
    said,
    database,
    postmaster: () => postmasterOf(workspace.dataDir),
    request: (method: 'GET' | 'POST') =>
      app.inject({ method, url: '/ledger', headers: { accept: 'application/json' } }),
    async close() {
      await app.close();
      await database.close();
      await workspace.close();
    },
  };
}

/** The tables follow the journal: a test that looks into them waits for that, as the service's own readers do. */
const IS_PROJECTED = 'select w.command = s.command as is from exchange_writer w join exchange_state s using (id)';
const PROJECTED_WITHIN_MS = 1_000;

/** One statement on a connection of its own, with the tables as they are once they have followed the journal. */
export async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  return withClient(url, async (client) => {
    const isProjected = (): Promise<boolean> =>
      client.query<{ is: boolean }>(IS_PROJECTED).then(
        ({ rows }) => rows[0]?.is !== false,
        () => true, // A database without an exchange.
      );
    await until(isProjected, Boolean, PROJECTED_WITHIN_MS);
    return (await client.query<Record<string, unknown>>(statement)).rows;
  });
}

/** The same with the tables as they are now. */
export const queryAtOnce = (url: string, statement: string): Promise<Record<string, unknown>[]> =>
  withClient(url, async (client) => (await client.query<Record<string, unknown>>(statement)).rows);

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Asks again until the answer is the one that is waited for; the last answer if it never comes. */
export async function until<Answer>(
  ask: () => Promise<Answer>,
  isIt: (answer: Answer) => boolean,
  milliseconds: number,
): Promise<Answer> {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    const answer = await ask();
    if (isIt(answer) || Date.now() > deadline) return answer;
    await pause(10);
  }
}
