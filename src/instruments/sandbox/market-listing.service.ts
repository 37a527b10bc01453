import { EntityManager } from '@mikro-orm/postgresql';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { VenueClock } from '../../clock/venue-clock.service.js';
import { VenueAnnouncements } from '../venue-announcements.service.js';
import { MarketSeed } from './market-seed.service.js';

/** Clocks are set, and machines sleep: it is asked more often than it has something to do. */
const LOOK_MS = 600_000;

/** A sandbox that runs for months lists the next contracts itself: what a start does is done again on every day. */
@Injectable()
export class MarketListing implements BeforeApplicationShutdown {
  private readonly log = new Logger(MarketListing.name);
  private timer: NodeJS.Timeout | null = null;
  private listing: Promise<void> = Promise.resolve();
  private doneOn: string | null = null;

  constructor(
    private readonly em: EntityManager,
    private readonly announcements: VenueAnnouncements,
    private readonly clock: VenueClock,
  ) {}

  /** From the day after this one; the start has seen to today. */
  begin(): void {
    this.doneOn = this.today();
    this.timer = setInterval(() => {
      this.listing = this.lookOn(this.today());
    }, LOOK_MS).unref();
  }

  /** Once a day; where it fails, the next look tries again. */
  async lookOn(date: string): Promise<void> {
    if (date === this.doneOn) return;
    try {
      await new MarketSeed(this.em.fork(), new Date(`${date}T00:00:00Z`)).load();
      await this.announcements.learn();
      this.doneOn = date;
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
