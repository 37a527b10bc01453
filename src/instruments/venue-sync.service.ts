import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { VenueClockService } from '../clock/venue-clock.service.js';
import type { InstrumentEntity } from './instrument.entity.js';
import type { ProductEntity } from './product.entity.js';
import type { ProductGroupEntity } from './product-group.entity.js';

/** What is about to be different. */
export type AnnouncedChange =
  | Readonly<{ group: ProductGroupEntity }>
  | Readonly<{ product: ProductEntity }>
  | Readonly<{ instrument: InstrumentEntity; settles: boolean }>;

/** The venue trades by these terms: it may object to them, and applies them from then on. A higher module implements it, and this one cannot import that module. */
export interface Venue {
  validateChange(actor: Actor, change: AnnouncedChange): Promise<void>;
  reload(): Promise<void>;
}

/**
 * Reference data is for the venue, which this module cannot import: until the venue has registered, no change is sent.
 *
 * A change is agreed upon before it is written, so that orders which it would make impossible refuse it. What is new the venue
 * learns when it is written.
 */
@Injectable()
export class VenueSyncService {
  private venue: Venue | null = null;

  constructor(private readonly clock: VenueClockService) {}

  /** The time that the venue goes by, in milliseconds. */
  now(): number {
    return this.clock.now();
  }

  registerVenue(venue: Venue): void {
    this.venue = venue;
  }

  async validateChange(actor: Actor, change: AnnouncedChange): Promise<void> {
    await this.venue?.validateChange(actor, change);
  }

  async reload(): Promise<void> {
    await this.venue?.reload();
  }
}
