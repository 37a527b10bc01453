import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { UnknownProduct } from './instrument-errors.js';
import { Product } from './product.entity.js';
import { ProductGroup } from './product-group.entity.js';
import { ProductGroupsService } from './product-groups.service.js';
import { containing, type ProductFilter } from './reference-questions.js';
import type { ProductTerms } from './reference-terms.js';
import { ReferenceWritingService } from './reference-writing.service.js';
import { VenueAnnouncements } from './venue-announcements.service.js';

/** A product with the group that gives it its hours. */
export type GroupedProduct = Readonly<{ product: Product; group: ProductGroup }>;

@Injectable()
export class ProductsService {
  constructor(
    private readonly em: EntityManager,
    private readonly groups: ProductGroupsService,
    private readonly writing: ReferenceWritingService,
    private readonly venue: VenueAnnouncements,
  ) {}

  async list(
    _actor: Actor,
    { size, after, groupId, symbol, search, instrumentType }: ProductFilter,
  ): Promise<GroupedProduct[]> {
    const conditions: FilterQuery<Product>[] = [];
    if (after !== null) conditions.push({ id: { $gt: after } });
    if (groupId !== undefined) conditions.push({ groupId });
    if (symbol !== undefined) conditions.push({ symbol });
    if (instrumentType !== undefined) conditions.push({ instrumentType });
    if (search !== undefined)
      conditions.push({ $or: [{ symbol: { $ilike: containing(search) } }, { name: { $ilike: containing(search) } }] });
    return this.grouped(await this.em.find(Product, { $and: conditions }, { orderBy: { id: 'asc' }, limit: size }));
  }

  async show(_actor: Actor, id: number): Promise<GroupedProduct> {
    const product = await this.find(id);
    return { product, group: await this.groups.find(product.groupId) };
  }

  async create(actor: Actor, groupId: number, terms: ProductTerms): Promise<GroupedProduct> {
    const product = await this.writing.create(
      actor,
      'product.created',
      async () => new Product((await this.groups.find(groupId)).id, terms),
    );
    return this.show(actor, product.id);
  }

  /** What is listed under the product is asked first, and then the venue, which knows what is held and ordered of it. */
  async change(actor: Actor, id: number, terms: Partial<ProductTerms>, expected?: number): Promise<GroupedProduct> {
    const product = await this.writing.change(actor, {
      action: 'product.changed',
      find: () => this.find(id),
      expected,
      apply: async (kept) => {
        kept.revise(terms);
        await this.groups.adapt(await this.groups.find(kept.groupId), kept);
        await this.venue.agree(actor, { product: kept });
      },
    });
    return this.show(actor, product.id);
  }

  async find(id: number): Promise<Product> {
    const product = await this.em.findOne(Product, { id });
    if (!product) throw new UnknownProduct();
    return product;
  }

  async grouped(products: readonly Product[]): Promise<GroupedProduct[]> {
    const found = await this.em.find(ProductGroup, {
      id: { $in: [...new Set(products.map(({ groupId }) => groupId))] },
    });
    const groups = new Map(found.map((group) => [group.id, group]));
    return products.flatMap((product) => {
      const group = groups.get(product.groupId);
      return group ? [{ product, group }] : [];
    });
  }
}
