import type { EntityManager } from '@mikro-orm/postgresql';
import { OPERATOR } from '../../access/actor.js';
import { AuditService } from '../../audit/audit.service.js';
import { toLockKeys } from '../../database/locks.js';
import { InstrumentEntity } from '../instrument.entity.js';
import { ProductEntity } from '../product.entity.js';
import { ProductGroupEntity } from '../product-group.entity.js';
import { listPricedContracts } from './listing-price.js';
import { type SandboxGroup, sandboxMarket, type SandboxProduct } from './sandbox-market.js';

/** How many of each were made. */
export type SeededMarketCounts = Readonly<{ groups: number; products: number; instruments: number }>;

type SeededEntity<Plan, Entity> = Readonly<{ plan: Plan; entity: Entity }>;
type SeededGroup = SeededEntity<SandboxGroup, ProductGroupEntity>;
type SeededProduct = SeededEntity<SandboxProduct, ProductEntity> & Readonly<{ group: SeededGroup }>;

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
      const [groups, newGroups] = await this.seedGroups(em);
      const [products, newProducts] = await this.seedProducts(em, groups);
      const instruments = await this.seedInstruments(em, products);
      if (newGroups + newProducts + instruments > 0) {
        const changes = { productgroups: newGroups, products: newProducts, instruments };
        await new AuditService(em).recordFor(OPERATOR, { action: 'instrument.created', changes });
      }
      return { groups: newGroups, products: newProducts, instruments };
    });
  }

  private async seedGroups(em: EntityManager): Promise<[SeededGroup[], number]> {
    const existing = indexBySymbol(
      await em.find(ProductGroupEntity, { symbol: { $in: sandboxMarket.map(({ terms }) => terms.symbol) } }),
    );
    const groups = sandboxMarket.map((plan) => {
      const entity = existing.get(plan.terms.symbol) ?? new ProductGroupEntity({ ...plan.terms, sessionOverrides: [] });
      this.addHolidays(entity, plan);
      return { plan, entity };
    });
    await em.persist(groups.map(({ entity }) => entity)).flush();
    return [groups, groups.length - existing.size];
  }

  private async seedProducts(em: EntityManager, groups: readonly SeededGroup[]): Promise<[SeededProduct[], number]> {
    const plans = groups.flatMap((group) => group.plan.products.map((plan) => ({ group, plan })));
    const existing = indexBySymbol(
      await em.find(ProductEntity, { symbol: { $in: plans.map(({ plan }) => plan.terms.symbol) } }),
    );
    const products = plans.map(({ group, plan }) => ({
      plan,
      entity: existing.get(plan.terms.symbol) ?? new ProductEntity(group.entity.id, plan.terms),
    }));
    await em.persist(products.map(({ entity }) => entity)).flush();
    // An earlier version may have had it in another of these groups; in one of no plan it is a user's product.
    const seeded = products.flatMap(({ plan, entity }) => {
      const group = groups.find((one) => one.entity.id === entity.groupId);
      return group === undefined ? [] : [{ group, plan, entity }];
    });
    return [seeded, products.length - existing.size];
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
