/* How a chart looks: the colors of the sheet in this theme, and times in the zone of the reader. */

import type { Time } from 'lightweight-charts';
import { type ChartBar, findSession, type LoadedBars } from './chart-bars.js';

export type ChartColors = Readonly<
  Record<'bg' | 'text' | 'muted' | 'line' | 'edge' | 'accent' | 'up' | 'down' | 'warn', string>
>;

/** As the sheet has them, in one spelling: what stands there may itself choose between light and dark. */
export function readColors(element: HTMLElement): ChartColors {
  const style = window.getComputedStyle(document.documentElement);
  const probe = document.createElement('span');
  element.append(probe);
  const readColor = (name: string): string => {
    probe.style.color = style.getPropertyValue(`--${name}`);
    return window.getComputedStyle(probe).color;
  };
  const colors = {
    bg: readColor('bg'),
    text: readColor('text'),
    muted: readColor('muted'),
    line: readColor('line'),
    edge: readColor('edge'),
    accent: readColor('accent'),
    up: readColor('up'),
    down: readColor('down'),
    warn: readColor('warn'),
  };
  probe.remove();
  return colors;
}

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const formats = {
  whole: new Intl.DateTimeFormat(undefined, { day: '2-digit', month: 'short', ...clock }),
  date: new Intl.DateTimeFormat(undefined, { day: '2-digit', month: 'short', timeZone: 'UTC' }),
  day: new Intl.DateTimeFormat(undefined, { day: '2-digit', month: 'short' }),
  time: new Intl.DateTimeFormat(undefined, clock),
};
/** Of the library: a mark of the axis with a date. */
const DAY_OF_MONTH = 2;

/** A session is shown by its date and has no time zone; a time is shown in the reader's. */
export const formatFullTime = (time: Time): string =>
  typeof time === 'number'
    ? formats.whole.format(time * 1000)
    : typeof time === 'string'
      ? time
      : `${time.year}-${String(time.month).padStart(2, '0')}-${String(time.day).padStart(2, '0')}`;
/** The date of a session. */
export const formatDate = (date: string): string => formats.date.format(Date.parse(date));

/** The session of a bar by its date, and whether the clock of the reader has another one: the evening before belongs to it. */
function describeSession(
  { sessions }: Pick<LoadedBars, 'sessions'>,
  time: unknown,
): Readonly<{ date: string; isOther: boolean }> | null {
  const session = findSession(sessions, time);
  if (session === undefined || typeof time !== 'number') return null;
  const date = formatDate(session.date);
  return { date, isOther: date !== formats.day.format(time * 1000) };
}

/** A session begins with its date, behind an arrow if that is another than of the clock, and has times in the zone of the reader. */
export const createMarkFormatter =
  (loaded: Pick<LoadedBars, 'sessions'>) =>
  (time: Time, kind: number): string | null => {
    if (typeof time !== 'number') return null;
    const session = kind === DAY_OF_MONTH ? describeSession(loaded, time) : null;
    return session === null ? formats.time.format(time * 1000) : `${session.isOther ? '→ ' : ''}${session.date}`;
  };

export function createChartOptions(element: HTMLElement) {
  const colors = readColors(element);
  const { bg, text, muted, line, edge, up, down } = colors;
  const { fontFamily } = window.getComputedStyle(element);
  return {
    colors,
    chart: {
      layout: { background: { color: bg }, textColor: muted, fontFamily, fontSize: 12, attributionLogo: false },
      grid: { vertLines: { color: line }, horzLines: { color: line } },
      rightPriceScale: { borderColor: edge },
      timeScale: { borderColor: edge, secondsVisible: false },
      crosshair: {
        vertLine: { color: edge, labelBackgroundColor: muted },
        horzLine: { color: edge, labelBackgroundColor: muted },
      },
    },
    // Hollow is up and filled is down, so nobody needs the colors.
    candles: {
      upColor: bg,
      borderUpColor: up,
      wickUpColor: up,
      downColor: down,
      borderDownColor: down,
      wickDownColor: down,
      priceLineColor: text,
    },
    volume: {
      color: line,
      priceScaleId: '',
      priceFormat: { type: 'volume' },
      lastValueVisible: false,
      priceLineVisible: false,
    } as const,
  };
}

/** What no theme changes. The wheel scrolls the page. Only marks of the scale may lie between ticks (`findPriceSteps`). */
export const createFixedOptions = (decimals: number, formatPrice: (price: number) => string) => ({
  autoSize: true,
  localization: {
    locale: document.documentElement.lang,
    timeFormatter: formatFullTime,
    priceFormatter: formatPrice,
    tickmarksPriceFormatter: (prices: readonly number[]) => prices.map((price) => price.toFixed(decimals)),
  },
  handleScroll: { mouseWheel: false, vertTouchDrag: false },
  handleScale: { mouseWheel: false },
});

/** Made-up bars are pale: hollow or filled like the others, without their colors. */
export const colorBar = (bar: ChartBar, { bg, edge }: ChartColors): ChartBar =>
  bar.isMadeUp === true
    ? Object.assign({}, bar, { color: bar.close >= bar.open ? bg : edge, borderColor: edge, wickColor: edge })
    : bar;

/** A bar in figures, and in words. */
export function describeBar(
  bar: ChartBar,
  { decimals, sessions }: Readonly<{ decimals: number }> & Pick<LoadedBars, 'sessions'>,
): Readonly<{ brief: string; spoken: string }> {
  const toText = (price: number): string => price.toFixed(decimals);
  const [open, high, low, close] = [toText(bar.open), toText(bar.high), toText(bar.low), toText(bar.close)];
  const [time, session] = [formatFullTime(bar.time), describeSession({ sessions }, bar.time)];
  const other = session?.isOther === true ? `session ${session.date}` : '';
  return {
    brief: `${time}${other && `  ${other}`}  O ${open}  H ${high}  L ${low}  C ${close}  V ${bar.volume}${bar.isMadeUp === true ? '  made up' : ''}`,
    spoken: `${time}${other && `, ${other}`}: open ${open}, high ${high}, low ${low}, close ${close}, volume ${bar.volume}${bar.isMadeUp === true ? ', made up' : ''}`,
  };
}

/**
 * Marks of the scale are whole ticks, where so many of them make one; the chart knows no others than those and decimals. It halves and
 * divides by 2.5 in an order of its own, which leaves the ticks unless their number is a power of two or of ten.
 */
export function findPriceSteps(tick: number, decimals: number): Readonly<{ minMove: number; base?: number }> {
  const ticks = 10 ** decimals / Math.round(tick * 10 ** decimals);
  if (!Number.isInteger(ticks)) return { minMove: 1 / 10 ** decimals };
  const tens = 10 ** (/0*$/.exec(String(ticks))?.[0].length ?? 0);
  return { minMove: tick, base: tens > 1 ? tens : ticks };
}
