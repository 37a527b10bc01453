/**
 * Order actions over HTTP, durable before they are answered, beside a bare Fastify that echoes the same body and beside the plain
 * way with NestJS and MikroORM (bench/orders/plain): 64 connections, 20 accounts, 20 instruments; 60 % limits that rest, 30 % cancels,
 * 10 % that cross. Then the same over the order stream, in batches of a hundred, and with more and more orders that rest.
 *
 * Every round asks the one and then the others, so that a ratio is of one moment. KONTOR_BENCH_SECONDS is how long each is asked,
 * KONTOR_BENCH_ROUNDS how often, and KONTOR_BENCH_MILLION=1 lets the book grow to a million orders.
 */
import { join } from 'node:path';
import type { Outcome } from './orders/load.js';
import { echo, kontor, leave, type Peer, plain } from './orders/peers.js';
import { query, superuserUrlOf } from '../test/support/postgres-service.js';
import { inDirectory, median, megabytes } from './support/processes.js';
import { isSmoke, readSize } from './support/size.js';

const seconds = readSize('KONTOR_BENCH_SECONDS', 5, 0.5);
const rounds = readSize('KONTOR_BENCH_ROUNDS', 3, 1);
const sizes = isSmoke ? [100, 200] : [1_000, 100_000];
if (process.env['KONTOR_BENCH_MILLION'] === '1') sizes.push(1_000_000);
const batch = { connections: 4, perRequest: 100 };
const stream = { connections: 64, inFlight: 8 };

const row = (...cells: readonly string[]): boolean => process.stdout.write(`| ${cells.join(' | ')} |\n`);
const head = (...cells: readonly string[]): boolean => row(...cells) && row(...cells.map(() => '---'));
const over = (outcomes: readonly Outcome[], figure: (outcome: Outcome) => number): number =>
  median(outcomes.map(figure));
const times = (ratios: readonly number[]): string => `${median(ratios).toFixed(2)} times`;
const microseconds = (value: number): string => `${value.toFixed(0)} µs`;

function rowOf(name: string, outcomes: readonly Outcome[]): void {
  const milliseconds = (figure: 'p50' | 'p99'): string =>
    `${over(outcomes, (outcome) => outcome[figure]).toFixed(1)} ms`;
  const cost = (figure: 'server' | 'database' | 'load'): string =>
    microseconds(over(outcomes, (outcome) => outcome[figure]));
  const answers: Record<string, number> = {};
  for (const outcome of outcomes)
    for (const [status, count] of Object.entries(outcome.answers)) answers[status] = (answers[status] ?? 0) + count;
  const counts = Object.entries(answers)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ');
  row(
    name,
    over(outcomes, ({ perSecond }) => perSecond).toFixed(0),
    milliseconds('p50'),
    milliseconds('p99'),
    cost('server'),
    cost('database'),
    cost('load'),
    counts,
  );
}

const columns = [
  '',
  'actions/s',
  'p50',
  'p99',
  'CPU of the server per action',
  'of PostgreSQL',
  'of the load',
  'answers',
];

/** Rounds in which everybody is asked in turn; what comes of a first one, in which everything is still slow, is not looked at. */
async function inTurns(asks: Readonly<Record<string, () => Promise<Outcome>>>): Promise<Record<string, Outcome[]>> {
  const outcomes: Record<string, Outcome[]> = {};
  for (const ask of Object.values(asks)) await ask();
  for (let round = 0; round < rounds; round++) {
    for (const [name, ask] of Object.entries(asks)) (outcomes[name] ??= []).push(await ask());
  }
  return outcomes;
}

const ratios = (ours: readonly Outcome[], theirs: readonly Outcome[], figure: (outcome: Outcome) => number): number[] =>
  ours.map((outcome, round) => figure(outcome) / figure(theirs[round] ?? outcome));

async function compare(dataDir: string): Promise<void> {
  const ours = await kontor(dataDir);
  const bare = await echo(ours.market);
  const usual = await plain(dataDir, ours.market);
  const ask = ({ crowd }: Peer) => crowd.run({ seconds });
  const lags = new Map<string, number>();
  const askAndLook = async (name: string, size: object): Promise<Outcome> => {
    const outcome = await ours.crowd.run({ seconds, ...size });
    lags.set(name, await ours.readLag());
    return outcome;
  };
  const {
    Kontor = [],
    echo: echoed = [],
    plain: plainly = [],
    streamed = [],
    named = [],
    batches = [],
  } = await inTurns({
    Kontor: () => askAndLook('single actions', {}),
    echo: () => ask(bare),
    plain: () => ask(usual),
    streamed: () => askAndLook('the WebSocket', stream),
    named: () => ours.crowd.run({ seconds, isNamed: true }),
    batches: () => askAndLook('batches', batch),
  });
  head(...columns);
  rowOf('Kontor', Kontor);
  rowOf('bare Fastify echo', echoed);
  rowOf('plain NestJS + MikroORM', plainly);
  rowOf(`Kontor, over the WebSocket, ${stream.inFlight} in flight on each connection`, streamed);
  rowOf('Kontor, with client order ids', named);
  rowOf(`Kontor, ${batch.perRequest} actions per request, ${batch.connections} connections`, batches);
  process.stdout.write('\n');
  head('what', 'measured', 'target');
  const rate = ({ perSecond }: Outcome): number => perSecond;
  row('order entry beside the echo', times(ratios(Kontor, echoed, rate)), 'at least 0.5 times');
  row('order entry beside the plain way', times(ratios(Kontor, plainly, rate)), 'at least 15 times');
  row('order entry over the WebSocket beside the echo', times(ratios(streamed, echoed, rate)), 'at least 1 time');
  row('p99 at 64 connections', `${over(Kontor, ({ p99 }) => p99).toFixed(1)} ms`, 'at most 15 ms');
  row(
    'CPU of an order action, service and PostgreSQL',
    `${microseconds(over(Kontor, ({ server }) => server))}, ${microseconds(over(Kontor, ({ database }) => database))}`,
    'at most 60 µs, 30 µs',
  );
  row(
    'actions in batches of 100',
    `${over(batches, rate).toFixed(0)}/s, ${times(ratios(batches, Kontor, rate))} the single rate`,
    'at least 40,000/s',
  );
  for (const [name, lag] of lags)
    row(`from a commit to the tables, p99, with ${name}`, `${lag.toFixed(0)} ms`, 'at most 50 ms');
  await Promise.all([leave(ours), leave(bare), leave(usual)]);
}

type Storage = Readonly<{ tables: number; wal: number }>;

/** Bytes of the database, with everything that was acknowledged in its tables, and of the write-ahead log so far. */
async function storageOf(dataDir: string): Promise<Storage> {
  const [row] = await query(
    await superuserUrlOf(dataDir),
    `select pg_database_size(current_database())::float8 as tables, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal`,
  );
  return row as Storage;
}

/** The same load before a book that is deep already; the echo beside it tells what the machine was like meanwhile. */
async function grow(dataDir: string): Promise<void> {
  const ours = await kontor(dataDir);
  const bare = await echo(ours.market);
  process.stdout.write('\n');
  head('resting orders', ...columns.slice(1), 'memory of the service', 'filled with');
  const costs: number[] = [];
  let resting = 0;
  let storage: Storage = { tables: NaN, wal: NaN };
  for (const size of sizes) {
    const before = await storageOf(dataDir);
    const filling = await ours.crowd.run({ seconds: 0, ...batch, fill: size - resting });
    const after = await storageOf(dataDir);
    storage = {
      tables: (after.tables - before.tables) / (size - resting),
      wal: (after.wal - before.wal) / (size - resting),
    };
    resting = size;
    const { Kontor = [], echo: echoed = [] } = await inTurns({
      Kontor: () => ours.crowd.run({ seconds }),
      echo: () => bare.crowd.run({ seconds }),
    });
    const memory = await megabytes(ours.running.pid);
    rowOf(`${size}`, Kontor);
    row(
      'the echo meanwhile',
      over(echoed, ({ perSecond }) => perSecond).toFixed(0),
      '',
      '',
      microseconds(over(echoed, ({ server }) => server)),
      '',
      '',
      '',
      `${memory} MB`,
      `${filling.perSecond.toFixed(0)} actions/s`,
    );
    costs.push(over(Kontor, ({ server, database }) => server + database));
  }
  process.stdout.write('\n');
  head('what', 'measured', 'target');
  sizes
    .slice(1)
    .forEach((size, n) =>
      row(
        `CPU of an order action at ${size} resting orders beside ${sizes[0] ?? 0}`,
        times([(costs[n + 1] ?? NaN) / (costs[0] ?? NaN)]),
        'at most 1.3 times at 1,000,000',
      ),
    );
  row(`memory at ${resting} resting orders`, `${await megabytes(ours.running.pid)} MB`, 'at most 600 MB');
  row('storage of an order in the tables', `${storage.tables.toFixed(0)} bytes`, 'at most 500 bytes');
  row('the same in the write-ahead log', `${storage.wal.toFixed(0)} bytes`, 'at most 1500 bytes');
  await Promise.all([leave(ours), leave(bare)]);
}

await inDirectory(async (directory) => {
  await compare(join(directory, 'compared'));
  await grow(join(directory, 'grown'));
});
