import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { VenueClockService } from '../../clock/venue-clock.service.js';
import type { Actor } from '../../access/actor.js';
import { InstrumentEntity } from '../instrument.entity.js';
import { UnknownProductGroupError } from '../instrument-errors.js';
import { ProductEntity } from '../products/product.entity.js';
import { ProductGroupEntity } from './product-group.entity.js';
import { toSearchCondition, type ProductGroupFilter, type ProductGroupDefinition } from '../reference-definitions.js';
import { ReferenceDataService } from '../reference-data.service.js';
import { VenueSyncService } from '../venue-sync.service.js';

/** A product group with its products and instruments. */
export type ProductGroupDetails = Readonly<{ group: ProductGroupEntity; products: readonly ProductEntity[] }>;

@Injectable()
export class ProductGroupsService {
  constructor(
    private readonly em: EntityManager,
    private readonly referenceData: ReferenceDataService,
    private readonly venueSync: VenueSyncService,
    private readonly clock: VenueClockService,
  ) {}

  async list(_actor: Actor, { size, after, symbol, search }: ProductGroupFilter): Promise<ProductGroupDetails[]> {
    const conditions: FilterQuery<ProductGroupEntity>[] = [];
    if (after !== null) conditions.push({ id: { $gt: after } });
    if (symbol !== undefined) conditions.push({ symbol });
    if (search !== undefined) conditions.push(toSearchCondition(search));
    const groups = await this.em.find(
      ProductGroupEntity,
      { $and: conditions },
      { orderBy: { id: 'asc' }, limit: size },
    );
    const products = await this.em.find(
      ProductEntity,
      { groupId: { $in: groups.map(({ id }) => id) } },
      { orderBy: { id: 'asc' } },
    );
    return groups.map((group) => ({ group, products: products.filter(({ groupId }) => groupId === group.id) }));
  }

  async get(_actor: Actor, id: number): Promise<ProductGroupDetails> {
    const group = await this.find(id);
    return { group, products: await this.em.find(ProductEntity, { groupId: id }, { orderBy: { id: 'asc' } }) };
  }

  async create(actor: Actor, terms: ProductGroupDefinition): Promise<ProductGroupDetails> {
    const group = await this.referenceData.create(actor, 'productgroup.created', () => new ProductGroupEntity(terms));
    return { group, products: [] };
  }

  /** New hours move the expirations of listed instruments; a change that leaves one without a session is rejected. */
  async update(
    actor: Actor,
    id: number,
    terms: Partial<ProductGroupDefinition>,
    expected: number | undefined,
  ): Promise<ProductGroupDetails> {
    const group = await this.referenceData.update(actor, {
      action: 'productgroup.changed',
      find: () => this.find(id),
      expected,
      apply: async (entity) => {
        entity.update(terms);
        for (const product of await this.em.find(ProductEntity, { groupId: id }))
          await this.updateInstruments(entity, product);
        await this.venueSync.validateChange(actor, { group: entity });
      },
    });
    return this.get(actor, group.id);
  }

  /** All instruments of a product must fit its terms and hours; otherwise the change is rejected. */
  async updateInstruments(group: ProductGroupEntity, product: ProductEntity): Promise<void> {
    const calendar = group.createCalendar(product);
    const instruments = await this.em.find(InstrumentEntity, {
      productId: product.id,
      $or: [{ expiresAt: null }, { expiresAt: { $gt: new Date(this.clock.now()) } }],
    });
    for (const instrument of instruments) instrument.update(product, calendar);
  }

  async find(id: number): Promise<ProductGroupEntity> {
    const group = await this.em.findOne(ProductGroupEntity, { id });
    if (!group) throw new UnknownProductGroupError();
    return group;
  }
}
