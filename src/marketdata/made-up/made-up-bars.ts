import type { SessionCalendar, TradingSession } from '../../instruments/calendar/session-calendar.js';
import { type Bar, type BarInterval, getBarStart } from '../bars/bar.js';

/**
 * What made-up bars are made of: the price at which an instrument was listed, when that was, the sessions of its product, and when the
 * bars end: with the first trade, or now, and the session of that moment. Prices are units of the product.
 */
export type History = Readonly<{
  instrumentId: number;
  tick: number;
  listedAt: number;
  price: number;
  calendar: SessionCalendar;
  endsAt: number;
  sessionDate: string;
}>;

const MINUTE = 60_000;
const DAY_MINUTES = 1440;
const DAY = DAY_MINUTES * MINUTE;
/** So many whole weeks before the week of their end the made-up bars begin. */
const WEEKS = 12;
/** A step is about a twenty thousandth of the price, as those of the market maker. */
const STEPS_IN_PRICE = 20_000;
/** The hours of UTC in which markets are busy, and how much more they move then. */
const BUSY = { from: 13, to: 20, factor: 2 } as const;
/** Since the session of the listing this part of the distance to its price is undone in each minute: orders stand about that price. */
const RETURN = 8;

/**
 * Bars before the first trade, the newest first, as if there had been trades in each session: a random walk backwards from the price of
 * the listing, with which the session before the listing ends, and in later sessions one about that price. The move of a minute depends
 * on the instrument and the minute alone. So a bar is the same for every reader, after every start and after the first trade, and those
 * of a long interval agree with those of a short one.
 */
export function makeUpBars(history: History, span: BarInterval, size: number): Bar[] {
  const end = getBarStart(span, { time: history.endsAt, sessionDate: history.sessionDate });
  const bars: Bar[] = [];
  for (const { date, prints } of listSessions(history))
    for (const print of prints) {
      const startsAt = getBarStart(span, { time: print.startsAt, sessionDate: date });
      if (startsAt >= end) continue;
      const later = bars.at(-1);
      if (later?.startsAt === startsAt) bars[bars.length - 1] = join(print, later);
      else if (bars.length === size) return bars;
      else bars.push({ ...print, startsAt });
    }
  return bars;
}

type SessionPrints = Readonly<{ date: string; prints: readonly Bar[] }>;

/** The newest first, and so are their minutes. */
function* listSessions(history: History): Generator<SessionPrints> {
  const { calendar, listedAt, endsAt, sessionDate, price } = history;
  const begin = getBarStart('1w', { time: endsAt, sessionDate }) - WEEKS * 7 * DAY;
  const firstDate = new Date(begin).toISOString().slice(0, 10);
  const listedDate = calendar.findSessionDate(listedAt);
  let close = price;
  // The session of a Monday may open on the Saturday of UTC.
  for (const session of calendar.listSessions(begin - 2 * DAY, endsAt).reverse()) {
    const { date } = session;
    if (date < firstDate) return;
    const minutes = listMinutes(session, endsAt);
    if (date >= listedDate) {
      yield { date, prints: walkFromListing(history, minutes) };
      continue;
    }
    const prints = walkBackwards(history, minutes, close);
    close = prints.at(-1)?.open ?? close;
    yield { date, prints };
  }
}

/** The oldest first. */
function listMinutes({ opensAt, closesAt }: TradingSession, endsAt: number): number[] {
  const first = Math.ceil(opensAt / MINUTE);
  const length = Math.floor(Math.min(closesAt, endsAt) / MINUTE) - first;
  return Array.from({ length: Math.max(0, length) }, (_, index) => first + index);
}

function walkBackwards(history: History, minutes: readonly number[], lastClose: number): Bar[] {
  let close = lastClose;
  return minutes.toReversed().map((minute) => {
    const print = makeUpMinute(history, minute, { close });
    close = print.open;
    return print;
  });
}

/** Every session begins at the price of the listing, so none depends on how many there were. */
function walkFromListing(history: History, minutes: readonly number[]): Bar[] {
  let { price: open } = history;
  const prints = minutes.map((minute) => {
    const print = makeUpMinute(history, minute, { open });
    open = print.close;
    return print;
  });
  return prints.reverse();
}

/** From one of its ends: the other one is a move away. */
function makeUpMinute(
  { instrumentId, tick, price }: History,
  minute: number,
  known: Readonly<{ open: number }> | Readonly<{ close: number }>,
): Bar {
  const hour = Math.floor((minute % DAY_MINUTES) / 60);
  const activity = hour >= BUSY.from && hour < BUSY.to ? BUSY.factor : 1;
  const step = Math.max(1, Math.round(Math.abs(price) / tick / STEPS_IN_PRICE)) * tick;
  const draw = (place: number): number => scatter(scatter(instrumentId * 8 + place) ^ minute) / 4_294_967_296;
  const move = Math.round((draw(0) - 0.5) * 3 * activity) * step;
  const { open, close } =
    'close' in known
      ? { open: Math.max(tick, known.close - move), close: known.close }
      : { open: known.open, close: Math.max(tick, known.open + move - returnTo(price, known.open, step)) };
  return {
    startsAt: minute * MINUTE,
    open,
    high: Math.max(open, close) + Math.floor(draw(1) * 2) * step,
    low: Math.max(tick, Math.min(open, close) - Math.floor(draw(2) * 2) * step),
    close,
    volume: 1 + Math.floor(draw(3) * 40 * activity),
    trades: 1 + Math.floor(draw(4) * 12 * activity),
  };
}

/** Whole steps of the distance from a price. */
const returnTo = (price: number, open: number, step: number): number =>
  Math.round((open - price) / step / RETURN) * step;

/** Whole numbers that are near to each other become far from each other (the finalizer of MurmurHash3). */
function scatter(number: number): number {
  let mixed = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** An earlier bar and a later one of the same interval. */
const join = (earlier: Bar, later: Bar): Bar => ({
  startsAt: later.startsAt,
  open: earlier.open,
  high: Math.max(earlier.high, later.high),
  low: Math.min(earlier.low, later.low),
  close: later.close,
  volume: earlier.volume + later.volume,
  trades: earlier.trades + later.trades,
});
