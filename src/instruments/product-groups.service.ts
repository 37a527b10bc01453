import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { VenueClock } from '../clock/venue-clock.service.js';
import type { Actor } from '../access/actor.js';
import { Instrument } from './instrument.entity.js';
import { UnknownProductGroup } from './instrument-errors.js';
import { Product } from './product.entity.js';
import { ProductGroup } from './product-group.entity.js';
import { containing, type GroupFilter } from './reference-questions.js';
import type { ProductGroupTerms } from './reference-terms.js';
import { ReferenceWritingService } from './reference-writing.service.js';
import { VenueAnnouncements } from './venue-announcements.service.js';

/** A group and everything that belongs to it. */
export type WholeGroup = Readonly<{ group: ProductGroup; products: readonly Product[] }>;

@Injectable()
export class ProductGroupsService {
  constructor(
    private readonly em: EntityManager,
    private readonly writing: ReferenceWritingService,
    private readonly venue: VenueAnnouncements,
    private readonly clock: VenueClock,
  ) {}

  /** The time that the venue goes by, in milliseconds. */
  now(): number {
    return this.clock.now();
  }

  async list(_actor: Actor, { size, after, symbol, search }: GroupFilter): Promise<WholeGroup[]> {
    const conditions: FilterQuery<ProductGroup>[] = [];
    if (after !== null) conditions.push({ id: { $gt: after } });
    if (symbol !== undefined) conditions.push({ symbol });
    if (search !== undefined)
      conditions.push({ $or: [{ symbol: { $ilike: containing(search) } }, { name: { $ilike: containing(search) } }] });
    const groups = await this.em.find(ProductGroup, { $and: conditions }, { orderBy: { id: 'asc' }, limit: size });
    const products = await this.em.find(
      Product,
      { groupId: { $in: groups.map(({ id }) => id) } },
      { orderBy: { id: 'asc' } },
    );
    return groups.map((group) => ({ group, products: products.filter(({ groupId }) => groupId === group.id) }));
  }

  async show(_actor: Actor, id: number): Promise<WholeGroup> {
    const group = await this.find(id);
    return { group, products: await this.em.find(Product, { groupId: id }, { orderBy: { id: 'asc' } }) };
  }

  async create(actor: Actor, terms: ProductGroupTerms): Promise<WholeGroup> {
    const group = await this.writing.create(actor, 'productgroup.created', () => new ProductGroup(terms));
    return { group, products: [] };
  }

  /** New hours move the expirations of what has not expired; the change is refused if one would have no session. */
  async change(actor: Actor, id: number, terms: Partial<ProductGroupTerms>, expected?: number): Promise<WholeGroup> {
    const group = await this.writing.change(actor, {
      action: 'productgroup.changed',
      find: () => this.find(id),
      expected,
      apply: async (kept) => {
        kept.revise(terms);
        for (const product of await this.em.find(Product, { groupId: id })) await this.adapt(kept, product);
        await this.venue.agree(actor, { group: kept });
      },
    });
    return this.show(actor, group.id);
  }

  /** Everything that is listed under a product either fits its terms and hours, or they are refused. */
  async adapt(group: ProductGroup, product: Product): Promise<void> {
    const calendar = group.calendar(product);
    const listed = await this.em.find(Instrument, {
      productId: product.id,
      $or: [{ expiresAt: null }, { expiresAt: { $gt: new Date(this.clock.now()) } }],
    });
    for (const instrument of listed) instrument.revise(product, calendar);
  }

  async find(id: number): Promise<ProductGroup> {
    const group = await this.em.findOne(ProductGroup, { id });
    if (!group) throw new UnknownProductGroup();
    return group;
  }
}
