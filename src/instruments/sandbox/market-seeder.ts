import type { EntityManager } from '@mikro-orm/postgresql';
import { OPERATOR } from '../../access/actor.js';
import { AuditService } from '../../audit/audit.service.js';
import { toLockKeys } from '../../database/locks.js';
import { InstrumentEntity } from '../instrument.entity.js';
import { ProductEntity } from '../products/product.entity.js';
import { ProductGroupEntity } from '../groups/product-group.entity.js';
import { listPricedContracts } from './listing-price.js';
import { type SandboxGroup, sandboxMarket, type SandboxProduct } from './sandbox-market.js';

/** How many of each were made. */
export type SeededMarketCounts = Readonly<{ groups: number; products: number; instruments: number }>;

type SeededEntity<Plan, Entity> = Readonly<{ plan: Plan; entity: Entity }>;
type SeededGroup = SeededEntity<SandboxGroup, ProductGroupEntity>;
type SeededProduct = SeededEntity<SandboxProduct, ProductEntity> & Readonly<{ group: SeededGroup }>;

/** By symbol. */
type ListedProducts = ReadonlyMap<string, ProductEntity>;

const products = sandboxMarket.flatMap((group) => group.products);
const productSymbols = products.map(({ terms }) => terms.symbol);

/**
 * Creates the sandbox's market and keeps it current: expired contracts stay, the next ones are listed, and holidays are
 * added to years without any. Existing rows are not changed, because users may have edited them. The result depends on
 * the time only.
 */
export class MarketSeeder {
  constructor(
    private readonly em: EntityManager,
    private readonly now: Date,
  ) {}

  async seed(): Promise<SeededMarketCounts> {
    return this.em.transactional(async (em) => {
      await em.execute('select pg_advisory_xact_lock(?, ?)', [...toLockKeys('referenceData')]);
      const listed = indexBySymbol(await em.find(ProductEntity, { symbol: { $in: productSymbols } }));
      const [groups, newGroups] = await this.seedGroups(em, listed);
      const [seeded, newProducts] = await this.seedProducts(em, groups, listed);
      const instruments = await this.seedInstruments(em, seeded);
      if (newGroups + newProducts + instruments > 0) {
        const changes = { productgroups: newGroups, products: newProducts, instruments };
        await new AuditService(em).recordFor(OPERATOR, { action: 'instrument.created', changes });
      }
      return { groups: newGroups, products: newProducts, instruments };
    });
  }

  /** Those that are there, and those for which products are missing: an earlier version may have had a product in another group. */
  private async seedGroups(em: EntityManager, listed: ListedProducts): Promise<[SeededGroup[], number]> {
    const existing = indexBySymbol(
      await em.find(ProductGroupEntity, { symbol: { $in: sandboxMarket.map(({ terms }) => terms.symbol) } }),
    );
    const groups = sandboxMarket
      .filter((plan) => existing.has(plan.terms.symbol) || plan.products.some(({ terms }) => !listed.has(terms.symbol)))
      .map((plan) => ({
        plan,
        entity: existing.get(plan.terms.symbol) ?? new ProductGroupEntity({ ...plan.terms, sessionOverrides: [] }),
      }));
    for (const { plan, entity } of groups) this.addHolidays(entity, plan);
    await em.persist(groups.map(({ entity }) => entity)).flush();
    return [groups, groups.length - existing.size];
  }

  /** A product that is in a group of no plan is a user's. */
  private async seedProducts(
    em: EntityManager,
    groups: readonly SeededGroup[],
    listed: ListedProducts,
  ): Promise<[SeededProduct[], number]> {
    const missing = groups.flatMap((group) =>
      group.plan.products
        .filter(({ terms }) => !listed.has(terms.symbol))
        .map((plan) => ({ group, plan, entity: new ProductEntity(group.entity.id, plan.terms) })),
    );
    await em.persist(missing.map(({ entity }) => entity)).flush();
    const continued = products.flatMap((plan) => {
      const entity = listed.get(plan.terms.symbol);
      const group = groups.find((one) => one.entity.id === entity?.groupId);
      return entity === undefined || group === undefined ? [] : [{ group, plan, entity }];
    });
    return [[...continued, ...missing], missing.length];
  }

  private async seedInstruments(em: EntityManager, products: readonly SeededProduct[]): Promise<number> {
    const planned = products.flatMap((product) => this.buildInstruments(product));
    const existing = indexBySymbol(
      await em.find(InstrumentEntity, { symbol: { $in: planned.map(({ symbol }) => symbol) } }),
    );
    const missing = planned.filter(({ symbol }) => !existing.has(symbol));
    await em.persist(missing).flush();
    return missing.length;
  }

  private buildInstruments({
    group: { plan, entity: group },
    plan: product,
    entity,
  }: SeededProduct): InstrumentEntity[] {
    const calendar = group.createCalendar(entity);
    const now = this.now.getTime();
    return listPricedContracts(plan, product, { group, product: entity, now }).map(
      ({ price, ...contract }) =>
        new InstrumentEntity(entity, calendar, {
          ...contract,
          status: 'Open',
          statusReason: null,
          settlementPrice: price,
        }),
    );
  }

  /** Holidays of this year and the next, unless the group has some in that year. */
  private addHolidays(group: ProductGroupEntity, { holidays }: SandboxGroup): void {
    const years = new Set(group.sessionOverrides.map(({ date }) => Number(date.slice(0, 4))));
    const thisYear = this.now.getUTCFullYear();
    const added = [thisYear, thisYear + 1].filter((year) => !years.has(year)).flatMap((year) => holidays(year));
    if (added.length > 0)
      group.update({
        sessionOverrides: [...group.sessionOverrides, ...added].sort((a, b) => (a.date < b.date ? -1 : 1)),
      });
  }
}

const indexBySymbol = <Entity extends Readonly<{ symbol: string }>>(entities: readonly Entity[]): Map<string, Entity> =>
  new Map(entities.map((entity) => [entity.symbol, entity]));
