import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { BoundedMap } from '../../access/bounded-map.js';
import { Config } from '../../config/config.js';
import { ExchangeService } from '../../exchange/exchange.service.js';
import { InstrumentsService } from '../../instruments/instruments.service.js';
import { findListingPrice } from '../../instruments/sandbox/listing-price.js';
import { sandboxMarket } from '../../instruments/sandbox/sandbox-market.js';
import { parseDecimal, toUnits } from '../../money/decimal.js';
import type { Bar, BarInterval, ListedBar } from '../bars/bar.js';
import { BarsService } from '../bars/bars.service.js';
import { getTradingState } from '../trading-state.js';
import { type History, makeUpBars } from './made-up-bars.js';

const products: ReadonlySet<string> = new Set(
  sandboxMarket.flatMap(({ terms: group, products }) => products.map(({ terms }) => `${group.symbol} ${terms.symbol}`)),
);

const MINUTE = 60_000;
/** Lists of made-up bars that are kept: those of every interval for some thirty instruments. */
const KEPT_MAX = 256;

/**
 * Bars from before the first trade, so that charts of a sandbox are not empty. They are made when they are read, and the
 * last ones are kept: no trade, order or table knows of them, and outside a sandbox there are none.
 */
@Injectable()
export class MadeUpHistoryService {
  private readonly kept = new BoundedMap<string, Readonly<{ history: History; bars: readonly Bar[] }>>(KEPT_MAX);

  constructor(
    private readonly config: Config,
    private readonly instruments: InstrumentsService,
    private readonly exchange: ExchangeService,
    private readonly bars: BarsService,
  ) {}

  /** The oldest first; none for an instrument that a user has added. */
  async list(actor: Actor, instrumentId: number, span: BarInterval, size: number): Promise<ListedBar[]> {
    if (this.config.mode !== 'sandbox') return [];
    const details = await this.instruments.get(actor, instrumentId);
    const { group, product, instrument } = details;
    if (!products.has(`${group.symbol} ${product.symbol}`)) return [];
    const [first] = await this.bars.list(actor, instrumentId, {
      ...{ span: '1m', from: null, to: null, after: null, isNewestFirst: false, size: 1 },
    });
    const facts = await this.exchange.look(({ instruments }) => {
      const known = instruments.get(instrumentId);
      if (known === undefined) return null;
      const { tick, scale } = known.product.terms;
      return { tick, scale, previousClose: getTradingState(known).previousClose };
    });
    const price = facts && (toPriceUnits(findListingPrice(details), facts.scale) ?? facts.previousClose);
    if (facts === null || price === null) return [];
    const { tick, scale } = facts;
    // Bars depend on the minute alone.
    const endsAt = first?.startsAt ?? Math.floor(this.exchange.now() / MINUTE) * MINUTE;
    const history = { instrumentId, tick, price, listedAt: instrument.createdAt.getTime(), endsAt };
    const bars = this.makeUp(history, span, size);
    return bars.map((bar) => ({ ...bar, instrumentId, span, scale })).reverse();
  }

  /** The newest first. A walk over tens of thousands of minutes, so the last result of each question is kept. */
  private makeUp(history: History, span: BarInterval, size: number): readonly Bar[] {
    const key = `${history.instrumentId} ${span} ${size}`;
    const kept = this.kept.get(key);
    if (kept !== undefined && isSame(kept.history, history)) return kept.bars;
    const bars = makeUpBars(history, span, size);
    this.kept.set(key, { history, bars });
    return bars;
  }
}

const isSame = (one: History, other: History): boolean =>
  one.tick === other.tick &&
  one.price === other.price &&
  one.listedAt === other.listedAt &&
  one.endsAt === other.endsAt;

/** Null where there is none, or none of the product's scale. */
function toPriceUnits(price: string | null, scale: number): number | null {
  const decimal = price === null ? null : parseDecimal(price);
  const units = decimal === null ? null : toUnits(decimal, scale);
  return typeof units === 'number' ? units : null;
}
