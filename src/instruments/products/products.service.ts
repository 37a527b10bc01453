import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { UnknownProductError } from '../instrument-errors.js';
import { ProductEntity } from './product.entity.js';
import { ProductGroupEntity } from '../groups/product-group.entity.js';
import { ProductGroupsService } from '../groups/product-groups.service.js';
import { toSearchCondition, type ProductFilter, type ProductDefinition } from '../reference-definitions.js';
import { ReferenceDataService } from '../reference-data.service.js';
import { VenueSyncService } from '../venue-sync.service.js';

/** A product with its group, which has the hours. */
export type ProductDetails = Readonly<{ product: ProductEntity; group: ProductGroupEntity }>;

@Injectable()
export class ProductsService {
  constructor(
    private readonly em: EntityManager,
    private readonly groups: ProductGroupsService,
    private readonly referenceData: ReferenceDataService,
    private readonly venueSync: VenueSyncService,
  ) {}

  async list(
    _actor: Actor,
    { size, after, groupId, symbol, search, instrumentType }: ProductFilter,
  ): Promise<ProductDetails[]> {
    const conditions: FilterQuery<ProductEntity>[] = [];
    if (after !== null) conditions.push({ id: { $gt: after } });
    if (groupId !== undefined) conditions.push({ groupId });
    if (symbol !== undefined) conditions.push({ symbol });
    if (instrumentType !== undefined) conditions.push({ instrumentType });
    if (search !== undefined) conditions.push(toSearchCondition(search));
    return this.toDetails(
      await this.em.find(ProductEntity, { $and: conditions }, { orderBy: { id: 'asc' }, limit: size }),
    );
  }

  async get(_actor: Actor, id: number): Promise<ProductDetails> {
    const product = await this.find(id);
    return { product, group: await this.groups.find(product.groupId) };
  }

  async create(actor: Actor, groupId: number, terms: ProductDefinition): Promise<ProductDetails> {
    const product = await this.referenceData.create(
      actor,
      'product.created',
      async () => new ProductEntity((await this.groups.find(groupId)).id, terms),
    );
    return this.get(actor, product.id);
  }

  /** The instruments are checked first, and then the venue, which knows the positions and orders. */
  async update(
    actor: Actor,
    id: number,
    terms: Partial<ProductDefinition>,
    expected: number | undefined,
  ): Promise<ProductDetails> {
    const product = await this.referenceData.update(actor, {
      action: 'product.changed',
      find: () => this.find(id),
      expected,
      apply: async (entity) => {
        entity.update(terms);
        await this.groups.updateInstruments(await this.groups.find(entity.groupId), entity);
        await this.venueSync.validateChange(actor, { product: entity });
      },
    });
    return this.get(actor, product.id);
  }

  async find(id: number): Promise<ProductEntity> {
    const product = await this.em.findOne(ProductEntity, { id });
    if (!product) throw new UnknownProductError();
    return product;
  }

  async toDetails(products: readonly ProductEntity[]): Promise<ProductDetails[]> {
    const groupEntities = await this.em.find(ProductGroupEntity, {
      id: { $in: [...new Set(products.map(({ groupId }) => groupId))] },
    });
    const groups = new Map(groupEntities.map((group) => [group.id, group]));
    return products.flatMap((product) => {
      const group = groups.get(product.groupId);
      return group ? [{ product, group }] : [];
    });
  }
}
