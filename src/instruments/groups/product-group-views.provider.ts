import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { VenueClockService } from '../../clock/venue-clock.service.js';
import { Config } from '../../config/config.js';
import { type ProductGroupPageView, type ProductGroupView, toProductGroupView } from './product-group.view.js';
import { type ProductGroupDetails, ProductGroupsService } from './product-groups.service.js';

/** More groups than any venue has: a selection shows all of them. */
const ALL_GROUPS = { size: 1000, after: null } as const;

/** Product groups as callers see them now, with the hours of this venue. */
@Injectable()
export class ProductGroupViews {
  constructor(
    private readonly groups: ProductGroupsService,
    private readonly config: Config,
    private readonly clock: VenueClockService,
  ) {}

  toView(details: ProductGroupDetails): ProductGroupView {
    return toProductGroupView(details, this.clock.now(), this.config.tradesAtAllHours);
  }

  /** With what only its page says. */
  toPageView(details: ProductGroupDetails): ProductGroupPageView {
    return { ...this.toView(details), trades_at_all_hours: this.config.tradesAtAllHours };
  }

  async list(actor: Actor): Promise<ProductGroupView[]> {
    return (await this.groups.list(actor, ALL_GROUPS)).map((details) => this.toView(details));
  }
}
