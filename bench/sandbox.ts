/**
 * The sandbox for some minutes, as a new user starts it: customers trade with the market maker over the API, then everybody leaves and it
 * falls asleep. What it costs while a user looks and while nobody does, how the journal grows, and whether everything still adds up.
 *
 * KONTOR_BENCH_MINUTES is how long they trade; until it is asleep, and measured so, it takes seven minutes more.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { query, urlOf } from '../test/support/postgres-service.js';
import { Customer } from './sandbox/customers.js';
import { signIn, unhindered } from './support/first-sign-in.js';
import { cpuSeconds, databaseCpuSeconds, inDirectory, megabytes, startService } from './support/processes.js';
import { isSmoke, readSize } from './support/size.js';

const minutes = readSize('KONTOR_BENCH_MINUTES', 10, 0.05);
const customers = readSize('KONTOR_BENCH_CUSTOMERS', 5, 1);
/** Five minutes after the last look it sleeps. */
const fallsAsleepMs = isSmoke ? 0 : 305_000;
const asleepMs = isSmoke ? 1_000 : 100_000;
const looksEveryMs = isSmoke ? 500 : 20_000;
const looks = 3;

/** Each finds something only where something is wrong. */
const invariants = {
  'positions that do not sum to zero': 'select instrument_id from positions group by 1 having sum(quantity) <> 0',
  'orders whose parts are not the whole': `select id from orders where filled_quantity > quantity or (status = 'Open') <> (state in ('New', 'PartiallyFilled', 'PendingTrigger')) or (status = 'Filled' and filled_quantity <> quantity)`,
  'orders whose fills are not their trades':
    'select o.id from orders o left join (select id, sum(quantity) as q from (select buy_order_id as id, quantity from trades union all select sell_order_id, quantity from trades) t group by 1) f on f.id = o.id where o.filled_quantity <> coalesce(f.q, 0)',
  'books that are crossed': `select instrument_id from orders where status = 'Open' and state <> 'PendingTrigger' and limit_price is not null group by 1 having max(limit_price) filter (where side = 'Buy') >= min(limit_price) filter (where side = 'Sell')`,
  'trades with oneself': 'select id from trades where buy_acct_id = sell_acct_id',
  'refused orders of the market maker': `select seq from journal j join users u on u.id = j.user_id where u.password_hash = '!market-maker' and j.refusal_code is not null and j.refusal_code <> 'order_not_open'`,
} as const;

type Grown = Readonly<{ commands: number; bytes: number; all: number }>;
type Used = Readonly<{ service: number; database: number }>;

const row = (what: string, value: string): boolean => process.stdout.write(`| ${what} | ${value} |\n`);
const megabyte = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

async function grown(url: string): Promise<Grown> {
  const [counted] = await query(
    url,
    `select (select count(*) from journal) as commands, pg_total_relation_size('journal') as bytes, pg_database_size(current_database()) as all`,
  );
  return { commands: Number(counted?.['commands']), bytes: Number(counted?.['bytes']), all: Number(counted?.['all']) };
}

async function verify(dataDir: string): Promise<boolean> {
  const child = spawn(process.execPath, ['dist/src/main.js', 'verify'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number];
  return code === 0;
}

type Trading = Readonly<{
  url: string;
  database: string;
  used: () => Promise<Used>;
  percent: (before: Used, after: Used, milliseconds: number) => string;
}>;

async function measureTrading({ url, database, used, percent }: Trading): Promise<void> {
  const instruments = (
    await query(
      database,
      `select id from instruments i where exists (select 1 from products p join product_groups g on g.id = p.group_id where p.id = i.product_id and g.currency = 'USD') order by id limit 20`,
    )
  ).map((found) => Number(found['id']));
  const crowd = await Promise.all(
    Array.from({ length: customers }, (_, number) => Customer.register(url, `customer${number}`, instruments)),
  );
  const [tradedBefore, began, first] = [await used(), performance.now(), await grown(database)];
  await Promise.all(crowd.map((customer) => customer.tradeUntil(began + minutes * 60_000)));
  const [tradedAfter, tradedMs, last] = [await used(), performance.now() - began, await grown(database)];
  row(`while ${customers} customers trade, ${minutes} minutes`, percent(tradedBefore, tradedAfter, tradedMs));
  row(
    'what the customers did',
    JSON.stringify(
      crowd
        .map(({ counts }) => counts)
        .reduce(
          (sum, counts) =>
            Object.fromEntries(
              Object.entries(counts).map(([what, count]) => [what, count + sum[what as keyof typeof sum]]),
            ) as typeof counts,
        ),
    ),
  );
  row(
    'journal in that time',
    `${last.commands - first.commands} commands, ${megabyte(last.bytes - first.bytes)}; the whole database ${megabyte(last.all - first.all)}: ${((last.all - first.all) / (last.commands - first.commands)).toFixed(0)} bytes a command`,
  );
}

async function measure(dataDir: string): Promise<void> {
  const service = await startService(dataDir, unhindered);
  const database = await urlOf(dataDir);
  const used = async (): Promise<Used> => ({
    service: await cpuSeconds(service.pid),
    database: await databaseCpuSeconds(dataDir),
  });
  const percent = (before: Used, after: Used, milliseconds: number): string =>
    `${((after.service - before.service) / (milliseconds / 100_000)).toFixed(2)} % of a core, PostgreSQL ${((after.database - before.database) / (milliseconds / 100_000)).toFixed(2)} %`;
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${(await signIn(service.url))['access_token'] ?? ''}`,
  };
  const memory = await megabytes(service.pid);

  /** A user looks, and nobody trades but the market maker. */
  const lookMs = looks * looksEveryMs;
  const [lookedBefore, grownBefore] = [await used(), await grown(database)];
  for (let look = 0; look < looks; look++) {
    await (await fetch(`${service.url}/accounts`, { headers })).text();
    await pause(looksEveryMs);
  }
  const [lookedAfter, grownAfter] = [await used(), await grown(database)];
  row('while a user looks', percent(lookedBefore, lookedAfter, lookMs));
  const commands = (grownAfter.commands - grownBefore.commands) / (lookMs / 1000);
  row('commands of the market maker, a second', commands.toFixed(1));

  await measureTrading({ url: service.url, database, used, percent });
  row('memory of the service after its start, and after that', `${memory} MB, ${await megabytes(service.pid)} MB`);

  for (const [what, statement] of Object.entries(invariants))
    row(what, String((await query(database, statement)).length));
  row('kontor verify', (await verify(dataDir)) ? 'equal' : 'DIFFERENT');

  await pause(fallsAsleepMs);
  const [sleptBefore, quietBefore] = [await used(), await grown(database)];
  await pause(asleepMs);
  const [sleptAfter, quietAfter] = [await used(), await grown(database)];
  row('asleep', percent(sleptBefore, sleptAfter, asleepMs));
  row('commands while asleep', String(quietAfter.commands - quietBefore.commands));
  row(
    'load of the machine at the end',
    loadavg()
      .map((load) => load.toFixed(1))
      .join(', '),
  );
}

await inDirectory((directory) => measure(join(directory, 'data')));
