/** What the market maker quotes: the instruments of the sandbox's own market, and how many contracts or shares at a time. */
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { VenueClockService } from '../clock/venue-clock.service.js';
import { InstrumentEntity } from '../instruments/instrument.entity.js';
import { ProductGroupEntity } from '../instruments/groups/product-group.entity.js';
import { ProductEntity } from '../instruments/products/product.entity.js';
import { findSandboxPlan } from '../instruments/sandbox/sandbox-market.js';
import { parseDecimal } from '../money/decimal.js';

/** An instrument as the reference data has it. */
type InstrumentRow = Readonly<{
  id: number;
  symbol: string;
  group: string;
  price: string | null;
  expiration: string | null;
}>;

/** An instrument that is quoted: the price it belongs to as it is written, and the smallest size of a quote. */
export type QuotedInstrument = Readonly<{ id: number; anchor: string; lot: number; isFront: boolean }>;

/** Enough for many new users at once, and for a test of a large order. */
const LOTS = { Future: 50, Equity: 500 } as const;

/** Instruments that a user has added to the sandbox are not quoted; an instrument without a price has nothing to be quoted around. */
function selectQuotedInstruments(rows: readonly InstrumentRow[], today: string): QuotedInstrument[] {
  const fronts = new Map<string, InstrumentRow>();
  for (const row of rows) {
    const front = fronts.get(row.symbol);
    if (getExpiration(row) >= today && (front === undefined || getExpiration(row) < getExpiration(front)))
      fronts.set(row.symbol, row);
  }
  return rows.flatMap((row) => {
    const plan = findSandboxPlan(row.group, row.symbol);
    const isPriced = row.price !== null && parseDecimal(row.price) !== null;
    if (plan === undefined || !isPriced) return [];
    const lot = LOTS[plan.product.terms.instrumentType === 'Equity' ? 'Equity' : 'Future'];
    return [{ id: row.id, anchor: row.price, lot, isFront: fronts.get(row.symbol) === row }];
  });
}

/** What never expires does so after everything else. */
const getExpiration = ({ expiration }: InstrumentRow): string => expiration ?? '9999-12-31';

/** Prices that an administrator gives are gone by after so long at the latest. */
const REFRESH_MS = 600_000;

/** The list of what is quoted, as the reference data has it. */
@Injectable()
export class QuotedInstrumentsService {
  private quoted: ReadonlyMap<number, QuotedInstrument> = new Map();
  private lastRead = { count: -1, at: -Infinity };

  constructor(
    private readonly em: EntityManager,
    private readonly clock: VenueClockService,
  ) {}

  /** Read anew when the venue has other instruments than it had. */
  async findQuotedInstruments(count: number): Promise<ReadonlyMap<number, QuotedInstrument>> {
    const at = performance.now();
    if (count === this.lastRead.count && at - this.lastRead.at < REFRESH_MS) return this.quoted;
    const rows = await this.readInstruments();
    this.quoted = new Map(
      selectQuotedInstruments(rows, new Date(this.clock.now()).toISOString().slice(0, 10)).map((instrument) => [
        instrument.id,
        instrument,
      ]),
    );
    this.lastRead = { count, at };
    return this.quoted;
  }

  private async readInstruments(): Promise<InstrumentRow[]> {
    const em = this.em.fork();
    const groups = new Map((await em.find(ProductGroupEntity, {}, { fields: ['symbol'] })).map((row) => [row.id, row]));
    const products = new Map(
      (await em.find(ProductEntity, {}, { fields: ['symbol', 'groupId'] })).map((row) => [row.id, row]),
    );
    const instruments = await em.find(
      InstrumentEntity,
      {},
      { fields: ['productId', 'settlementPrice', 'expiration'], orderBy: { id: 'asc' }, disableIdentityMap: true },
    );
    return instruments.flatMap(({ id, productId, settlementPrice: price, expiration }) => {
      const product = products.get(productId);
      const group = product && groups.get(product.groupId);
      return product && group ? [{ id, symbol: product.symbol, group: group.symbol, price, expiration }] : [];
    });
  }
}
