import { digitsOf } from '../../http/figures.js';
import { type Html, html } from '../../http/html.js';
import { priceText } from '../../http/price-text.js';
import type { BarView } from './bar.view.js';

const WIDTH = 720;
const HEIGHT = 300;
/** Above and below the bars; their highest and lowest prices are written there. */
const EDGE = 18;

type Drawn = Readonly<{ open: number; high: number; low: number; close: number }>;

/**
 * Bars drawn by the server, the oldest first: what a script puts a chart in place of. A bar that closed above its opening is hollow, one that closed below is filled, so
 * nobody needs the colours. Where nothing was traded there is no gap: bars stand side by side.
 */
export function barsChart(bars: readonly BarView[], decimals: number): Html {
  const drawn = bars.map(({ open, high, low, close }) => ({
    open: Number(digitsOf(open)),
    high: Number(digitsOf(high)),
    low: Number(digitsOf(low)),
    close: Number(digitsOf(close)),
  }));
  const [first, last] = [drawn[0], drawn.at(-1)];
  if (!first || !last) return html`<p class="empty">Nothing was traded yet, so there is no bar.</p>`;
  const [top, bottom] = [Math.max(...drawn.map(({ high }) => high)), Math.min(...drawn.map(({ low }) => low))];
  const step = WIDTH / drawn.length;
  const at = (price: number): number =>
    Math.round((EDGE + ((top - price) / (top - bottom || 1)) * (HEIGHT - 2 * EDGE)) * 10) / 10;
  const pathOf = (isWanted: (bar: Drawn) => boolean): string =>
    drawn
      .map((bar, n) =>
        isWanted(bar) ? candle(bar, { middle: (n + 0.5) * step, half: Math.min(step * 0.32, 6), at }) : '',
      )
      .join('');
  const said = (price: number): string => priceText(String(price), decimals);
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${drawn.length} bars: from ${said(first.open)} to ${said(last.close)}, at most ${said(top)}, at least ${said(bottom)}">
<path class="rise" d="${pathOf((bar) => bar.close >= bar.open)}"/>
<path class="fall" d="${pathOf((bar) => bar.close < bar.open)}"/>
<text x="${WIDTH - 4}" y="13" text-anchor="end">${said(top)}</text>
<text x="${WIDTH - 4}" y="${HEIGHT - 4}" text-anchor="end">${said(bottom)}</text>
</svg>`;
}

type Place = Readonly<{ middle: number; half: number; at: (price: number) => number }>;

function candle({ open, high, low, close }: Drawn, { middle, half, at }: Place): string {
  const [x, left, right] = [middle, middle - half, middle + half].map((value) => value.toFixed(1));
  const [upper, lower] = [at(Math.max(open, close)), at(Math.min(open, close))];
  return `M${x} ${at(high)}V${upper}M${x} ${lower}V${at(low)}M${left} ${upper}H${right}V${lower}H${left}Z`;
}
