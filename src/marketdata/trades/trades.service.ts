import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { PriceScalesService } from '../../exchange/ledger/price-scales.service.js';
import { Trade } from '../../exchange/ledger/trade.entity.js';
import { UnknownInstrumentError } from '../../instruments/instrument-errors.js';
import { InstrumentsService } from '../../instruments/instruments.service.js';
import type { TradeRow } from '../../engine/event.js';

/** The public fields of a trade; its price is in units of 10^-`scale`. */
export type PublicTrade = Pick<
  TradeRow,
  'id' | 'instrumentId' | 'price' | 'quantity' | 'aggressorSide' | 'sessionDate' | 'time'
> &
  Readonly<{ scale: number; symbol: string }>;

/** `before` is null unless the newest come first. */
export type TradeFilter = Readonly<{
  size: number;
  instrumentId: number | undefined;
  symbol?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
  after: number;
  before: number | null;
  isNewestFirst: boolean;
}>;

/** Reads trades from the tables. */
@Injectable()
export class TradesService {
  constructor(
    private readonly em: EntityManager,
    private readonly instruments: InstrumentsService,
    private readonly scales: PriceScalesService,
  ) {}

  async list(
    actor: Actor,
    { size, instrumentId, symbol, from, to, after, before, isNewestFirst }: TradeFilter,
  ): Promise<PublicTrade[]> {
    const conditions: FilterQuery<Trade>[] = [{ id: { $gt: after } }, { settlement: null }];
    if (before !== null) conditions.push({ id: { $lt: before } });
    if (instrumentId !== undefined) {
      const [instrument] = await this.instruments.findByIds(actor, [instrumentId]);
      if (instrument === undefined) throw new UnknownInstrumentError(instrumentId);
      conditions.push({ instrumentId });
    }
    if (from !== undefined) conditions.push({ time: { $gte: from } });
    if (to !== undefined) conditions.push({ time: { $lt: to } });
    if (symbol !== undefined)
      conditions.push({
        instrumentId: {
          $in: (await this.instruments.findBySymbols(actor, [symbol.toUpperCase()])).map(({ id }) => id),
        },
      });
    const fields = ['id', 'instrumentId', 'price', 'quantity', 'aggressorSide', 'sessionDate', 'time'] as const;
    const trades = await this.em.find(
      Trade,
      { $and: conditions },
      { orderBy: { id: isNewestFirst ? 'desc' : 'asc' }, limit: size, fields },
    );
    const getInstrumentFacts = await this.scales.loadFacts(trades.map((trade) => trade.instrumentId));
    return trades.map((trade) => ({
      ...(trade as Omit<PublicTrade, 'scale' | 'symbol'>),
      ...getInstrumentFacts(trade.instrumentId),
    }));
  }
}
