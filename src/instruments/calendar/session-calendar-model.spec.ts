import fc from 'fast-check';
import { type TradingSession, SessionCalendar } from './session-calendar.js';
import { checkSessionWeek, type SessionHours, type SessionOverride } from './session-hours.js';

/**
 * The same questions, answered slowly by looking at a wall clock every quarter of an hour, and then at every minute of that quarter:
 * all times here are on the quarter, but in St. John's the clocks were changed at one minute past midnight until 2011.
 */
const QUARTER_MS = 900_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const zones = [
  'America/Chicago',
  'Europe/Berlin',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'America/St_Johns',
  'America/Havana',
];
const clocks = new Map(
  zones.map((zone) => [
    zone,
    new Intl.DateTimeFormat('en', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    }),
  ]),
);

/** What a clock on the wall shows, as if it hung in Greenwich. */
function readWallClock(zone: string, instant: number): number {
  const parts = Object.fromEntries(
    (clocks.get(zone)?.formatToParts(instant) ?? []).map(({ type, value }) => [type, Number(value)]),
  );
  return Date.UTC(parts['year'] ?? 0, (parts['month'] ?? 0) - 1, parts['day'], parts['hour'], parts['minute']);
}

/** The first minute at which the clock shows this or more. */
function findFirstInstant(zone: string, local: number): number {
  let instant = local - 16 * 3_600_000;
  while (readWallClock(zone, instant) < local) instant += QUARTER_MS;
  while (readWallClock(zone, instant - MINUTE_MS) >= local) instant -= MINUTE_MS;
  return instant;
}

/** Every session of some weeks around a day, one after another. */
function sessionsAround(
  instant: number,
  { timezone, startTimes, endTimes, overrides }: SessionHours,
): TradingSession[] {
  const day = Math.floor(instant / DAY_MS);
  const sunday = day - new Date(day * DAY_MS).getUTCDay();
  return [-2, -1, 0, 1, 2]
    .flatMap((week) =>
      startTimes.flatMap((start, index) => {
        const midnight = (sunday + 7 * week) * DAY_MS;
        let end = midnight + (endTimes[index] ?? 0) * 60_000;
        const date = new Date(end - 1).toISOString().slice(0, 10);
        const override = overrides.find((each) => each.date === date);
        if (override?.endTime === null) return [];
        if (override) end = Math.min(end, Date.parse(date) + override.endTime * 60_000);
        const [opensAt, closesAt] = [
          findFirstInstant(timezone, midnight + start * 60_000),
          findFirstInstant(timezone, end),
        ];
        return opensAt < closesAt ? [{ date, opensAt, closesAt }] : [];
      }),
    )
    .sort((a, b) => a.opensAt - b.opensAt);
}

/** Days on which the clocks of some zone were changed come up as often as all others together. */
const changes = zones.flatMap((zone) => {
  const shown = Array.from(
    { length: 50 * 365 },
    (_, index) => readWallClock(zone, (index + 1461) * DAY_MS) - (index + 1461) * DAY_MS,
  );
  return shown.flatMap((offset, index) => (index > 0 && offset !== shown[index - 1] ? [(index + 1461) * DAY_MS] : []));
});
const day = fc.oneof(
  fc.integer({ min: 1461, max: 30_000 }).map((index) => index * DAY_MS),
  fc.constantFrom(...changes),
);
const instant = fc
  .tuple(day, fc.integer({ min: 0, max: 2 * DAY_MS - 1 }))
  .map(([start, within]) => start - DAY_MS + within);

const week = fc
  .uniqueArray(fc.integer({ min: 0, max: 671 }), { minLength: 2, maxLength: 14 })
  .map((quarters) => quarters.map((quarter) => quarter * 15).sort((a, b) => a - b))
  .chain((times) => fc.record({ times: fc.constant(times), runsOver: fc.boolean(), abut: fc.boolean() }))
  .map(({ times, runsOver, abut }) => {
    const turned =
      runsOver && times.length % 2 === 0
        ? [...times.slice(1), (times[0] ?? 0) + 10_080]
        : times.slice(0, times.length - (times.length % 2));
    const startTimes = turned.filter((_, index) => index % 2 === 0);
    const endTimes = turned.filter((_, index) => index % 2 === 1);
    return { startTimes, endTimes: abut ? endTimes.map((end, index) => startTimes[index + 1] ?? end) : endTimes };
  });

const scenario = fc
  .record({
    zone: fc.constantFrom(...zones),
    week,
    moment: instant,
    cuts: fc.array(fc.tuple(fc.integer({ min: -7, max: 7 }), fc.option(fc.integer({ min: 1, max: 96 }))), {
      maxLength: 4,
    }),
  })
  .map(({ zone, week: times, moment: instant, cuts }) => {
    const dates = new Map(
      cuts.map(([offset, quarter]) => [
        new Date(instant + offset * DAY_MS).toISOString().slice(0, 10),
        quarter === null ? null : quarter * 15,
      ]),
    );
    const overrides: SessionOverride[] = [...dates]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([date, endTime]) => ({ date, name: 'Cut', endTime }));
    return { instant, hours: { timezone: zone, ...times, overrides } };
  });

describe('SessionCalendar and a wall-clock model', () => {
  it('agree on every answer in seven zones from 1974 to 2052', () => {
    expect(changes.length).toBeGreaterThan(400);
    fc.assert(
      fc.property(
        scenario,
        fc.infiniteStream(fc.integer({ min: -3 * DAY_MS, max: 3 * DAY_MS })),
        ({ instant, hours }, others) => {
          expect(checkSessionWeek(hours.startTimes, hours.endTimes)).toBeNull();
          const calendar = new SessionCalendar(hours);
          const sessions = sessionsAround(instant, hours);
          // One calendar is asked several times, so that what it remembers is asked as well.
          for (const when of [instant, ...[...others.take(6)].map((offset) => instant + offset), instant]) {
            const next = sessions.find(({ closesAt }) => closesAt > when);
            const opening = sessions.find(({ opensAt }) => opensAt > when);
            if (next === undefined || opening === undefined) continue;
            expect(calendar.findSession(when)).toEqual(next);
            expect(calendar.findSessionDate(when)).toBe(next.date);
            expect(calendar.isOpenAt(when)).toBe(
              sessions.some(({ opensAt, closesAt }) => opensAt <= when && when < closesAt),
            );
            expect(calendar.findNextClose(when)).toBe(next.closesAt);
            expect(calendar.findNextOpen(when)).toBe(opening.opensAt);
            expect(calendar.findClose(next.date)).toBe(sessions.findLast(({ date }) => date === next.date)?.closesAt);
          }
          const [from, until] = [instant - 2 * DAY_MS, instant + 2 * DAY_MS];
          expect(calendar.listSessions(from, until)).toEqual(
            sessions.filter(({ opensAt, closesAt }) => closesAt > from && opensAt < until),
          );
        },
      ),
      { numRuns: 100 },
    );
  }, 120_000);

  it('are open when the wall clock is within the hours, on all days without a clock change', () => {
    fc.assert(
      fc.property(scenario, ({ instant, hours }) => {
        const local = readWallClock(hours.timezone, instant);
        fc.pre(
          [-2, -1, 1, 2].every(
            (days) => readWallClock(hours.timezone, instant + days * DAY_MS) - local === days * DAY_MS,
          ),
        );
        const minute = (local - 3 * DAY_MS) / 60_000 - Math.floor((local - 3 * DAY_MS) / (7 * DAY_MS)) * 10_080;
        const isWithin = hours.startTimes.some((start, index) =>
          [minute, minute + 10_080].some((time) => start <= time && time < (hours.endTimes[index] ?? 0)),
        );
        expect(new SessionCalendar({ ...hours, overrides: [] }).isOpenAt(instant)).toBe(isWithin);
      }),
      { numRuns: 2000 },
    );
  });
});
