import { toValue } from '../accounts/exchange-numbers.js';
import { toPositionView } from '../accounts/positions/position.view.js';
import { formatMoment } from '../exchange/to-wire.js';
import { type BarView, toBarView } from '../marketdata/bars/bar.view.js';
import type { BarInterval } from '../marketdata/bars/bar.js';
import { toListedInstrumentView } from '../marketdata/listed-instrument.view.js';
import { toMarketItemView } from '../marketdata/market-item.view.js';
import { toTradeView } from '../marketdata/trades/trade.view.js';
import { toOrderView } from '../orders/order.view.js';
import type { OrderTicketView } from '../orders/forms/order-ticket.view.js';
import { toFillView } from '../orders/lists/fill.view.js';
import type { DeskHoldings } from './desk-holdings.service.js';
import { type DeskColumn, DESK_PANELS, type DeskPanels } from './panels/desk-panels.js';
import type { ChartBars, ChartHistory, DeskMarket } from './desk-market.service.js';

/** A bar of a chart. */
export type ChartBarView = BarView & Readonly<{ is_made_up: boolean }>;

/** The bars of a chart, and the sessions that they belong to. */
export type ChartHistoryView = ReturnType<typeof toChartHistoryView>;

export const toChartHistoryView = (history: ChartHistory) => ({
  /** The newest first. */
  bars: toChartBarViews(history),
  /** The date of each session and its end, in order: a bar belongs to the first that ends after its start. None for bars of sessions and weeks. */
  sessions: history.sessions.map(({ date, closesAt }) => ({ date, ends_at: formatMoment(closesAt) })),
});

const toChartBarViews = ({ bars, madeUpBars }: ChartBars): ChartBarView[] => [
  ...bars.toReversed().map((bar) => ({ ...toBarView(bar), is_made_up: false })),
  ...madeUpBars.toReversed().map((bar) => ({ ...toBarView(bar), is_made_up: true })),
];

/** An instrument's market with the user's orders and positions. */
export type DeskMarketView = ReturnType<typeof toDeskMarketView>;

type DeskMarketContext = Readonly<{
  holdings: DeskHoldings;
  interval: BarInterval;
  isWatched: boolean;
  panels: DeskPanels;
  ticket: OrderTicketView;
  now: number;
}>;

export function toDeskMarketView(
  { listed, tradesAtAllHours, others, standing, items, trades, bars, madeUpBars }: DeskMarket,
  {
    holdings: { acctIds, orders, hasMoreOrders, positions, fills },
    interval,
    isWatched,
    panels,
    ticket,
    now,
  }: DeskMarketContext,
) {
  return {
    instrument: toListedInstrumentView(listed, standing, { now, tradesAtAllHours }),
    is_watched: isWatched,
    /** The columns from left to right, the panels that are shown, and their sizes. */
    panels: {
      columns: panels.order.split('-') as DeskColumn[],
      shown: DESK_PANELS.filter((panel) => panels.shown.has(panel)),
      sizes: panels.sizes,
    },
    others: others.map(({ id, symbol }) => ({ id, symbol })),
    /** One item per side with data, as in `GET /marketdata`. */
    market: items.map(toMarketItemView),
    /** The newest first. */
    trades: trades.map(toTradeView),
    interval,
    /** The oldest first. */
    bars: bars.map(toBarView),
    /** Those before, in a sandbox: nobody traded then. */
    made_up_bars: madeUpBars.map(toBarView),
    fills: fills.map(toFillView),
    /** Open orders, on all accounts that the user may view. */
    orders: orders.map(toOrderView),
    /** The accounts whose orders and positions these are. */
    acct_ids: acctIds,
    has_more_orders: hasMoreOrders,
    positions: positions.map(toPositionView),
    /** What the positions cost together. */
    open_cost: toValue(positions.reduce((sum, { costValue }) => sum + costValue, 0n)),
    ticket,
  };
}
