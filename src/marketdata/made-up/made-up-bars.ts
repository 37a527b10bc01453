import { type Bar, type BarInterval, getBarStart } from '../bars/bar.js';

/**
 * What made-up bars are made of: the price at which an instrument was listed, when that was, and when they end: with the first trade.
 * Prices are units of the product.
 */
export type History = Readonly<{ instrumentId: number; tick: number; listedAt: number; price: number; endsAt: number }>;

const MINUTE = 60_000;
const DAY = 1440;
/** So long before their end the made-up bars begin. */
const DAYS = 84;
/** A step is about a twenty thousandth of the price, as those of the market maker. */
const STEPS_IN_PRICE = 20_000;
/** The hours of UTC in which markets are busy, and how much more they move then. */
const BUSY = { from: 13, to: 20, factor: 2 } as const;
/** After the listing this part of the distance to its price is undone in each minute: orders stand about that price. */
const RETURN = 8;

/**
 * Bars before the first trade, the newest first, as if there had been trades: a random walk from the price of the listing backwards in
 * time, and about that price since. The move of a minute depends on the instrument and the minute alone. So a bar is the same for every
 * reader, after every start and after the first trade, and those of a long interval agree with those of a short one.
 */
export function makeUpBars(history: History, span: BarInterval, size: number): Bar[] {
  const endsAt = toStart(span, history.endsAt);
  const bars: Bar[] = [];
  for (const print of listMinutes(history)) {
    const startsAt = toStart(span, print.startsAt);
    if (startsAt >= endsAt) continue;
    const later = bars.at(-1);
    if (later?.startsAt === startsAt) bars[bars.length - 1] = join(print, later);
    else if (bars.length === size) break;
    else bars.push({ ...print, startsAt });
  }
  return bars;
}

/** The newest first. */
function* listMinutes(history: History): Generator<Bar> {
  const last = Math.floor(history.endsAt / MINUTE) - 1;
  const listed = Math.floor(history.listedAt / MINUTE);
  const firstDay = Math.floor(Math.max(listed, last - DAYS * DAY) / DAY);
  for (let day = Math.floor(last / DAY); day >= firstDay; day--)
    yield* listMinutesOfDay(history, Math.max(listed, day * DAY), Math.min(last, (day + 1) * DAY - 1)).reverse();
  let { price: close } = history;
  for (let minute = Math.min(listed - 1, last); minute > last - DAYS * DAY; minute--) {
    if (isWeekend(minute)) continue;
    const print = makeUpMinute(history, minute, { close });
    close = print.open;
    yield print;
  }
}

/** Minutes of a day after the listing, the oldest first. Every day begins at the price of the listing, so none depends on how many there were. */
function listMinutesOfDay(history: History, first: number, last: number): Bar[] {
  const prints: Bar[] = [];
  let { price: open } = history;
  for (let minute = first; minute <= last; minute++) {
    if (isWeekend(minute)) continue;
    const print = makeUpMinute(history, minute, { open });
    open = print.close;
    prints.push(print);
  }
  return prints;
}

const toStart = (span: BarInterval, time: number): number =>
  getBarStart(span, { time, sessionDate: new Date(time).toISOString().slice(0, 10) });

/** 1970 began on a Thursday. */
const isWeekend = (minute: number): boolean => [2, 3].includes(Math.floor(minute / DAY) % 7);

/** From one of its ends: the other one is a move away. */
function makeUpMinute(
  { instrumentId, tick, price }: History,
  minute: number,
  known: Readonly<{ open: number }> | Readonly<{ close: number }>,
): Bar {
  const hour = Math.floor((minute % DAY) / 60);
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
