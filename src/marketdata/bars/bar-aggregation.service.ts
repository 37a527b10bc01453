import { EntityManager } from '@mikro-orm/postgresql';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { isDatabaseUnavailable } from '../../database/outage.js';
import { ExchangeService } from '../../exchange/exchange.service.js';
import { AGGREGATE_TRADES } from './bar-statements.js';

/**
 * The number of trades per statement: some hundredths of a second, and stopping the service waits for one statement at
 * most.
 */
const BATCH_SIZE = 5_000;
/** Until then the trades are added when bars are read; a shorter interval would only write the same bars more often. */
const DELAY_MS = 2_000;

/**
 * Aggregates trades into bars, some seconds behind the market, in the process that writes the exchange, and after a
 * start whatever was left. Bars and progress are written in one transaction, so it can be stopped at any time.
 */
@Injectable()
export class BarAggregationService implements OnModuleInit, BeforeApplicationShutdown {
  private readonly log = new Logger(BarAggregationService.name);
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<unknown> = Promise.resolve();
  private isClosing = false;

  constructor(
    private readonly em: EntityManager,
    private readonly exchange: ExchangeService,
  ) {}

  onModuleInit(): void {
    this.exchange.batchListeners.register({
      opened: () => this.schedule(),
      written: (entries) => {
        if (entries.some(({ events }) => events.some(({ type }) => type === 'Traded'))) this.schedule();
      },
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    if (this.timer) clearTimeout(this.timer);
    await this.running;
  }

  /** How many trades were counted. */
  async run(batchSize: number = BATCH_SIZE): Promise<number> {
    const em = this.em.fork();
    for (let trades = 0; ;) {
      const [row] = await em.execute<{ counted: number }[]>(AGGREGATE_TRADES, [batchSize]);
      const counted = row?.counted ?? 0;
      trades += counted;
      if (counted < batchSize || this.isClosing) return trades;
    }
  }

  private schedule(): void {
    if (this.timer !== null || this.isClosing) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      // Serialized: simultaneous runs would only wait for each other in the database.
      this.running = this.running
        .then(() => this.run())
        .catch((error: unknown) => {
          if (!isDatabaseUnavailable(error))
            this.log.warn(`Trades are not counted into bars until the next time: ${String(error)}`);
          this.schedule();
        });
    }, DELAY_MS).unref();
  }
}
