/**
 * Reading the market: `GET /marketdata` with 20 instruments and all six sides over 64 connections, beside a bare Fastify that answers the
 * same bytes, in turns. Once while nothing happens, and once while orders change the boards all the time, so that answers are
 * written anew. Then the streams, which bench/streams.ts measures alone.
 *
 * KONTOR_BENCH_SECONDS is how long each is asked, KONTOR_BENCH_ROUNDS how often.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type HttpTradingSetup,
  tradingEnvironment,
  MID_PRICE,
  openTradingOverHttp,
  TICK_SIZE,
} from '../test/support/trading-over-http.js';
import type { Question, Reading } from './marketdata/readers.js';
import { measureStreams } from './streams/measure.js';
import { inDirectory, median, type Running, start, startService, stop } from './support/processes.js';
import { isSmoke, readSize } from './support/size.js';

const seconds = readSize('KONTOR_BENCH_SECONDS', 5, 0.5);
const rounds = readSize('KONTOR_BENCH_ROUNDS', 5, 1);
const connections = readSize('KONTOR_BENCH_CONNECTIONS', 64, 4);
const root = join(import.meta.dirname, '..');

const row = (...cells: readonly string[]): boolean => process.stdout.write(`| ${cells.join(' | ')} |\n`);
const head = (...cells: readonly string[]): boolean => row(...cells) && row(...cells.map(() => '---'));

/** Gives orders one after the other, at about the given rate. */
class Traders {
  private isOver = false;
  private working: Promise<unknown> = Promise.resolve();
  submitted = 0;

  constructor(
    private readonly url: string,
    private readonly floor: HttpTradingSetup,
  ) {}

  async order(instrument: number, side: 'Buy' | 'Sell', price: number, quantity: number): Promise<void> {
    const { accounts, token } = this.floor;
    const body = {
      action_type: 'LimitOrderSub',
      acct_id: accounts[side === 'Buy' ? 0 : 1],
      instrument_id: instrument,
      side,
      time_in_force: 'GTC',
      limit_price: price,
      quantity,
    };
    const answer = await fetch(`${this.url}/orderactions`, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    if (answer.status !== 201) throw new Error(`An order was answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
    this.submitted++;
  }

  /** Every instrument gets a trade and two sides, so that each of the six has something to say. */
  async prepare(): Promise<void> {
    for (const instrument of this.floor.instruments) {
      await this.order(instrument, 'Sell', MID_PRICE, 5);
      await this.order(instrument, 'Buy', MID_PRICE, 3);
      await this.order(instrument, 'Buy', MID_PRICE - 4 * TICK_SIZE, 12);
      await this.order(instrument, 'Sell', MID_PRICE + 4 * TICK_SIZE, 12);
    }
  }

  begin(perSecond: number): void {
    this.isOver = false;
    this.submitted = 0;
    const { instruments } = this.floor;
    const work = async (): Promise<void> => {
      for (let n = 0; !this.isOver; n++) {
        const instrument = instruments[n % instruments.length] ?? 0;
        await Promise.all([
          this.order(instrument, n % 2 === 0 ? 'Buy' : 'Sell', MID_PRICE + (n % 2 === 0 ? -1 : 1) * TICK_SIZE, 1),
          pause(1_000 / perSecond),
        ]);
      }
    };
    this.working = work();
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.working;
  }
}

async function ask(question: Omit<Question, 'connections' | 'seconds'>): Promise<Reading> {
  const child = fork(join(import.meta.dirname, 'marketdata', 'readers.ts'), {
    cwd: root,
    execArgv: ['--import', './test/support/typescript.mjs'],
  });
  child.send({ ...question, connections, seconds } satisfies Question);
  const [reading] = (await once(child, 'message')) as [Reading];
  child.disconnect();
  if (reading.refused > 0) throw new Error(`${reading.refused} answers were refusals.`);
  return reading;
}

function rowOf(name: string, readings: readonly Reading[]): void {
  const over = (figure: keyof Reading): number => median(readings.map((reading) => reading[figure]));
  row(
    name,
    over('perSecond').toFixed(0),
    `${over('p50').toFixed(1)} ms`,
    `${over('p99').toFixed(1)} ms`,
    `${over('server').toFixed(0)} µs`,
    `${over('bytes')}`,
  );
}

async function compare(ours: Running, floor: HttpTradingSetup, directory: string): Promise<void> {
  const path = `/marketdata?${floor.instruments.map((id) => `instrument_ids=${id}`).join('&')}&${['Buy', 'Sell', 'Last', 'High', 'Low', 'Volume'].map((side) => `sides=${side}`).join('&')}`;
  const answer = await (
    await fetch(`${ours.url}${path}`, {
      headers: { accept: 'application/json', authorization: `Bearer ${floor.token}` },
    })
  ).text();
  const items = (JSON.parse(answer) as unknown[]).length;
  if (items !== floor.instruments.length * 6) throw new Error(`${items} items were answered.`);
  await writeFile(join(directory, 'answer.json'), answer);
  const bare = await start(
    ['--import', './test/support/typescript.mjs', join(import.meta.dirname, 'marketdata', 'bare.ts')],
    { BARE_ANSWER: join(directory, 'answer.json') },
  );
  const traders = new Traders(ours.url, floor);
  const readOurs = () => ask({ url: ours.url, path, token: floor.token, pid: ours.pid });
  const readMoving = async (): Promise<Reading> => {
    traders.begin(200);
    const reading = await readOurs();
    await traders.end();
    return reading;
  };
  const readBare = () => ask({ url: bare.url, path, token: floor.token, pid: bare.pid });
  const readings: Readonly<Record<'resting' | 'moving' | 'bare', Reading[]>> = { resting: [], moving: [], bare: [] };
  // What comes of the first turn, in which everything is still slow, is not looked at.
  for (let round = 0; round <= rounds; round++) {
    const turn = { resting: await readOurs(), bare: await readBare(), moving: await readMoving() };
    if (round > 0) for (const who of ['resting', 'bare', 'moving'] as const) readings[who].push(turn[who]);
  }
  head('', 'answers/s', 'p50', 'p99', 'CPU of the server per answer', 'bytes');
  rowOf('Kontor, a market at rest', readings.resting);
  rowOf('bare Fastify, the same bytes', readings.bare);
  rowOf(`Kontor, while ${traders.submitted} orders come`, readings.moving);
  process.stdout.write('\n');
  head('what', 'measured', 'target');
  const times = (figure: 'perSecond' | 'server', who: 'resting' | 'moving'): string =>
    `${median(readings[who].map((reading, n) => reading[figure] / (readings.bare[n]?.[figure] ?? NaN))).toFixed(2)} times`;
  row('reading beside the bare Fastify', times('perSecond', 'resting'), 'at least 0.6 times');
  row('the same while the market moves', times('perSecond', 'moving'), '');
  row('CPU of an answer beside the bare Fastify', times('server', 'resting'), '');
  process.stdout.write(`\nThe load of the machine was ${loadavg()[0]?.toFixed(1) ?? ''}.\n`);
  await stop(bare);
}

await inDirectory(async (directory) => {
  const ours = await startService(join(directory, 'data'), {
    ...tradingEnvironment,
    SANDBOX_LIQUIDITY: 'off',
    LOG_LEVEL: process.env['KONTOR_BENCH_LOG_LEVEL'] ?? 'info',
  });
  const floor = await openTradingOverHttp(ours.url, { accounts: 20, instruments: 20 });
  await new Traders(ours.url, floor).prepare();
  await compare(ours, floor, directory);
  await stop(ours);
  process.stdout.write('\n');
  await measureStreams(join(directory, 'streams'), {
    readers: readSize('KONTOR_BENCH_READERS', 1_000, 4),
    perSecond: readSize('KONTOR_BENCH_RATE', 500, 20),
    seconds: isSmoke ? 1 : Math.max(10, seconds),
  });
});
