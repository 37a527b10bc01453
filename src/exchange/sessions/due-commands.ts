/**
 * What the clock has to tell the venue: sessions that are over close, one that has begun opens, what has expired expires. Asked at any
 * moment and as often as one likes; what was missed while nobody ran the clock is due at once.
 *
 * A product has one session a date, from the first opening of that date to its last close. A venue that never rests opens each session
 * as soon as the one before has closed: what happens between two sessions counts for the next one anyway.
 *
 * Of the sessions that were missed altogether only the last is held, for no longer than a moment: with it everything ends that was good
 * till a date which is over, and positions are valued by the day that is over. Nobody traded in any of them.
 */
import type { CommandBody } from '../../engine/command.js';
import type { Product } from '../../engine/product.js';
import type { State } from '../../engine/state.js';
import type { SessionCalendar } from '../../instruments/session-calendar.js';

/** The hours of each product. */
export type TradingHours = Readonly<{ calendars: ReadonlyMap<number, SessionCalendar>; rests: boolean }>;

type SessionMoment = Readonly<{ calendar: SessionCalendar; rests: boolean; now: number }>;

export function listDueCommands(state: State, { calendars, rests }: TradingHours, now: number): CommandBody[] {
  return sortProducts(state.products).flatMap((product) => {
    const calendar = calendars.get(product.terms.id);
    // No command for a session that is about to open or close, until it has.
    if (calendar === undefined || product.isSessionChanging) return [];
    const moment = { calendar, rests, now };
    const expired = createExpiries(state, product, moment);
    return isStillOpen(product, moment)
      ? expired
      : [
          ...createClosings(product),
          ...expired,
          ...createMissedSessions(product, moment),
          ...createOpenings(product, moment),
        ];
  });
}

/** How soon to look again at a session that opens or closes in portions. */
const TURNING_MS = 500;

/** When to look again: the next time that anything is due. */
export function findNextDue(state: State, { calendars }: TradingHours, now: number): number {
  const times = sortProducts(state.products).flatMap(({ terms, currentSession, isSessionChanging }) => {
    const calendar = calendars.get(terms.id);
    if (calendar === undefined) return [];
    if (isSessionChanging) return now + TURNING_MS;
    return currentSession === null ? calendar.findNextOpen(now) : (calendar.findClose(currentSession) ?? now);
  });
  return Math.min(...times);
}

/** A date that the calendar has no longer was given up: its session is over. */
function isStillOpen({ currentSession }: Product, { calendar, now }: SessionMoment): boolean {
  return currentSession !== null && (calendar.findClose(currentSession) ?? now) > now;
}

function createClosings({ terms: { id: productId }, currentSession }: Product): CommandBody[] {
  return currentSession === null ? [] : [{ type: 'CloseSession', productId, sessionDate: currentSession }];
}

/** A product that was never open has missed nothing. */
function createMissedSessions(
  { terms: { id: productId }, sessionDate: last }: Product,
  { calendar, now }: SessionMoment,
): CommandBody[] {
  const sessionDate = last === null ? null : calendar.findPreviousDate(now);
  if (last === null || sessionDate === null || sessionDate <= last) return [];
  return [
    { type: 'OpenSession', productId, sessionDate },
    { type: 'CloseSession', productId, sessionDate },
  ];
}

function createOpenings(
  { terms: { id: productId }, sessionDate }: Product,
  { calendar, rests, now }: SessionMoment,
): CommandBody[] {
  const { date, opensAt } = calendar.findSession(now);
  return (opensAt <= now || !rests) && date > (sessionDate ?? '')
    ? [{ type: 'OpenSession', productId, sessionDate: date }]
    : [];
}

/** The close of its last session ends an instrument; one whose last session was never held, or is over by a change of its date, needs a command. */
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
