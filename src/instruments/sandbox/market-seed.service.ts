import type { EntityManager } from '@mikro-orm/postgresql';
import { OPERATOR } from '../../access/actor.js';
import { AuditService } from '../../audit/audit.service.js';
import { numbersOf } from '../../database/locks.js';
import { times } from '../../money/decimal.js';
import { Instrument } from '../instrument.entity.js';
import { Product } from '../product.entity.js';
import { ProductGroup } from '../product-group.entity.js';
import { nextContracts } from './contract-months.js';
import { type SandboxGroup, sandboxMarket, type SandboxProduct } from './sandbox-market.js';

/** How many of each were made. */
export type SeededMarket = Readonly<{ groups: number; products: number; instruments: number }>;

type Seeded<Plan, Entity> = Readonly<{ plan: Plan; kept: Entity }>;
type SeededGroup = Seeded<SandboxGroup, ProductGroup>;
type SeededProduct = Seeded<SandboxProduct, Product> & Readonly<{ group: SeededGroup }>;

/**
 * Fills a database with the sandbox's market, and later keeps it up to date: contracts that have expired stay as they are, and the
 * next ones are listed beside them; holidays are added for years that have none. What is there already is somebody's and is not
 * touched, whatever it says by now. The same moment has the same market.
 */
export class MarketSeed {
  constructor(
    private readonly em: EntityManager,
    private readonly now: Date,
  ) {}

  async load(): Promise<SeededMarket> {
    return this.em.transactional(async (em) => {
      await em.execute('select pg_advisory_xact_lock(?, ?)', [...numbersOf('referenceData')]);
      const [groups, newGroups] = await this.seedGroups(em);
      const [products, newProducts] = await this.seedProducts(em, groups);
      const instruments = await this.seedInstruments(em, products);
      if (newGroups + newProducts + instruments > 0) {
        const detail = `the market of the sandbox: ${newGroups} product groups, ${newProducts} products, ${instruments} instruments`;
        await new AuditService(em).noteOf(OPERATOR, { action: 'instrument.created', detail });
      }
      return { groups: newGroups, products: newProducts, instruments };
    });
  }

  private async seedGroups(em: EntityManager): Promise<[SeededGroup[], number]> {
    const known = bySymbol(
      await em.find(ProductGroup, { symbol: { $in: sandboxMarket.map(({ terms }) => terms.symbol) } }),
    );
    const groups = sandboxMarket.map((plan) => {
      const kept = known.get(plan.terms.symbol) ?? new ProductGroup({ ...plan.terms, sessionOverrides: [] });
      this.addHolidays(kept, plan);
      return { plan, kept };
    });
    await em.persist(groups.map(({ kept }) => kept)).flush();
    return [groups, groups.length - known.size];
  }

  private async seedProducts(em: EntityManager, groups: readonly SeededGroup[]): Promise<[SeededProduct[], number]> {
    const plans = groups.flatMap((group) => group.plan.products.map((plan) => ({ group, plan })));
    const known = bySymbol(await em.find(Product, { symbol: { $in: plans.map(({ plan }) => plan.terms.symbol) } }));
    const products = plans.map(({ group, plan }) => ({
      group,
      plan,
      kept: known.get(plan.terms.symbol) ?? new Product(group.kept.id, plan.terms),
    }));
    await em.persist(products.map(({ kept }) => kept)).flush();
    // A symbol that stands in another group is somebody's own product.
    return [products.filter(({ kept, group }) => kept.groupId === group.kept.id), products.length - known.size];
  }

  private async seedInstruments(em: EntityManager, products: readonly SeededProduct[]): Promise<number> {
    const planned = products.flatMap((product) => this.instrumentsOf(product));
    const known = bySymbol(await em.find(Instrument, { symbol: { $in: planned.map(({ symbol }) => symbol) } }));
    const missing = planned.filter(({ symbol }) => !known.has(symbol));
    await em.persist(missing).flush();
    return missing.length;
  }

  /** Prices lie on the grid that the product has by now. */
  private instrumentsOf({
    group: { plan, kept: group },
    plan: { terms, series, priceTicks, carryTicks },
    kept: product,
  }: SeededProduct): Instrument[] {
    const calendar = group.calendar(product);
    const { symbol } = terms;
    const contracts =
      series === null
        ? [{ symbol, expiration: null }]
        : nextContracts({ ...series, symbol, works: plan.works }, calendar, this.now.getTime());
    return contracts.map(
      (contract, index) =>
        new Instrument(product, calendar, {
          ...contract,
          status: 'Open',
          settlementPrice: times(product.tickSize, priceTicks + index * carryTicks),
        }),
    );
  }

  /** Those of this year and the next, unless the group has some in that year already. */
  private addHolidays(group: ProductGroup, { holidays }: SandboxGroup): void {
    const years = new Set(group.sessionOverrides.map(({ date }) => Number(date.slice(0, 4))));
    const thisYear = this.now.getUTCFullYear();
    const added = [thisYear, thisYear + 1].filter((year) => !years.has(year)).flatMap((year) => holidays(year));
    if (added.length > 0)
      group.revise({
        sessionOverrides: [...group.sessionOverrides, ...added].sort((a, b) => (a.date < b.date ? -1 : 1)),
      });
  }
}

const bySymbol = <Entity extends Readonly<{ symbol: string }>>(found: readonly Entity[]): Map<string, Entity> =>
  new Map(found.map((entity) => [entity.symbol, entity]));
