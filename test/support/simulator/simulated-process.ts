/** One process of the service: its exchange, made of the classes that run in production, on a store of the simulation. */
import { VenueClockService } from '../../../src/clock/venue-clock.service.js';
import type { Config } from '../../../src/config/config.js';
import { ProjectedTables } from '../../../src/database/projected-tables.js';
import type { BatchListener } from '../../../src/exchange/batch-listener.js';
import { ExchangeService } from '../../../src/exchange/exchange.service.js';
import { LoopLoaderService } from '../../../src/exchange/loop-loader.service.js';
import { LoopSupervisorService } from '../../../src/exchange/loop-supervisor.service.js';
import type { PortionSizes } from '../../../src/exchange/portions.js';
import { ProjectionService } from '../../../src/exchange/projection/projection.service.js';
import { ClientOrderMemoryService } from '../../../src/exchange/recovery/client-order-memory.service.js';
import { EarlierOrdersService } from '../../../src/exchange/recovery/earlier-orders.service.js';
import { SessionClockService } from '../../../src/exchange/sessions/session-clock.service.js';
import { SnapshotsService } from '../../../src/exchange/snapshot/snapshots.service.js';
import { writeSnapshot } from '../../../src/exchange/recovery/load-books.js';
import type { CommandBody } from '../../../src/engine/command.js';
import type { CommandCaller } from '../../../src/exchange/caller.js';
import type { CommandResult } from '../../../src/exchange/commit-loop.js';
import type { MemoryDatabase } from './memory-database.js';
import { MemoryResults } from './memory-results.js';
import type { MemorySnapshots } from './memory-snapshots.js';
import { MemoryStore } from './memory-store.js';

/** So few that a run forgets several generations of client order ids. */
const GENERATION_COMMANDS = 3;
/** So few that a command that ends two orders goes on in portions. */
const PORTION_SIZES: PortionSizes = { whole: 1, first: 1, next: 1 };

export class SimulatedProcess {
  readonly exchange: ExchangeService;
  isDead = false;
  /** Resolves when the process is killed. */
  readonly death: Promise<'dead'>;
  private readonly tables = new ProjectedTables();
  private readonly store: MemoryStore;
  private readonly results: MemoryResults;
  private die: (end: 'dead') => void = () => undefined;

  constructor(
    readonly name: string,
    database: MemoryDatabase,
    private readonly files: MemorySnapshots,
    config: Config,
  ) {
    this.store = new MemoryStore(database, this.tables);
    const projection = new ProjectionService(this.store, this.tables);
    const earlier = new EarlierOrdersService(this.store);
    const venueClock = new VenueClockService(config);
    const sessions = new SessionClockService(this.store, config, venueClock);
    if (database.removed === 'clock') sessions.run = sessions.isLate = () => false;
    const clientOrders = new ClientOrderMemoryService(earlier);
    clientOrders.generationCommands = GENERATION_COMMANDS;
    if (database.removed === 'requests') clientOrders.requests.whenAllDone = () => Promise.resolve();
    if (database.removed === 'tables')
      clientOrders.afterBatch = () => {
        ClientOrderMemoryService.prototype.afterBatch.call(clientOrders, Infinity);
      };
    const loader = new LoopLoaderService(this.store, files, sessions, venueClock, projection);
    const snapshots = new SnapshotsService(this.store, files, config);
    const supervisor = new LoopSupervisorService(
      ...([this.store, clientOrders, sessions, loader, projection, snapshots] as const),
    );
    loader.portionSizes = PORTION_SIZES;
    this.results = new MemoryResults(this.store, database.removed);
    this.exchange = new ExchangeService(supervisor, clientOrders, sessions, this.results);
    this.death = new Promise((resolve) => (this.die = resolve));
  }

  start(listener: BatchListener): void {
    this.exchange.batchListeners.register(listener);
    void this.exchange.keepOpen();
  }

  /** As the child process does. */
  async writeSnapshot(): Promise<void> {
    await this.store.readAtOneMoment((stored) => writeSnapshot(stored, this.files));
  }

  /** With an `Idempotency-Key`, if there is one. */
  execute(
    caller: CommandCaller,
    bodies: readonly CommandBody[],
    key: string | null,
  ): Promise<readonly CommandResult[]> {
    this.results.nextKey = key;
    return this.exchange.executeAll(caller, bodies);
  }

  kill(): void {
    this.isDead = true;
    this.store.abandon();
    this.die('dead');
  }

  async close(): Promise<void> {
    await this.exchange.onApplicationShutdown();
    this.kill();
  }

  /** Reads the tables as a module with an EntityManager does; returns the last command that they have. */
  async readTables(): Promise<number> {
    await this.tables.whenReadable('select * from orders');
    return this.store.readPlace();
  }
}
