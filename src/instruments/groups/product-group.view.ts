import { createExactNumber } from '../../money/exact-number.js';
import { toProductView } from '../products/product.view.js';
import type { ProductGroupDetails } from './product-groups.service.js';
import type { SessionCalendar } from '../calendar/session-calendar.js';
import type { SessionOverride } from '../calendar/session-hours.js';

/**
 * Products of one exchange and currency with the same hours, holidays and margins.
 * @example { "id": 1, "symbol": "CME-INDEX", "name": "US index futures", "exchange": "CME", "currency": "USD", "timezone": "America/Chicago", "session_calendar": { "session_start_times": [1020, 2460, 3900, 5340, 6780], "session_end_times": [2400, 3840, 5280, 6720, 8160], "overrides": [{ "date": "2026-11-27", "name": "Day after Thanksgiving", "end_time": 735 }, { "date": "2026-12-25", "name": "Christmas" }] }, "session": { "date": "2026-11-23", "opens_at": "2026-11-22T23:00:00.000Z", "closes_at": "2026-11-23T22:00:00.000Z", "is_open": true }, "initial_margin": 24000, "maintenance_margin": 21800, "price_band": 5, "self_trade_policy": "CancelAggressor", "self_trade_scope": "owner", "products": [{ "id": 1, "group_id": 1, "symbol": "ES", "name": "E-mini S&P 500", "instrument_type": "Future", "display_factor": 1, "tick_size": 0.25, "tick_value": 12.5, "multiplier": 50, "settlement_style": "Cash", "max_order_quantity": 2500, "allow_negative_prices": false, "session_start_times": [1020, 2460, 3900, 5340, 6780], "session_end_times": [2400, 3840, 5280, 6720, 8160], "version": 1 }], "version": 1 }
 */
export type ProductGroupView = ReturnType<typeof toProductGroupView>;

/** A product group on its page: in a sandbox its hours may only say to which session a trade belongs. */
export type ProductGroupPageView = ProductGroupView & Readonly<{ trades_at_all_hours?: boolean }>;

/** The page shows the products as a table of their own. */
export const PRODUCT_GROUP_COLUMNS = [
  'id',
  'symbol',
  'name',
  'exchange',
  'currency',
  'timezone',
  'initial_margin',
  'maintenance_margin',
  'price_band',
  'self_trade_policy',
  'self_trade_scope',
  'session_calendar.session_start_times',
  'session_calendar.session_end_times',
  'session_calendar.overrides',
  'session.date',
  'session.opens_at',
  'session.closes_at',
  'session.is_open',
  'version',
];

/**
 * A group with its products and its current or next session. When the sandbox trades at all hours, the next session has
 * opened already.
 */
export function toProductGroupView({ group, products }: ProductGroupDetails, now: number, tradesAtAllHours: boolean) {
  return {
    id: group.id,
    symbol: group.symbol,
    name: group.name,
    exchange: group.exchange,
    currency: group.currency,
    timezone: group.timezone,
    session_calendar: {
      /** Local minutes since Sunday 00:00. */
      session_start_times: group.sessionStartTimes,
      session_end_times: group.sessionEndTimes,
      /** Holidays and early closes. */
      overrides: group.sessionOverrides.map(toSessionOverrideView),
    },
    /**
     * The current session or the next one. When the sandbox trades at all hours, it opened when the one before closed.
     */
    session: toSessionView(group.createCalendar(), now, tradesAtAllHours),
    /** Per contract, in the currency of the group. */
    initial_margin: createExactNumber(group.initialMargin),
    maintenance_margin: createExactNumber(group.maintenanceMargin),
    /** In percent of the reference price; 0 is no band. */
    price_band: createExactNumber(group.priceBand),
    self_trade_policy: group.selfTradePolicy,
    /** The orders that never trade with each other. */
    self_trade_scope: group.selfTradeScope,
    products: products.map((product) => toProductView(product, group)),
    version: group.version,
  };
}

/** A holiday or early close: `end_time` is the minute of the close; without it there is no session. */
function toSessionOverrideView({
  date,
  name,
  endTime,
}: SessionOverride): Readonly<{ date: string; name: string; end_time?: number }> {
  return { date, name, ...(endTime !== null && { end_time: endTime }) };
}

function toSessionView(calendar: SessionCalendar, now: number, tradesAtAllHours: boolean) {
  const { date, opensAt, closesAt } = calendar.findSession(now);
  const previousDate = tradesAtAllHours ? calendar.findPreviousDate(now) : null;
  const openedAt = previousDate === null ? opensAt : (calendar.findClose(previousDate) ?? opensAt);
  return {
    date,
    opens_at: new Date(openedAt).toISOString(),
    closes_at: new Date(closesAt).toISOString(),
    is_open: openedAt <= now,
  };
}
