/**
 * The commands that are due by the clock: sessions close and open, instruments expire. May be called at any time and
 * repeatedly; commands missed during downtime are due at once. A product has one session per date, from its first
 * opening to its last close. A venue that trades at all hours opens each session when the previous one closed. Of
 * completely missed sessions only the last is opened and closed at once: it expires orders whose date is over and
 * values positions for the day. Nobody traded in any of them.
 */
import type { CommandBody } from '../../engine/command.js';
import type { Product } from '../../engine/product.js';
import type { State } from '../../engine/state.js';
import type { SessionCalendar } from '../../instruments/calendar/session-calendar.js';

/** The hours of each product. */
export type TradingHours = Readonly<{ calendars: ReadonlyMap<number, SessionCalendar>; rests: boolean }>;

type SessionMoment = Readonly<{ calendar: SessionCalendar; rests: boolean; now: number }>;

export function listDueCommands(state: State, { calendars, rests }: TradingHours, now: number): CommandBody[] {
  return sortProducts(state.products).flatMap((product) => {
    const calendar = calendars.get(product.terms.id);
    // No commands for a session that is opening or closing in portions.
    if (calendar === undefined || product.isSessionChanging) return [];
    const moment = { calendar, rests, now };
    const expired = createExpiries(state, product, moment);
    return isStillOpen(product, moment)
      ? expired
      : [
          ...createClosings(product),
          ...expired,
          ...createMissedSessions(state, product, moment),
          ...createOpenings(product, moment),
        ];
  });
}

/** The interval while a session opens or closes in portions. */
const TURNING_MS = 500;

/** The next time at which anything is due. */
export function findNextDue(state: State, { calendars }: TradingHours, now: number): number {
  const times = sortProducts(state.products).flatMap(({ terms, currentSession, isSessionChanging }) => {
    const calendar = calendars.get(terms.id);
    if (calendar === undefined) return [];
    if (isSessionChanging) return now + TURNING_MS;
    return currentSession === null ? calendar.findNextOpen(now) : (calendar.findClose(currentSession) ?? now);
  });
  return Math.min(...times);
}

/** A date that the calendar no longer has was removed: its session is over. */
function isStillOpen({ currentSession }: Product, { calendar, now }: SessionMoment): boolean {
  return currentSession !== null && (calendar.findClose(currentSession) ?? now) > now;
}

function createClosings({ terms: { id: productId }, currentSession }: Product): CommandBody[] {
  return currentSession === null ? [] : [{ type: 'CloseSession', productId, sessionDate: currentSession }];
}

/** A product that was never open has missed no session. Settlement prices that are known already are the closing prices of the one before. */
function createMissedSessions(state: State, product: Product, { calendar, now }: SessionMoment): CommandBody[] {
  const { sessionDate: last, terms } = product;
  if (last === null && !hasSettlementPrice(state, product)) return [];
  const sessionDate = calendar.findPreviousDate(now);
  if (sessionDate === null || sessionDate <= (last ?? '')) return [];
  const productId = terms.id;
  return [
    { type: 'OpenSession', productId, sessionDate },
    { type: 'CloseSession', productId, sessionDate },
  ];
}

const hasSettlementPrice = (state: State, product: Product): boolean =>
  state.listInstruments(product).some(({ settlementPrice }) => settlementPrice !== null);

function createOpenings(
  { terms: { id: productId }, sessionDate }: Product,
  { calendar, rests, now }: SessionMoment,
): CommandBody[] {
  const { date, opensAt } = calendar.findSession(now);
  return (opensAt <= now || !rests) && date > (sessionDate ?? '')
    ? [{ type: 'OpenSession', productId, sessionDate: date }]
    : [];
}

/**
 * An instrument expires with the close of its last session. If that session was never open, or is over by a change of
 * date, a command is needed.
 */
function createExpiries(state: State, product: Product, { calendar, now }: SessionMoment): CommandBody[] {
  return state.listInstruments(product).flatMap(({ id, status, terms: { expiration } }) => {
    if (status === 'Expired' || expiration === null || product.currentSession === expiration) return [];
    return (calendar.findClose(expiration) ?? now) <= now
      ? [{ type: 'ExpireInstrument', instrumentId: id } as const]
      : [];
  });
}

const sortProducts = (products: ReadonlyMap<number, Product>): Product[] =>
  [...products.values()].sort((a, b) => a.terms.id - b.terms.id);
