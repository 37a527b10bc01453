/** Trading hours of a run: sessions of seconds, so that several open and close while faults strike. */
import type { ProductEntity } from '../../../src/instruments/products/product.entity.js';
import type { ProductGroupEntity } from '../../../src/instruments/groups/product-group.entity.js';
import { SessionCalendar, type TradingSession } from '../../../src/instruments/calendar/session-calendar.js';
import type { ReferenceData } from '../../../src/exchange/sessions/unknown-terms.js';
import { START } from './fake-clock.js';

const PERIOD_MS = 5_000;
const OPEN_MS = 4_000;
const DAY_MS = 86_400_000;
/** Every change of sessions is over so long after an opening. */
const SETTLED_MS = 2_500;

const FIRST_DATE = Date.parse('2026-01-05T00:00:00Z');

function toSession(n: number): TradingSession {
  const opensAt = START + n * PERIOD_MS;
  const date = new Date(FIRST_DATE + n * DAY_MS).toISOString().slice(0, 10);
  return { date, opensAt, closesAt: opensAt + OPEN_MS };
}

const findNumber = (instant: number): number => Math.floor((instant - START) / PERIOD_MS);

class ShortSessions extends SessionCalendar {
  constructor() {
    super({ timezone: 'UTC', startTimes: [0], endTimes: [60], overrides: [] });
  }

  override findSession(instant: number): TradingSession {
    const session = toSession(findNumber(instant));
    return session.closesAt > instant ? session : toSession(findNumber(instant) + 1);
  }

  override findNextOpen(instant: number): number {
    return toSession(findNumber(instant) + 1).opensAt;
  }

  override findPreviousDate(instant: number): string | null {
    const n = findNumber(instant - OPEN_MS);
    return n < 0 ? null : toSession(n).date;
  }

  override findClose(date: string): number | null {
    const n = (Date.parse(`${date}T00:00:00Z`) - FIRST_DATE) / DAY_MS;
    return n < 0 ? null : toSession(n).closesAt;
  }
}

const calendar = new ShortSessions();

/** How long until every change of sessions is over. */
export const untilSettled = (now: number): number => calendar.findNextOpen(now) + SETTLED_MS - now;

/** The two products of the script language, as the tables of the instruments have them. */
const group = {
  ...{ id: 1, currency: 'USD', initialMargin: '0', maintenanceMargin: '0', priceBand: '0' },
  ...{ selfTradePolicy: 'CancelAggressor', selfTradeScope: 'account', createCalendar: () => calendar },
} as unknown as ProductGroupEntity;

const products = [1, 2].map(
  (id) =>
    ({
      ...{ id, groupId: 1, tickSize: '1', multiplier: '0.0001', maxOrderQuantity: null },
      ...{ allowNegativePrices: false, settlementStyle: 'Closed' },
    }) as unknown as ProductEntity,
);

export const TRADING_HOURS = { calendars: new Map(products.map(({ id }) => [id, calendar])), rests: true };

export const REFERENCE_DATA: ReferenceData = { groups: [group], products, instruments: [] };
