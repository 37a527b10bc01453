import { Module, type OnModuleInit } from '@nestjs/common';
import { Config } from '../config/config.js';
import { HealthService } from '../health/health.service.js';
import { InstrumentsModule } from '../instruments/instruments.module.js';
import type { Log } from '../telemetry/log.js';
import { LOG } from '../telemetry/telemetry.module.js';
import { ExchangeService } from './exchange.service.js';
import { LoopLoaderService } from './loop-loader.service.js';
import { LoopSupervisorService } from './loop-supervisor.service.js';
import { ExchangeStore } from './store/exchange-store.js';
import { SnapshotFiles } from './snapshot/snapshot-files.js';
import { SnapshotDirectory } from './snapshot/snapshot-directory.js';
import { SnapshotsService } from './snapshot/snapshots.service.js';
import { PostgresStoreService } from './store/postgres-store.service.js';
import { ProjectionService } from './projection/projection.service.js';
import { PriceScalesService } from './ledger/price-scales.service.js';
import { ClientOrderMemoryService } from './recovery/client-order-memory.service.js';
import { EarlierOrdersService } from './recovery/earlier-orders.service.js';
import { IdempotentResultsService } from './recovery/idempotent-results.service.js';
import { ReferenceUpdatesService } from './sessions/reference-updates.service.js';
import { SessionClockService } from './sessions/session-clock.service.js';

/** Nest's logger says everything below a warning at debug; an operator wants to see which state a start used. */
function createSnapshotFiles(config: Config, log: Log): SnapshotFiles {
  return new SnapshotDirectory(config, (level, line) => log[level]({ context: SnapshotFiles.name }, line));
}

/** The single writer: the state of trading, and the only way to change it. */
@Module({
  imports: [InstrumentsModule],
  providers: [
    ExchangeService,
    { provide: ExchangeStore, useClass: PostgresStoreService },
    { provide: SnapshotFiles, inject: [Config, LOG], useFactory: createSnapshotFiles },
    SnapshotsService,
    LoopLoaderService,
    LoopSupervisorService,
    ProjectionService,
    ClientOrderMemoryService,
    EarlierOrdersService,
    IdempotentResultsService,
    PriceScalesService,
    SessionClockService,
    ReferenceUpdatesService,
  ],
  exports: [ExchangeService, PriceScalesService, SnapshotsService],
})
export class ExchangeModule implements OnModuleInit {
  constructor(
    private readonly health: HealthService,
    private readonly exchange: ExchangeService,
    private readonly projection: ProjectionService,
  ) {}

  onModuleInit(): void {
    this.health.dependencies.register({
      name: 'exchange',
      isAvailable: () => this.exchange.isReady,
      reason: () =>
        this.exchange.isElsewhere
          ? 'Another process runs the exchange on this database; this one stands by.'
          : 'The exchange is not open yet.',
    });
    this.health.dependencies.register({
      name: 'tables',
      isAvailable: () => !this.projection.progress.isFailing || this.exchange.isOutOfSpace,
      reason: () =>
        `The tables do not follow the journal: ${this.projection.progress.lag} committed commands are not in them. The log has the reason.`,
    });
  }
}
