import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { MikroORM } from '@mikro-orm/postgresql';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from './app.js';
import { VenueClock } from './clock/venue-clock.service.js';
import type { Config } from './config/config.js';
import { firstSignInFile } from './config/first-sign-in-file.js';
import type { Log as DatabaseLog } from './database/log.js';
import { migrate } from './database/migrate.js';
import { openDatabase } from './database/open-database.js';
import { ExchangeService } from './exchange/exchange.service.js';
import { MarketListing } from './instruments/sandbox/market-listing.service.js';
import { MarketMaker } from './marketmaker/market-maker.service.js';
import { claim } from './service-claim.js';
import { type FirstSignIn, seed, seedMarket } from './seed.js';
import { settleRotation } from './secret-key-rotation.js';
import { askForPort, whyNotListening } from './service-port.js';
import { createLog, type Log } from './telemetry/log.js';
import { Undo } from './undo.js';
import { WebhookDispatcher } from './webhooks/delivering/webhook-dispatcher.service.js';

/** The service as a whole, running. */
export type RunningService = Readonly<{
  url: string;
  /** At the very first start only. */
  firstSignIn: FirstSignIn | null;
  /** The file that has the first sign-in later, if there is one. */
  kept: string | null;
  /** Fulfilled if another process has taken the database over; mostly never. The service must then be stopped. */
  lost: Promise<Error>;
  stop(): Promise<void>;
}>;

/** Says what is being done, for a person who waits. */
export type Tell = (line: string) => void;

/**
 * Starts the whole in its order: data directory, a look at the port, database, tables, application, the sandbox's market, first users, the exchange with its books, port. Whatever
 * was started is remembered, and is stopped again in the opposite order: at the end, when a later step fails, and when `told`
 * says stop while the start is still going on (then there is no service).
 */
export async function startService(config: Config, tell: Tell, told: AbortSignal): Promise<RunningService | null> {
  const undo = new Undo();
  const log = createLog(config.logLevel);
  const start = { isOver: false };
  try {
    const { announce, release } = await claim(config.dataDir, 'still starting', tell);
    undo.push(release);
    await askForPort(config.host, config.port);
    config.keepSecretKey();
    told.throwIfAborted();

    tell(
      config.databaseUrl === null ? `Starting PostgreSQL in ${config.dataDir} ...` : 'Connecting to the database ...',
    );
    const database = await openDatabase(config, untilStarted(start, tell, log));
    undo.push(() => database.close());
    told.throwIfAborted();

    const applied = await migrate(database.url);
    if (applied.length > 0) tell(`Tables brought up to date: ${applied.join(', ')}.`);
    told.throwIfAborted();

    await settleRotation(config, database.url, tell);
    const app = await createApp(config, database.url, { log });
    undo.push(() => app.close());
    const clock = app.get(VenueClock);
    clock.watch();
    if (config.mode === 'sandbox') await seedMarket(app.get(MikroORM), new Date(clock.now()));
    const firstSignIn = await seed(app.get(MikroORM), config, tell);
    await app.get(ExchangeService, { strict: false }).keepOpen();
    await app.init();
    await serveWebhooks(app);
    if (config.mode === 'sandbox') app.get(MarketListing, { strict: false }).begin();
    // Last, because the first user and the first account are the administrator's.
    await app.get(MarketMaker, { strict: false }).begin();
    // What was made up is shown once: from here on the start ends before it stops.
    if (firstSignIn === null) told.throwIfAborted();

    await listen(app, config);
    await announce(config.baseUrl);
    const kept = firstSignInFile(config.dataDir);
    start.isOver = true;
    return {
      url: config.baseUrl,
      firstSignIn,
      kept: existsSync(kept) ? kept : null,
      lost: database.lost,
      stop: () => undo.run(),
    };
  } catch (error) {
    // Why it did not start is what has to be mended; that stopping failed as well may follow from it.
    await undo.run().catch((failure: unknown) => log.error({ err: failure }, 'stopping after a failed start'));
    if (told.aborted) return null;
    throw error;
  }
}

/** Those that came due while nobody was there, and from now on all; by whoever has the exchange, now or as soon as it has it. */
async function serveWebhooks(app: NestFastifyApplication): Promise<void> {
  const dispatcher = app.get(WebhookDispatcher, { strict: false });
  dispatcher.keepServing();
  if (app.get(ExchangeService, { strict: false }).isReady) await dispatcher.begin();
}

/** What the database has to say goes to the person who waits for the start, and afterwards into the log like everything else. */
function untilStarted(start: Readonly<{ isOver: boolean }>, tell: Tell, log: Log): DatabaseLog {
  const to = (level: keyof DatabaseLog) => (line: string) => (start.isOver ? log[level](line) : tell(line));
  return { info: to('info'), warn: to('warn'), error: to('error') };
}

async function listen(app: NestFastifyApplication, config: Config): Promise<void> {
  const { host, port } = config;
  try {
    await app.listen(port, host);
  } catch (cause) {
    throw whyNotListening(cause, host, port);
  }
  const address = app.getHttpServer().address() as AddressInfo;
  config.listensOn(address.port);
}
