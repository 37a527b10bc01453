import { type Html, html } from '../pages/html.js';
import { renderTimestampToMinute } from '../pages/timestamp.page.js';
import { formatBytes, groupDigits } from './health-figures.js';
import type { ServiceHealthView } from './service-health.view.js';

type HistoryView = ServiceHealthView['history'];
type Series = readonly (number | null)[];

/** The last hour in curves, each with its newest value, its range and the time. A script adds the value under the pointer. */
export function renderHealthHistory(history: HistoryView): Html {
  if (history.event_loop_p99_ms.length < 2)
    return html`<section aria-labelledby="history"><h2 id="history">Last hour</h2>
<p class="none">The curves begin a minute after the start.</p></section>`;
  const axis = renderAxis(history);
  return html`<section aria-labelledby="history">
<h2 id="history">Since ${renderTimestampToMinute(history.since)}</h2>
<div class="curves" data-until="${new Date(findEnd(history)).toISOString()}" data-seconds="${history.every_seconds}">
${curves.map(([name, find, format]) => renderCurve({ name, format, series: find(history) }, axis))}</div>
</section>`;
}

const formatRate = (value: number): string => (value < 10 ? value.toFixed(1) : groupDigits(Math.round(value)));
const formatMs = (value: number): string => `${value < 10 ? value.toFixed(1) : groupDigits(Math.round(value))} ms`;

const curves: readonly (readonly [
  name: string,
  find: (history: HistoryView) => Series,
  format: (value: number) => string,
])[] = [
  ['Requests a second', (history) => history.requests_per_second, formatRate],
  ['Response time, p99', (history) => history.response_p99_ms, formatMs],
  ['Commands a second', (history) => history.commands_per_second, formatRate],
  ['Commit time, p99', (history) => history.commit_p99_ms, formatMs],
  ['Tables follow within, p99', (history) => history.tables_behind_p99_ms, formatMs],
  ['Event loop delay, p99', (history) => history.event_loop_p99_ms, formatMs],
  ['Memory', (history) => history.resident_bytes, formatBytes],
  ['Open streams', (history) => history.open_streams, groupDigits],
];

type Curve = Readonly<{ name: string; series: Series; format: (value: number) => string }>;

function renderCurve({ name, series, format }: Curve, { marks, times }: Axis): Html {
  const values = series.filter((value) => value !== null);
  const most = Math.max(0, ...values);
  const toWords = (value: number | null): string => (value === null ? NOTHING : format(value));
  const now = toWords(series.at(-1) ?? null);
  const words = describeRange(values.map(format), format(most), format(Math.min(most, ...values)));
  return html`<figure class="curve"><figcaption>${name} <b class="figure">${now}</b> <span class="note">${words}</span></figcaption>
<svg viewBox="0 0 ${String(WIDTH)} ${String(HEIGHT)}" preserveAspectRatio="none" role="img" aria-label="${name}: now ${now}, ${words}" ${renderData(series.map(toWords))}><path class="mark" d="${marks}"/><path d="${toPath(series, most)}"/></svg>
${times}</figure>
`;
}

const NOTHING = '–';

/** For the script. A unit that all values have is named once, because a page has 1,440 of them. */
function renderData(texts: readonly string[]): Html {
  const values = texts.filter((text) => text !== NOTHING);
  const unit = / \S+$/.exec(values[0] ?? '')?.[0] ?? '';
  const isCommon = unit !== '' && values.every((text) => text.endsWith(unit));
  const figures = isCommon ? texts.map((text) => text.replace(unit, '')) : texts;
  return html`data-values="${figures.join('|')}"${isCommon && html` data-unit="${unit}"`}`;
}

function describeRange(values: readonly string[], most: string, least: string): string {
  if (values.length === 0) return 'nothing yet';
  return least === most ? `${most} throughout` : `${least} to ${most}`;
}

const HOUR_MS = 3_600_000;

/** The same for all curves: a line at each full hour, and the times below. */
type Axis = Readonly<{ marks: string; times: Html }>;

const findEnd = ({ since, every_seconds: seconds, event_loop_p99_ms: { length } }: HistoryView): number =>
  Date.parse(since) + length * seconds * 1000;

function renderAxis(history: HistoryView): Axis {
  const end = findEnd(history);
  const widthMs = WIDTH * history.every_seconds * 1000;
  const hour = Math.floor(end / HOUR_MS) * HOUR_MS;
  const x = Math.round(WIDTH - ((end - hour) / widthMs) * WIDTH);
  // Beside the first or the last time another one does not fit.
  const isNamed = x > WIDTH / 5 && x < (WIDTH * 4) / 5;
  return {
    marks: `M${x} 0V${HEIGHT}`,
    times: html`<svg class="axis" aria-hidden="true">${renderTime(end - widthMs, '0', 'start')}${isNamed && renderTime(hour, `${Math.round((x / WIDTH) * 100)}%`, 'middle')}${renderTime(end, '100%', 'end')}</svg>`,
  };
}

/** In UTC until a script shows it in the zone of the reader. */
function renderTime(at: number, x: string, anchor: string): Html {
  const iso = new Date(at).toISOString();
  return html`<text x="${x}" y="12" text-anchor="${anchor}" data-at="${iso.slice(0, 19)}Z">${iso.slice(11, 16)}</text>`;
}

const WIDTH = 180;
const HEIGHT = 32;

/** The newest value is at the right end, zero at the bottom. A gap in the values is one in the curve; a lonely value is a dash. */
export function toPath(series: Series, most: number): string {
  const first = WIDTH - series.length + 1;
  return series
    .map((value, index) => {
      if (value === null) return '';
      const [x, y] = [
        first + index,
        most === 0 ? HEIGHT : HEIGHT - Math.round((value / most) * (HEIGHT - 1) * 10) / 10,
      ];
      return (series[index - 1] ?? null) === null ? `M${x - 1} ${y}H${x}` : `L${x} ${y}`;
    })
    .join('');
}
