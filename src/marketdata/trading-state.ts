/** The trading state of an instrument besides its board: its status and previous close. */
import type { Instrument } from '../engine/instrument.js';
import type { SessionCalendar } from '../instruments/calendar/session-calendar.js';

/** Prices are units of 10^-`scale`. */
export type TradingState = Readonly<{
  status: Instrument['status'];
  sessionDate: string | null;
  sessionIsOpen: boolean;
  previousClose: number | null;
  scale: number;
}>;

export function getTradingState(instrument: Instrument): TradingState {
  const { status, product } = instrument;
  return {
    status,
    sessionDate: product.sessionDate,
    sessionIsOpen: product.sessionIsOpen,
    previousClose: findPreviousClose(instrument),
    scale: product.terms.scale,
  };
}

/** The close of the previous session; for a new instrument, its settlement price at the listing. */
function findPreviousClose({ closingMarks, settlementPrice, product: { sessionDate } }: Instrument): number | null {
  let latest: string | null = null;
  for (const date of closingMarks.keys())
    if ((sessionDate === null || date < sessionDate) && (latest === null || date > latest)) latest = date;
  return latest === null ? settlementPrice : (closingMarks.get(latest) ?? settlementPrice);
}

/**
 * The end of the current session, or of the break before the next. The venue knows which of the two it is; the calendar
 * knows the time.
 */
export function findStateEnd(tradingState: TradingState, calendar: SessionCalendar, now: number): number {
  const { sessionIsOpen, sessionDate } = tradingState;
  if (sessionIsOpen && sessionDate !== null) return calendar.findClose(sessionDate) ?? calendar.findNextClose(now);
  return calendar.findNextOpen(now);
}
