import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { MikroORM } from '@mikro-orm/postgresql';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from './app.js';
import { VenueClockService } from '../clock/venue-clock.service.js';
import type { Config } from '../config/config.js';
import { toFirstSignInPath } from '../config/data-directory.js';
import type { DatabaseLogger as DatabaseLog } from '../database/database-logger.js';
import { migrate } from '../database/migrate.js';
import { openDatabase } from '../database/open-database.js';
import { ExchangeService } from '../exchange/exchange.service.js';
import { MarketListingService } from '../instruments/sandbox/market-listing.service.js';
import { MarketMakerService } from '../marketmaker/market-maker.service.js';
import { claimDataDirectory } from './service-claim.js';
import { type FirstSignInCredentials, seedAdministrator, seedMarket } from './seed.js';
import { finishInterruptedRotation } from './secret-key-rotation.js';
import { checkPortAvailable, explainListenError } from './service-port.js';
import { createLog, type Log } from '../telemetry/log.js';
import { WebhookDispatcherService } from '../webhooks/delivering/webhook-dispatcher.service.js';

/** What was started one after another, and is stopped again in the opposite order. */
export class UndoStack {
  private readonly steps: (() => Promise<void>)[] = [];

  push(step: () => Promise<void>): void {
    this.steps.push(step);
  }

  /** Runs every step even if another one fails: a server that does not close must not leave PostgreSQL running. Then throws the first failure. */
  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (let step = this.steps.pop(); step; step = this.steps.pop()) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}

/** The service as a whole, running. */
export type RunningService = Readonly<{
  url: string;
  /** At the very first start only. */
  firstSignIn: FirstSignInCredentials | null;
  /** The file that has the first sign-in later, if there is one. */
  credentialsFile: string | null;
  /** Fulfilled if another process has taken the database over; mostly never. The service must then be stopped. */
  lost: Promise<Error>;
  stop(): Promise<void>;
}>;

/** Says what is being done, for a person who waits. */
export type ReportProgress = (line: string) => void;

/**
 * Starts the whole in its order: data directory, a look at the port, database, tables, application, the sandbox's market, first users, the exchange with its books, port. Whatever
 * was started is remembered, and is stopped again in the opposite order: at the end, when a later step fails, and when `told`
 * says stop while the start is still going on (then there is no service).
 */
export async function startService(
  config: Config,
  report: ReportProgress,
  stopSignal: AbortSignal,
): Promise<RunningService | null> {
  const undoStack = new UndoStack();
  const log = createLog(config.logLevel);
  const startup = { isOver: false };
  try {
    const { announce, release } = await claimDataDirectory(config.dataDir, 'still starting', report);
    undoStack.push(release);
    await checkPortAvailable(config.host, config.port);
    config.ensureSecretKey();
    stopSignal.throwIfAborted();

    report(
      config.databaseUrl === null ? `Starting PostgreSQL in ${config.dataDir} ...` : 'Connecting to the database ...',
    );
    const database = await openDatabase(config, createStartupLogger(startup, report, log));
    undoStack.push(() => database.close());
    stopSignal.throwIfAborted();

    const applied = await migrate(database.url);
    if (applied.length > 0) report(`Tables brought up to date: ${applied.join(', ')}.`);
    stopSignal.throwIfAborted();

    await finishInterruptedRotation(config, database.url, report);
    const app = await createApp(config, database.url, { log });
    undoStack.push(() => app.close());
    const clock = app.get(VenueClockService);
    clock.watch();
    if (config.mode === 'sandbox') await seedMarket(app.get(MikroORM), new Date(clock.now()));
    const firstSignIn = await seedAdministrator(app.get(MikroORM), config, report);
    await app.get(ExchangeService, { strict: false }).keepOpen();
    await app.init();
    await startWebhooks(app);
    if (config.mode === 'sandbox') app.get(MarketListingService, { strict: false }).start();
    // Last, because the first user and the first account are the administrator's.
    await app.get(MarketMakerService, { strict: false }).start();
    // What was made up is shown once: from here on the start ends before it stops.
    if (firstSignIn === null) {
      stopSignal.throwIfAborted();
      returnStartMemory();
    }

    await listen(app, config);
    await announce(config.baseUrl);
    const credentialsFile = toFirstSignInPath(config.dataDir);
    startup.isOver = true;
    return {
      url: config.baseUrl,
      firstSignIn,
      credentialsFile: existsSync(credentialsFile) ? credentialsFile : null,
      lost: database.lost,
      stop: () => undoStack.run(),
    };
  } catch (error) {
    // Why it did not start is what has to be fixed; that stopping failed as well may follow from it.
    await undoStack.run().catch((failure: unknown) => log.error({ err: failure }, 'stopping after a failed start'));
    if (stopSignal.aborted) return null;
    throw error;
  }
}

/** Sends the deliveries that came due while no process was running, and all from now on, in the process that writes the exchange. */
async function startWebhooks(app: NestFastifyApplication): Promise<void> {
  const dispatcher = app.get(WebhookDispatcherService, { strict: false });
  dispatcher.keepServing();
  if (app.get(ExchangeService, { strict: false }).isReady) await dispatcher.begin();
}

/** What the database has to say goes to the person who waits for the start, and afterwards into the log like everything else. */
function createStartupLogger(startup: Readonly<{ isOver: boolean }>, report: ReportProgress, log: Log): DatabaseLog {
  const writeTo = (level: keyof DatabaseLog) => (line: string) => (startup.isOver ? log[level](line) : report(line));
  return { info: writeTo('info'), warn: writeTo('warn'), error: writeTo('error') };
}

/**
 * What the start alone needed goes back to the system before the first request comes, where `bin/launch.js` allows it. The very first
 * start leaves more behind, and a person waits for it.
 */
function returnStartMemory(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

async function listen(app: NestFastifyApplication, config: Config): Promise<void> {
  const { host, port } = config;
  try {
    await app.listen(port, host);
  } catch (cause) {
    throw explainListenError(cause, host, port);
  }
  const address = app.getHttpServer().address() as AddressInfo;
  config.setListeningPort(address.port);
}
