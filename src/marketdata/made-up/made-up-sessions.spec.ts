import { sandboxMarket } from '../../instruments/sandbox/sandbox-market.js';
import { SessionCalendar } from '../../instruments/calendar/session-calendar.js';
import { type Bar, getBarStart } from '../bars/bar.js';
import { type History, makeUpBars } from './made-up-bars.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** All bounds of the sessions of the sandbox are multiples of it. */
const STEP = 5 * MINUTE;
const SIZES = { '1h': 75, '4h': 20, '1d': 6, '1w': 2 } as const;
const SPANS = ['1h', '4h', '1d', '1w'] as const;

type Span = (typeof SPANS)[number];
type BySpan<Value> = Readonly<Record<Span, Value>>;

/** A time at which a market is open, and the starts of its bars. */
type OpenTime = Readonly<{ time: number }> & BySpan<number>;

/** A start of a sandbox that trades at once, and what its charts have from before, the oldest first. */
type SandboxStart = Readonly<{ history: History; first: BySpan<number>; bars: BySpan<readonly Bar[]> }>;

const mapSpans = <Value>(toValue: (span: Span) => Value): BySpan<Value> => ({
  '1h': toValue('1h'),
  '4h': toValue('4h'),
  '1d': toValue('1d'),
  '1w': toValue('1w'),
});

const toStarts = (calendar: SessionCalendar, time: number): BySpan<number> =>
  mapSpans((span) => getBarStart(span, { time, sessionDate: calendar.findSessionDate(time) }));

function createCalendar(symbol: string): SessionCalendar {
  const group = sandboxMarket.find(({ terms }) => terms.symbol === symbol);
  if (group === undefined) throw new Error(`no group ${symbol}`);
  const { timezone, sessionStartTimes, sessionEndTimes } = group.terms;
  const overrides = [2026, 2027].flatMap((year) => group.holidays(year));
  return new SessionCalendar({ timezone, startTimes: sessionStartTimes, endTimes: sessionEndTimes, overrides });
}

function listOpenTimes(calendar: SessionCalendar, from: number, until: number): OpenTime[] {
  const times: OpenTime[] = [];
  for (let time = from; time < until; time += STEP)
    if (calendar.isOpenAt(time)) times.push({ time, ...toStarts(calendar, time) });
  return times;
}

/** The bars of real trades at all of these times, without that of the first trade of a sandbox. */
const listExpected = (times: readonly OpenTime[], span: Span, { history, first }: SandboxStart): number[] =>
  [...new Set(times.filter(({ time }) => time < history.endsAt).map((time) => time[span]))].filter(
    (start) => start < first[span],
  );

/** The shorter bars of each longer one. */
function groupParts(times: readonly OpenTime[], span: Span, part: Span): ReadonlyMap<number, ReadonlySet<number>> {
  const parts = new Map<number, Set<number>>();
  for (const time of times) parts.set(time[span], (parts.get(time[span]) ?? new Set()).add(time[part]));
  return parts;
}

function start(calendar: SessionCalendar, time: number): SandboxStart {
  const history: History = {
    ...{ instrumentId: 1, tick: 25, price: 671_225, calendar },
    ...{ listedAt: time, endsAt: time, sessionDate: calendar.findSessionDate(time) },
  };
  const bars = mapSpans((span) => makeUpBars(history, span, SIZES[span]).reverse());
  return { history, first: toStarts(calendar, time), bars };
}

/** One bar of shorter ones, which are in order. */
const summarize = (bars: readonly Bar[]): Partial<Bar> => ({
  open: bars[0]?.open ?? NaN,
  high: Math.max(...bars.map(({ high }) => high)),
  low: Math.min(...bars.map(({ low }) => low)),
  close: bars.at(-1)?.close ?? NaN,
  volume: bars.reduce((sum, { volume }) => sum + volume, 0),
});

const format = (start: number): string => new Date(start).toISOString();

describe.each([
  ['CME-INDEX', '2026-11-20', '2026-12-04', 1],
  ['US-SHARES', '2026-11-20', '2026-12-04', 1],
  ['EUREX-INDEX', '2026-12-20', '2027-01-05', 5],
  ['XETRA-SHARES', '2026-12-20', '2027-01-05', 5],
  ['CME-INDEX', '2026-10-23', '2026-11-04', 7],
])('made-up bars of %s in a sandbox that is started between %s and %s, every %i h', (symbol, since, until, hours) => {
  const calendar = createCalendar(symbol);
  const [begin, end] = [Date.parse(since), Date.parse(until)];
  const times = listOpenTimes(calendar, begin - 30 * DAY, end);
  const sandboxes: SandboxStart[] = [];
  beforeAll(() => {
    for (let time = begin; time < end; time += hours * HOUR) sandboxes.push(start(calendar, time + 21 * MINUTE));
  });

  it('follow the sessions up to the first bar of trades, without a hole, and none twice', () => {
    for (const sandbox of sandboxes)
      for (const span of SPANS)
        expect([
          format(sandbox.history.endsAt),
          span,
          ...sandbox.bars[span].map(({ startsAt }) => format(startsAt)),
        ]).toEqual([
          format(sandbox.history.endsAt),
          span,
          ...listExpected(times, span, sandbox).slice(-SIZES[span]).map(format),
        ]);
  });

  it.each([
    ['4h', '1h'],
    ['1d', '1h'],
    ['1w', '1d'],
  ] as const)('of %s say what those of %s say', (span, part) => {
    const parts = groupParts(times, span, part);
    let compared = 0;
    for (const { bars } of sandboxes)
      for (const bar of bars[span]) {
        const starts = parts.get(bar.startsAt);
        const within = bars[part].filter(({ startsAt }) => starts?.has(startsAt));
        // The oldest parts are not in the list.
        if (within.length !== starts?.size) continue;
        expect(bar).toMatchObject(summarize(within));
        compared++;
      }
    expect(compared).toBeGreaterThanOrEqual(sandboxes.length / 2);
  });

  it('end at the price of the listing with the session before it, which is the previous close', () => {
    for (const { bars, history } of sandboxes) expect(bars['1d'].at(-1)?.close).toBe(history.price);
  });
});

describe('made-up bars in a sandbox that is started after the close of a day', () => {
  const { bars } = start(createCalendar('CME-INDEX'), Date.parse('2026-11-27T20:21:00Z'));

  it('have the session of that day before the next one, and its week', () => {
    expect(bars['1d'].slice(-3).map(({ startsAt }) => format(startsAt).slice(0, 10))).toEqual([
      '2026-11-25',
      '2026-11-26',
      '2026-11-27',
    ]);
    expect(bars['1w'].map(({ startsAt }) => format(startsAt).slice(0, 10))).toEqual(['2026-11-16', '2026-11-23']);
  });

  it('have hours up to its close', () => {
    expect(bars['1h'].slice(-2).map(({ startsAt }) => format(startsAt))).toEqual([
      '2026-11-27T17:00:00.000Z',
      '2026-11-27T18:00:00.000Z',
    ]);
    expect(bars['4h'].at(-1)?.startsAt).toBe(Date.parse('2026-11-27T16:00:00Z'));
  });
});
