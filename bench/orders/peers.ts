/** The three who are measured, each a process of its own with a load of its own. */
import { tradingEnvironment, openTradingOverHttp } from '../../test/support/trading-over-http.js';
import { createPeerDatabase, type Running, startBeside, startService, stop } from '../support/processes.js';
import { Crowd } from './crowd.js';
import type { Market } from './mix.js';

const path = '/orderactions';

export type Peer = Readonly<{ running: Running; crowd: Crowd; market: Market }>;

/** Also tells how long the rows of the last thousands of commits took into the tables: 99 of 100 within these milliseconds. */
type Kontor = Peer & Readonly<{ readLag: () => Promise<number> }>;

/** What stands in the place of a token where nobody asks for one. */
const noToken = 'x'.repeat(43);

/** As a new user gets it: the sandbox, an embedded PostgreSQL in an empty directory, its log at `info`. */
export async function kontor(dataDir: string): Promise<Kontor> {
  const running = await startService(dataDir, {
    ...tradingEnvironment,
    LOG_LEVEL: process.env['KONTOR_BENCH_LOG_LEVEL'] ?? 'info',
  });
  const { token, ...market } = await openTradingOverHttp(running.url, { accounts: 20, instruments: 20 });
  return {
    running,
    market,
    crowd: new Crowd({ endpoint: { url: running.url, path, token }, market, pid: running.pid, dataDir }),
    readLag: async () => {
      const answer = await fetch(`${running.url}/administration/health`, {
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      });
      const { exchange } = (await answer.json()) as { exchange: Record<string, Record<string, number>> };
      return exchange['tables_behind']?.['p99_ms'] ?? NaN;
    },
  };
}

/** It is sent the same bytes, the token included. */
export async function echo(market: Market): Promise<Peer> {
  const running = await startBeside('../orders/echo.ts');
  return {
    running,
    market,
    crowd: new Crowd({ endpoint: { url: running.url, path, token: noToken }, market, pid: running.pid, dataDir: null }),
  };
}

/** In the same PostgreSQL as Kontor, with a database of its own. */
export async function plain(dataDir: string, market: Market): Promise<Peer> {
  const running = await startBeside('../orders/plain/main.ts', {
    PLAIN_DATABASE_URL: await createPeerDatabase(dataDir, 'plain'),
    PLAIN_ACCOUNTS: String(Math.max(...market.accounts)),
  });
  return {
    running,
    market,
    crowd: new Crowd({ endpoint: { url: running.url, path, token: noToken }, market, pid: running.pid, dataDir }),
  };
}

export async function leave({ running, crowd }: Peer): Promise<void> {
  crowd.close();
  await stop(running);
}
