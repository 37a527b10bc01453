import { EntityManager } from '@mikro-orm/postgresql';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { VenueClockService } from '../../clock/venue-clock.service.js';
import { VenueSyncService } from '../venue-sync.service.js';
import { MarketSeeder } from './market-seeder.js';

/** The maximum sleep, because clocks are set and machines sleep. */
const CHECK_INTERVAL_MS = 600_000;

/** Lists the next contracts of a running sandbox every day, as a start does. */
@Injectable()
export class MarketListingService implements BeforeApplicationShutdown {
  private readonly log = new Logger(MarketListingService.name);
  private timer: NodeJS.Timeout | null = null;
  private listing: Promise<void> = Promise.resolve();
  private lastListedDate: string | null = null;

  constructor(
    private readonly em: EntityManager,
    private readonly venueSync: VenueSyncService,
    private readonly clock: VenueClockService,
  ) {}

  /** From the next day on; the start has listed today's. */
  start(): void {
    this.lastListedDate = this.today();
    this.timer = setInterval(() => {
      this.listing = this.listContractsFor(this.today());
    }, CHECK_INTERVAL_MS).unref();
  }

  /** Once a day; after an error, the next check tries again. */
  async listContractsFor(date: string): Promise<void> {
    if (date === this.lastListedDate) return;
    try {
      await new MarketSeeder(this.em.fork(), new Date(`${date}T00:00:00Z`)).seed();
      await this.venueSync.reload();
      this.lastListedDate = date;
    } catch (error) {
      this.log.warn(`The market of the sandbox could not be brought up to date: ${String(error)}`);
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    await this.listing;
  }

  private today(): string {
    return new Date(this.clock.now()).toISOString().slice(0, 10);
  }
}
