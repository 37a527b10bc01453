/** What the venue itself says of an instrument, beside its board: whether it trades, and what its day is measured from. */
import type { Instrument } from '../engine/instrument.js';
import type { SessionCalendar } from '../instruments/session-calendar.js';

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

/** At which price the session before this one closed; of an instrument that has had none, what it was listed at. */
function findPreviousClose({ closingMarks, settlementPrice, product: { sessionDate } }: Instrument): number | null {
  let latest: string | null = null;
  for (const date of closingMarks.keys())
    if ((sessionDate === null || date < sessionDate) && (latest === null || date > latest)) latest = date;
  return latest === null ? settlementPrice : (closingMarks.get(latest) ?? settlementPrice);
}

/** Until when the session lasts that is held, or the rest before the next. The venue says which of the two it is; the calendar knows only when it ends. */
export function findStateEnd(
  { sessionIsOpen, sessionDate }: TradingState,
  calendar: SessionCalendar,
  now: number,
): number {
  if (sessionIsOpen && sessionDate !== null) return calendar.findClose(sessionDate) ?? calendar.findNextClose(now);
  return calendar.findNextOpen(now);
}
