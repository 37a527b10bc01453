import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import type { LivePosition } from '../accounts/positions/live-position.js';
import { PositionsService } from '../accounts/positions/positions.service.js';
import type { InstrumentEntity } from '../instruments/instrument.entity.js';
import { type InstrumentDetails, InstrumentsService } from '../instruments/instruments.service.js';
import type { BarInterval, ListedBar } from '../marketdata/bars/bar.js';
import { BarsService } from '../marketdata/bars/bars.service.js';
import { BoardsService } from '../marketdata/boards.service.js';
import { LADDER_LEVELS } from '../marketdata/depth-bars.js';
import { BOARD_SIDES, DEPTH_SIDES, findMarketItem, type MarketItem } from '../marketdata/market-item.js';
import { type TradingState, getTradingState } from '../marketdata/trading-state.js';
import { type PublicTrade, TradesService } from '../marketdata/trades/trades.service.js';
import { ID_MAX } from '../orders/lists/order-paging.js';
import { OrdersService } from '../orders/lists/orders.service.js';
import type { OrderRecord } from '../orders/order-record.js';

/** The market data of an instrument at a moment. */
export type DeskMarket = Readonly<{
  listed: InstrumentDetails;
  /** The tradable instruments of the same product, including this one, by expiration. */
  others: readonly InstrumentEntity[];
  standing: TradingState;
  items: readonly MarketItem[];
  trades: readonly PublicTrade[];
  /** The oldest first. */
  bars: readonly ListedBar[];
}>;

/** The user's positions and orders in an instrument, on all accounts that the user may view. */
export type DeskHoldings = Readonly<{
  orders: readonly OrderRecord[];
  hasMoreOrders: boolean;
  positions: readonly LivePosition[];
}>;

const ORDERS = 50;
const POSITIONS = 20;
const TRADES = 15;
const BARS = 72;
const OTHERS = 40;

/** Just listed: the venue adds it at its next check. */
const NOT_YET_KNOWN: TradingState = {
  status: 'Closed',
  sessionDate: null,
  sessionIsOpen: false,
  previousClose: null,
  scale: 0,
};

/** Combines the data of other modules, like their own endpoints. */
@Injectable()
export class DeskMarketService {
  constructor(
    private readonly instruments: InstrumentsService,
    private readonly boards: BoardsService,
    private readonly trades: TradesService,
    private readonly bars: BarsService,
    private readonly orders: OrdersService,
    private readonly positions: PositionsService,
  ) {}

  async show(actor: Actor, instrumentId: number, span: BarInterval): Promise<DeskMarket> {
    const listed = await this.instruments.get(actor, instrumentId);
    const [others, shown, trades, bars] = await Promise.all([
      this.instruments.list(actor, {
        size: OTHERS,
        after: null,
        productId: listed.product.id,
        statuses: ['Open', 'Halted'],
      }),
      this.boards.readKnownBoards(actor, [instrumentId], ([instrument]) => ({
        standing: instrument === undefined ? NOT_YET_KNOWN : getTradingState(instrument),
        items: [...BOARD_SIDES, ...DEPTH_SIDES].flatMap(
          (side) => (instrument && findMarketItem(instrument, side, LADDER_LEVELS)) ?? [],
        ),
      })),
      this.trades.list(actor, { size: TRADES, instrumentId, after: 0, before: null, isNewestFirst: true }),
      this.bars.list(actor, instrumentId, { span, from: null, to: null, after: null, isNewestFirst: true, size: BARS }),
    ]);
    return {
      ...shown,
      listed,
      others: sortByExpiry(others.map(({ instrument }) => instrument)),
      trades,
      bars: bars.toReversed(),
    };
  }

  async showHoldings(actor: Actor, instrumentId: number): Promise<DeskHoldings> {
    const orders = await this.orders.list(actor, {
      size: ORDERS + 1,
      after: 0,
      before: ID_MAX,
      isNewestFirst: true,
      statuses: ['Open'],
      instrumentId,
    });
    const positions = await this.positions.list(actor, {
      size: POSITIONS,
      after: null,
      acctIds: undefined,
      instrumentIds: [instrumentId],
    });
    return { orders: orders.slice(0, ORDERS), hasMoreOrders: orders.length > ORDERS, positions };
  }
}

function sortByExpiry(instruments: readonly InstrumentEntity[]): InstrumentEntity[] {
  return [...instruments].sort(
    (one, other) =>
      (one.expiresAt?.getTime() ?? Infinity) - (other.expiresAt?.getTime() ?? Infinity) || one.id - other.id,
  );
}
