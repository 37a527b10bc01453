import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { BoundedMap } from '../../access/bounded-map.js';
import { Config } from '../../config/config.js';
import { ExchangeService } from '../../exchange/exchange.service.js';
import { InstrumentsService } from '../../instruments/instruments.service.js';
import { sandboxMarket } from '../../instruments/sandbox/sandbox-market.js';
import type { Bar, BarInterval, ListedBar } from '../bars/bar.js';
import { BarsService } from '../bars/bars.service.js';
import { getTradingState } from '../trading-state.js';
import { type HistoryEnd, makeUpBars } from './made-up-bars.js';

const products: ReadonlySet<string> = new Set(
  sandboxMarket.flatMap(({ terms: group, products }) => products.map(({ terms }) => `${group.symbol} ${terms.symbol}`)),
);

const MINUTE = 60_000;
/** Lists of made-up bars that are kept: those of every interval for some thirty instruments. */
const KEPT_MAX = 256;

/**
 * Bars from before the sandbox began, so that its charts are not empty. They are made when they are read, and kept while the
 * first price stays: no trade, order or table knows of them, and outside a sandbox there are none.
 */
@Injectable()
export class MadeUpHistoryService {
  private readonly kept = new BoundedMap<string, Readonly<{ end: HistoryEnd; bars: readonly Bar[] }>>(KEPT_MAX);

  constructor(
    private readonly config: Config,
    private readonly instruments: InstrumentsService,
    private readonly exchange: ExchangeService,
    private readonly bars: BarsService,
  ) {}

  /** The oldest first; none for an instrument that a user has added. */
  async list(actor: Actor, instrumentId: number, span: BarInterval, size: number): Promise<ListedBar[]> {
    if (this.config.mode !== 'sandbox') return [];
    const { group, product } = await this.instruments.get(actor, instrumentId);
    if (!products.has(`${group.symbol} ${product.symbol}`)) return [];
    const [first] = await this.bars.list(actor, instrumentId, {
      ...{ span: '1m', from: null, to: null, after: null, isNewestFirst: false, size: 1 },
    });
    const facts = await this.exchange.look(({ instruments }) => {
      const instrument = instruments.get(instrumentId);
      if (instrument === undefined) return null;
      const { tick, scale } = instrument.product.terms;
      return { tick, scale, price: first?.open ?? getTradingState(instrument).previousClose };
    });
    if (facts === null || facts.price === null) return [];
    const { tick, scale, price } = facts;
    // Bars depend on the minute alone.
    const time = first?.startsAt ?? Math.floor(this.exchange.now() / MINUTE) * MINUTE;
    const bars = this.makeUp({ instrumentId, tick, time, price }, span, size);
    return bars.map((bar) => ({ ...bar, instrumentId, span, scale })).reverse();
  }

  /** The newest first. A walk over tens of thousands of minutes, so the last result of each question is kept. */
  private makeUp(end: HistoryEnd, span: BarInterval, size: number): readonly Bar[] {
    const key = `${end.instrumentId} ${span} ${size}`;
    const kept = this.kept.get(key);
    if (kept?.end.tick === end.tick && kept.end.time === end.time && kept.end.price === end.price) return kept.bars;
    const bars = makeUpBars(end, span, size);
    this.kept.set(key, { end, bars });
    return bars;
  }
}
