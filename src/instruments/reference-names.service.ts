import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { NameDirectory } from '../access/name-directory.js';
import { AuditSubjectsService } from '../audit/audit-subjects.service.js';
import { InstrumentEntity } from './instrument.entity.js';
import { InstrumentsService } from './instruments.service.js';
import { ProductGroupEntity } from './groups/product-group.entity.js';
import { ProductEntity } from './products/product.entity.js';
import { toContainsPattern, toSearchCondition } from './reference-definitions.js';

type NameResolver = (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;

type InstrumentWithProduct = Readonly<{
  id: number;
  symbol: string;
  product: Pick<ProductEntity, 'tickSize' | 'name'> | undefined;
}>;

/** More matches than this are not helpful. */
const SEARCH_OPTIONS = { fields: ['id'], orderBy: { id: 'desc' }, limit: 1000, disableIdentityMap: true } as const;

/** As many as a page offers to choose from. */
const CHOICES_MAX = 200;

/** Names of instruments, products and groups for pages, and ids by name for the audit log. */
@Injectable()
export class ReferenceNamesService implements OnModuleInit {
  private readonly loading = new WeakMap<readonly number[], Promise<readonly InstrumentWithProduct[]>>();

  constructor(
    private readonly em: EntityManager,
    private readonly instruments: InstrumentsService,
    private readonly names: NameDirectory,
    private readonly things: AuditSubjectsService,
  ) {}

  onModuleInit(): void {
    const instruments = this.mapInstruments(({ symbol }) => symbol);
    const products: NameResolver = async (ids) =>
      new Map((await this.em.find(ProductEntity, { id: { $in: [...ids] } })).map(({ id, symbol }) => [id, symbol]));
    const groups: NameResolver = async (ids) =>
      new Map((await this.em.find(ProductGroupEntity, { id: { $in: [...ids] } })).map(({ id, name }) => [id, name]));
    this.names.resolvers.instrument_id.register(instruments);
    this.names.resolvers.instrument_tick.register(this.mapInstruments(({ product }) => product?.tickSize ?? ''));
    this.names.resolvers.instrument_name.register(this.mapInstruments(({ product }) => product?.name ?? ''));
    this.names.resolvers.product_id.register(products);
    this.names.resolvers.product_group_id.register(groups);
    this.names.resolvers.product_group_currency.register((ids) => this.findCurrencies(ids));
    const toIds = (entities: readonly Readonly<{ id: number }>[]): readonly number[] => entities.map(({ id }) => id);
    this.names.instrumentLister.register(async (actor) => {
      const found = await this.instruments.list(actor, {
        size: CHOICES_MAX,
        after: null,
        statuses: ['Open', 'Halted'],
      });
      return found.map(({ instrument: { symbol }, product: { name } }) => ({ symbol, name }));
    });
    this.things.kinds.instrument.register({
      search: async (_, text) =>
        toIds(await this.em.find(InstrumentEntity, { symbol: { $ilike: toContainsPattern(text) } }, SEARCH_OPTIONS)),
      names: (_, ids) => instruments(ids),
    });
    this.things.kinds.product.register({
      search: async (_, text) => toIds(await this.em.find(ProductEntity, toSearchCondition(text), SEARCH_OPTIONS)),
      names: (_, ids) => products(ids),
    });
    this.things.kinds.productgroup.register({
      search: async (_, text) => toIds(await this.em.find(ProductGroupEntity, toSearchCondition(text), SEARCH_OPTIONS)),
      names: (_, ids) => groups(ids),
    });
  }

  private async findCurrencies(ids: readonly number[]): Promise<Map<number, string>> {
    const groups = await this.em.find(ProductGroupEntity, { id: { $in: [...ids] } });
    return new Map(groups.map(({ id, currency }) => [id, currency]));
  }

  /** The instruments with their products. A page asks for several of their values by the same list of ids: it is read once. */
  private loadInstruments(ids: readonly number[]): Promise<readonly InstrumentWithProduct[]> {
    const loading = this.loading.get(ids) ?? this.readInstruments(ids);
    this.loading.set(ids, loading);
    return loading;
  }

  private async readInstruments(ids: readonly number[]): Promise<readonly InstrumentWithProduct[]> {
    const instruments = await this.em.find(InstrumentEntity, { id: { $in: [...ids] } });
    const products = await this.em.find(ProductEntity, { id: { $in: instruments.map(({ productId }) => productId) } });
    const productOf = new Map(products.map((product) => [product.id, product]));
    return instruments.map(({ id, symbol, productId }) => ({ id, symbol, product: productOf.get(productId) }));
  }

  /** A value of each instrument. */
  private mapInstruments(toValue: (instrument: InstrumentWithProduct) => string): NameResolver {
    return async (ids) => new Map((await this.loadInstruments(ids)).map((one) => [one.id, toValue(one)]));
  }
}
