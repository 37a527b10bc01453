import { type Html, html } from '../pages/html.js';
import { renderTimestampToMinute } from '../pages/timestamp.page.js';
import { formatBytes, groupDigits } from './health-figures.js';
import type { ServiceHealthView } from './service-health.view.js';

type HistoryView = ServiceHealthView['history'];
type Series = readonly (number | null)[];

/** The last hour in curves, each with its newest value and its greatest. */
export function renderHealthHistory(history: HistoryView): Html {
  if (history.event_loop_p99_ms.length < 2)
    return html`<section aria-labelledby="history"><h2 id="history">Last hour</h2>
<p class="none">The curves begin a minute after the start.</p></section>`;
  return html`<section aria-labelledby="history">
<h2 id="history">Since ${renderTimestampToMinute(history.since)}</h2>
<div class="curves">
${curves.map(([name, find, format]) => renderCurve(name, find(history), format))}</div>
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

function renderCurve(name: string, series: Series, format: (value: number) => string): Html {
  const values = series.filter((value) => value !== null);
  const most = Math.max(0, ...values);
  const newest = series.at(-1) ?? null;
  const words = values.length === 0 ? 'nothing yet' : `at most ${format(most)}`;
  const now = newest === null ? '–' : format(newest);
  return html`<figure class="curve"><figcaption>${name} <b class="figure">${now}</b> <span class="note">${words}</span></figcaption>
<svg viewBox="0 0 ${String(WIDTH)} ${String(HEIGHT)}" preserveAspectRatio="none" role="img" aria-label="${name}: now ${now}, ${words}"><path d="${toPath(series, most)}"/></svg></figure>
`;
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
