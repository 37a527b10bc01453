const DAY_MS = 86_400_000;
/** The greatest offset from UTC ever used. */
const OFFSET_MAX_MS = 16 * 3_600_000;
/** About ten years; older days are computed again. */
const CACHED_DAYS_MAX = 4000;

/** The offsets of a UTC day in a zone: one before a clock change, another after it. */
type DayOffsets = Readonly<{ before: number; after: number; changesAt: number }>;

const cachedZones = new Map<string, TimeZone>();

/**
 * The clock of a time zone by Intl (the IANA database), exact to the millisecond also in nights with a clock change.
 * Intl takes some microseconds, so days are cached. Assumption: at most one clock change per UTC day.
 */
export class TimeZone {
  private readonly format: Intl.DateTimeFormat;
  private readonly days = new Map<number, DayOffsets>();

  private constructor(name: string) {
    this.format = new Intl.DateTimeFormat('en', { timeZone: name, timeZoneName: 'longOffset' });
  }

  static get(name: string): TimeZone {
    const zone = cachedZones.get(name) ?? new TimeZone(name);
    cachedZones.set(name, zone);
    return zone;
  }

  /** The local time as milliseconds since its 1970. */
  toLocal(instant: number): number {
    const { before, after, changesAt } = this.getDay(Math.floor(instant / DAY_MS));
    return instant + (instant < changesAt ? before : after);
  }

  /**
   * The first instant at which the clock shows this local time or a later one. So a time that occurs twice is its first
   * occurrence, and a skipped time is the instant of the change: the order of times is kept.
   */
  toFirstInstant(local: number): number {
    for (let index = Math.floor((local - OFFSET_MAX_MS) / DAY_MS); ; index += 1) {
      const { before, after, changesAt } = this.getDay(index);
      const early = Math.max(index * DAY_MS, local - before);
      if (early < changesAt) return early;
      const late = Math.max(changesAt, local - after);
      if (late < (index + 1) * DAY_MS) return late;
    }
  }

  private getDay(index: number): DayOffsets {
    const cached = this.days.get(index);
    if (cached) return cached;
    if (this.days.size >= CACHED_DAYS_MAX) this.days.clear();
    const day = this.computeOffsets(index * DAY_MS, (index + 1) * DAY_MS);
    this.days.set(index, day);
    return day;
  }

  private computeOffsets(start: number, end: number): DayOffsets {
    const [before, after] = [this.getOffset(start), this.getOffset(end)];
    if (before === after) return { before, after, changesAt: end };
    let [last, first] = [start, end];
    while (first - last > 1) {
      const middle = Math.floor((last + first) / 2);
      if (this.getOffset(middle) === before) last = middle;
      else first = middle;
    }
    return { before, after, changesAt: first };
  }

  private getOffset(instant: number): number {
    const [, sign, hours = '0', minutes = '0', seconds = '0'] =
      /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(this.format.format(instant)) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  }
}

/** Whether Intl knows the zone. Bare offsets are rejected: they have no clock changes. */
export function isTimeZone(name: unknown): boolean {
  if (typeof name === 'string' && cachedZones.has(name)) return true;
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
