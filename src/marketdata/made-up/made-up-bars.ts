import { type Bar, type BarInterval, getBarStart } from '../bars/bar.js';

/** What made-up bars lead to: the first price of an instrument, and when it was. Prices are units of the product. */
export type HistoryEnd = Readonly<{ instrumentId: number; tick: number; time: number; price: number }>;

const MINUTE = 60_000;
const DAY = 1440;
/** So long before the first price the made-up bars begin. */
const DAYS = 84;
/** A step is about a twenty thousandth of the price, as those of the market maker. */
const STEPS_IN_PRICE = 20_000;
/** The hours of UTC in which markets are busy, and how much more they move then. */
const BUSY = { from: 13, to: 20, factor: 2 } as const;

/**
 * Bars before the first price, the newest first, as if there had been trades: a random walk backwards in time whose move
 * in each minute depends on the instrument and the minute alone. So they are the same for every reader and after every
 * start, and those of a long interval agree with those of a short one.
 */
export function makeUpBars(end: HistoryEnd, span: BarInterval, size: number): Bar[] {
  const endsAt = toStart(span, end.time);
  const last = Math.floor(end.time / MINUTE) - 1;
  const bars: Bar[] = [];
  let close = end.price;
  for (let minute = last; minute > last - DAYS * DAY; minute--) {
    if (isWeekend(minute)) continue;
    const print = makeUpMinute(end, minute, close);
    close = print.open;
    const startsAt = toStart(span, minute * MINUTE);
    if (startsAt >= endsAt) continue;
    const later = bars.at(-1);
    if (later?.startsAt === startsAt) bars[bars.length - 1] = join(print, later);
    else if (bars.length === size) break;
    else bars.push({ ...print, startsAt });
  }
  return bars;
}

const toStart = (span: BarInterval, time: number): number =>
  getBarStart(span, { time, sessionDate: new Date(time).toISOString().slice(0, 10) });

/** 1970 began on a Thursday. */
const isWeekend = (minute: number): boolean => [2, 3].includes(Math.floor(minute / DAY) % 7);

function makeUpMinute({ instrumentId, tick, price }: HistoryEnd, minute: number, close: number): Bar {
  const hour = Math.floor((minute % DAY) / 60);
  const activity = hour >= BUSY.from && hour < BUSY.to ? BUSY.factor : 1;
  const step = Math.max(1, Math.round(Math.abs(price) / tick / STEPS_IN_PRICE)) * tick;
  const draw = (place: number): number => scatter(scatter(instrumentId * 8 + place) ^ minute) / 4_294_967_296;
  const open = Math.max(tick, close - Math.round((draw(0) - 0.5) * 3 * activity) * step);
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
