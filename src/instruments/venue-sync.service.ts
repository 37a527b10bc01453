import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import type { InstrumentEntity } from './instrument.entity.js';
import type { ProductEntity } from './products/product.entity.js';
import type { ProductGroupEntity } from './groups/product-group.entity.js';
import { Hook } from '../access/hook.js';

/** What is about to be different. */
export type AnnouncedChange =
  | Readonly<{ group: ProductGroupEntity }>
  | Readonly<{ product: ProductEntity }>
  | Readonly<{ instrument: InstrumentEntity; settles: boolean }>
  | Readonly<{ turned: readonly InstrumentEntity[] }>;

/**
 * The venue trades by these terms: it may reject a change, and applies it afterwards. A higher module implements it,
 * which this one cannot import.
 */
export interface Venue {
  validateChange(actor: Actor, change: AnnouncedChange): Promise<void>;
  reload(): Promise<void>;
}

/**
 * Sends changes of reference data to the venue, which this module cannot import. A change is confirmed by the venue before it is written, so that it can be rejected because of orders. New
 * rows are sent after the commit.
 */
@Injectable()
export class VenueSyncService {
  readonly venue = Hook.required<Venue>();

  async validateChange(actor: Actor, change: AnnouncedChange): Promise<void> {
    await this.venue.handler.validateChange(actor, change);
  }

  async reload(): Promise<void> {
    await this.venue.handler.reload();
  }
}
