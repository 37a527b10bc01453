import { DAY_MINUTES, checkOverrides, checkSessionWeek, type SessionHours } from './session-hours.js';
import { isTimeZone, TimeZone } from './time-zone.js';

const MINUTE_MS = 60_000;
const DAY_MS = DAY_MINUTES * MINUTE_MS;
/** The first day of a week is Sunday; the first day of 1970 was a Thursday. */
const THURSDAY = 4;
const CACHED_DAYS_MAX = 2000;

/** A session from its first millisecond to the first after it, with its session date. */
export type TradingSession = Readonly<{ date: string; opensAt: number; closesAt: number }>;

/** A weekly session in minutes from the midnight before its date, so its start may be negative. */
type SessionMinutes = Readonly<{ start: number; end: number }>;

/** The last result: the session is current or next from `since` until its close. */
type CachedSession = Readonly<{ since: number; session: TradingSession }>;

/**
 * When a market is open, and the session of an instant. The session date is the local date on which a session ends: a
 * session from Sunday 17:00 belongs to Monday, and one that ends at 24:00 to the day that ends then. A local time that
 * occurs twice is its first occurrence, and a skipped one is the instant of the clock change; a session entirely within
 * the gap does not take place. Invariants: sessions do not overlap, and are found in order. Instants are milliseconds
 * since 1970 in UTC.
 */
export class SessionCalendar {
  private readonly zone: TimeZone;
  /** By weekday, the sessions that end on it. */
  private readonly week: readonly (readonly SessionMinutes[])[];
  /** By date, the minute of an early close; null for a holiday. */
  private readonly overrides: ReadonlyMap<string, number | null>;
  /** Within this many days there is a session, however many dates are holidays. */
  private readonly horizonDays: number;
  private readonly sessionsByDay = new Map<number, readonly TradingSession[]>();
  private cachedSession: CachedSession | null = null;

  constructor({ timezone, startTimes, endTimes, overrides }: SessionHours) {
    const error = isTimeZone(timezone)
      ? (checkSessionWeek(startTimes, endTimes) ?? checkOverrides(overrides))
      : `there is no time zone called ${timezone}`;
    if (error !== null) throw new RangeError(error);
    this.zone = TimeZone.get(timezone);
    this.week = groupByWeekday(startTimes, endTimes);
    this.overrides = new Map(overrides.map(({ date, endTime }) => [date, endTime]));
    this.horizonDays = 7 * (overrides.length + 4);
  }

  isOpenAt(instant: number): boolean {
    return this.findSession(instant).opensAt <= instant;
  }

  /** The session of an instant; between sessions the next one, because events then count for it. */
  findSession(instant: number): TradingSession {
    if (this.cachedSession && instant >= this.cachedSession.since && instant < this.cachedSession.session.closesAt)
      return this.cachedSession.session;
    const session = this.findFirst(instant, ({ closesAt }) => closesAt > instant);
    // Earlier sessions are not considered, unless one is open then.
    this.cachedSession = { since: Math.min(instant, session.opensAt), session };
    return session;
  }

  findSessionDate(instant: number): string {
    return this.findSession(instant).date;
  }

  /** The first opening after this instant. */
  findNextOpen(instant: number): number {
    return this.findFirst(instant, ({ opensAt }) => opensAt > instant).opensAt;
  }

  /** The first close after this instant. */
  findNextClose(instant: number): number {
    return this.findSession(instant).closesAt;
  }

  /** The date of the last session that closed by this instant, within the previous weeks. */
  findPreviousDate(instant: number): string | null {
    const last = this.firstDay(instant);
    for (let day = last; day > last - this.horizonDays; day -= 1) {
      const sessions = this.getSessions(day);
      const closesAt = sessions.at(-1)?.closesAt;
      if (closesAt !== undefined && closesAt <= instant) return sessions.at(-1)?.date ?? null;
    }
    return null;
  }

  /** All sessions that overlap the range, in order. */
  listSessions(from: number, until: number): TradingSession[] {
    const sessions: TradingSession[] = [];
    for (let day = this.firstDay(from); ; day += 1) {
      const onDay = this.getSessions(day);
      sessions.push(...onDay.filter(({ opensAt, closesAt }) => closesAt > from && opensAt < until));
      if (onDay.some(({ opensAt }) => opensAt >= until) || this.zone.toFirstInstant((day - 8) * DAY_MS) >= until)
        return sessions;
    }
  }

  /** The close of the last session of a date; null for a date without one. */
  findClose(date: string): number | null {
    return this.getSessions(Date.parse(`${date}T00:00:00Z`) / DAY_MS).at(-1)?.closesAt ?? null;
  }

  /** The first session at or after this instant that matches. */
  private findFirst(instant: number, isWanted: (session: TradingSession) => boolean): TradingSession {
    const first = this.firstDay(instant);
    for (let day = first; day < first + this.horizonDays; day += 1) {
      const session = this.getSessions(day).find(isWanted);
      if (session) return session;
    }
    throw new RangeError('a week has a session, and a calendar more weeks than overrides');
  }

  /** Sessions of earlier dates have closed when the clocks first show this date. */
  private firstDay(instant: number): number {
    return Math.floor(this.zone.toLocal(instant) / DAY_MS);
  }

  private getSessions(day: number): readonly TradingSession[] {
    const cached = this.sessionsByDay.get(day);
    if (cached) return cached;
    if (this.sessionsByDay.size >= CACHED_DAYS_MAX) this.sessionsByDay.clear();
    const sessions = this.computeSessions(day);
    this.sessionsByDay.set(day, sessions);
    return sessions;
  }

  private computeSessions(day: number): TradingSession[] {
    const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
    const lastMinute = this.overrides.get(date);
    if (lastMinute === null) return [];
    const weekday = (((day + THURSDAY) % 7) + 7) % 7;
    return (this.week[weekday] ?? []).flatMap(({ start, end }) => {
      const opensAt = this.toInstant(day, start);
      const closesAt = this.toInstant(day, Math.min(end, lastMinute ?? end));
      return opensAt < closesAt ? [{ date, opensAt, closesAt }] : [];
    });
  }

  private toInstant(day: number, minute: number): number {
    return this.zone.toFirstInstant(day * DAY_MS + minute * MINUTE_MS);
  }
}

/** The end date of a session is the date of its last minute. */
function groupByWeekday(startTimes: readonly number[], endTimes: readonly number[]): SessionMinutes[][] {
  const week: SessionMinutes[][] = Array.from({ length: 7 }, () => []);
  for (const [index, start] of startTimes.entries()) {
    const end = endTimes[index] ?? start;
    const lastDay = Math.floor((end - 1) / DAY_MINUTES);
    const midnight = lastDay * DAY_MINUTES;
    week[lastDay % 7]?.push({ start: start - midnight, end: end - midnight });
  }
  // A session over Saturday midnight is last in its list and first on its Sunday.
  return week.map((sessions) => sessions.sort((a, b) => a.start - b.start));
}
