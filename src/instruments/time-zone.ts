const DAY_MS = 86_400_000;
/** No clock on earth was ever further from UTC. */
const OFFSET_MAX_MS = 16 * 3_600_000;
/** Some ten years; beyond it the days are asked anew. */
const DAYS_KEPT = 4000;

/** How a day of UTC looks in a zone: one offset up to a change of the clocks, another one from it on. */
type Day = Readonly<{ before: number; after: number; changesAt: number }>;

const zones = new Map<string, TimeZone>();

/**
 * The clocks of one place, as Intl knows them (the IANA database). Every question is answered to the millisecond, also in the
 * nights when the clocks are changed. To ask Intl takes some microseconds, so a day that was asked for is remembered.
 *
 * It relies on one thing: the clocks are changed once at most between two midnights of UTC.
 */
export class TimeZone {
  private readonly format: Intl.DateTimeFormat;
  private readonly days = new Map<number, Day>();

  private constructor(name: string) {
    this.format = new Intl.DateTimeFormat('en', { timeZone: name, timeZoneName: 'longOffset' });
  }

  static named(name: string): TimeZone {
    const zone = zones.get(name) ?? new TimeZone(name);
    zones.set(name, zone);
    return zone;
  }

  /** What the clocks show, as milliseconds since they showed the beginning of 1970. */
  localAt(instant: number): number {
    const { before, after, changesAt } = this.day(Math.floor(instant / DAY_MS));
    return instant + (instant < changesAt ? before : after);
  }

  /**
   * The first instant at which the clocks show this local time or a later one. So a time that comes twice is its first coming,
   * and a time that is left out is the moment of the change: what was ordered before stays in order.
   */
  firstInstantAt(local: number): number {
    for (let index = Math.floor((local - OFFSET_MAX_MS) / DAY_MS); ; index += 1) {
      const { before, after, changesAt } = this.day(index);
      const early = Math.max(index * DAY_MS, local - before);
      if (early < changesAt) return early;
      const late = Math.max(changesAt, local - after);
      if (late < (index + 1) * DAY_MS) return late;
    }
  }

  private day(index: number): Day {
    const known = this.days.get(index);
    if (known) return known;
    if (this.days.size >= DAYS_KEPT) this.days.clear();
    const day = this.measured(index * DAY_MS, (index + 1) * DAY_MS);
    this.days.set(index, day);
    return day;
  }

  private measured(start: number, end: number): Day {
    const [before, after] = [this.offsetAt(start), this.offsetAt(end)];
    if (before === after) return { before, after, changesAt: end };
    let [last, first] = [start, end];
    while (first - last > 1) {
      const middle = Math.floor((last + first) / 2);
      if (this.offsetAt(middle) === before) last = middle;
      else first = middle;
    }
    return { before, after, changesAt: first };
  }

  private offsetAt(instant: number): number {
    const [, sign, hours = '0', minutes = '0', seconds = '0'] =
      /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(this.format.format(instant)) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  }
}

/** Whether Intl knows a place of this name. Bare offsets are no places: nobody there changes the clocks. */
export function isTimeZone(name: unknown): boolean {
  if (typeof name === 'string' && zones.has(name)) return true;
  if (
    typeof name !== 'string' ||
    !/^(?:UTC|[A-Z][A-Za-z_]*(?:\/[A-Za-z0-9_+-]+)+)$/.test(name) ||
    name.startsWith('Etc/')
  )
    return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}
