import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { Config } from '../../config/config.js';
import { ExchangeService } from '../../exchange/exchange.service.js';
import { InstrumentsService } from '../../instruments/instruments.service.js';
import { sandboxMarket } from '../../instruments/sandbox/sandbox-market.js';
import type { BarInterval, ListedBar } from '../bars/bar.js';
import { BarsService } from '../bars/bars.service.js';
import { getTradingState } from '../trading-state.js';
import { makeUpBars } from './made-up-bars.js';

const products: ReadonlySet<string> = new Set(
  sandboxMarket.flatMap(({ terms: group, products }) => products.map(({ terms }) => `${group.symbol} ${terms.symbol}`)),
);

/**
 * Bars from before the sandbox began, so that its charts are not empty. They are made when they are read: no trade, order
 * or table knows of them, and outside a sandbox there are none.
 */
@Injectable()
export class MadeUpHistoryService {
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
    const now = this.exchange.now();
    return this.exchange.look(({ instruments }) => {
      const instrument = instruments.get(instrumentId);
      if (instrument === undefined) return [];
      const { tick, scale } = instrument.product.terms;
      const price = first?.open ?? getTradingState(instrument).previousClose;
      if (price === null) return [];
      const end = { instrumentId, tick, time: first?.startsAt ?? now, price };
      return makeUpBars(end, span, size)
        .map((bar) => ({ ...bar, instrumentId, span, scale }))
        .reverse();
    });
  }
}
