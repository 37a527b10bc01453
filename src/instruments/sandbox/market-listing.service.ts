import { EntityManager } from '@mikro-orm/postgresql';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { RepeatingTask } from '../../clock/repeating-task.js';
import { VenueClockService } from '../../clock/venue-clock.service.js';
import { VenueSyncService } from '../venue-sync.service.js';
import { MarketSeeder } from './market-seeder.js';

/** The maximum sleep, because clocks are set and machines sleep. */
const CHECK_INTERVAL_MS = 600_000;

/** Lists the next contracts of a running sandbox every day, as a start does. */
@Injectable()
export class MarketListingService implements BeforeApplicationShutdown {
  private readonly log = new Logger(MarketListingService.name);
  private readonly task = new RepeatingTask(({ message }) =>
    this.log.warn(`The market of the sandbox could not be brought up to date: ${message}`),
  );
  private lastListedDate: string | null = null;

  constructor(
    private readonly em: EntityManager,
    private readonly venueSync: VenueSyncService,
    private readonly clock: VenueClockService,
  ) {}

  /** From the next day on; the start has listed today's. */
  start(): void {
    this.lastListedDate = this.today();
    this.task.start(CHECK_INTERVAL_MS, () => this.listContractsFor(this.today()));
  }

  /** Once a day; after an error, the next check tries again. */
  async listContractsFor(date: string): Promise<void> {
    if (date === this.lastListedDate) return;
    await new MarketSeeder(this.em.fork(), new Date(`${date}T00:00:00Z`)).seed();
    await this.venueSync.reload();
    this.lastListedDate = date;
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  private today(): string {
    return new Date(this.clock.now()).toISOString().slice(0, 10);
  }
}
