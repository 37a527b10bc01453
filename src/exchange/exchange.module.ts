import { Module, type OnModuleInit } from '@nestjs/common';
import { HealthService } from '../http/health.service.js';
import { InstrumentsModule } from '../instruments/instruments.module.js';
import { ExchangeService } from './exchange.service.js';
import { LoopSupervisorService } from './loop-supervisor.service.js';
import { PriceScales } from './ledger/price-scales.service.js';
import { EarlierOrders } from './recovery/earlier-orders.service.js';
import { KeyedResults } from './recovery/keyed-results.service.js';
import { ReferenceNews } from './sessions/reference-news.service.js';
import { SessionClock } from './sessions/session-clock.service.js';

/** The single writer: what it keeps, and the only way to change it. */
@Module({
  imports: [InstrumentsModule],
  providers: [
    ExchangeService,
    LoopSupervisorService,
    EarlierOrders,
    KeyedResults,
    PriceScales,
    SessionClock,
    ReferenceNews,
  ],
  exports: [ExchangeService, PriceScales],
})
export class ExchangeModule implements OnModuleInit {
  constructor(
    private readonly health: HealthService,
    private readonly exchange: ExchangeService,
  ) {}

  onModuleInit(): void {
    this.health.addDependency('exchange', {
      isAvailable: () => this.exchange.isReady,
      reason: () =>
        this.exchange.isElsewhere
          ? 'Another process runs the exchange on this database; this one stands by.'
          : 'The exchange is not open yet.',
    });
  }
}
