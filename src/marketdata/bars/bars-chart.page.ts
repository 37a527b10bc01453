import { toDigits } from '../../pages/number-format.js';
import { formatPrice } from '../../money/price-text.js';
import { type Html, html } from '../../pages/html.js';
import type { BarView } from './bar.view.js';

const WIDTH = 720;
const HEIGHT = 300;
/** Space above and below the bars for the highest and lowest price. */
const EDGE = 18;

type Candle = Readonly<{ open: number; high: number; low: number; close: number }>;

/**
 * Bars drawn by the server, oldest first, which a script replaces by a chart. A bar that closed above its open is
 * hollow, one that closed below is filled, so that colors are not needed. Bars are adjacent: intervals without trades
 * leave no gap.
 */
export function renderBarsChart(bars: readonly BarView[], decimals: number): Html {
  const candles = bars.map(({ open, high, low, close }) => ({
    open: Number(toDigits(open)),
    high: Number(toDigits(high)),
    low: Number(toDigits(low)),
    close: Number(toDigits(close)),
  }));
  const [first, last] = [candles[0], candles.at(-1)];
  if (!first || !last) return html`<p class="empty">No trades yet, so there are no bars.</p>`;
  const [top, bottom] = [Math.max(...candles.map(({ high }) => high)), Math.min(...candles.map(({ low }) => low))];
  const step = WIDTH / candles.length;
  const toY = (price: number): number =>
    Math.round((EDGE + ((top - price) / (top - bottom || 1)) * (HEIGHT - 2 * EDGE)) * 10) / 10;
  const renderPath = (isWanted: (bar: Candle) => boolean): string =>
    candles
      .map((bar, n) =>
        isWanted(bar) ? renderCandle(bar, { middle: (n + 0.5) * step, half: Math.min(step * 0.32, 6), at: toY }) : '',
      )
      .join('');
  const toLabel = (price: number): string => formatPrice(String(price), decimals);
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${candles.length} bars: from ${toLabel(first.open)} to ${toLabel(last.close)}, at most ${toLabel(top)}, at least ${toLabel(bottom)}">
<path class="rise" d="${renderPath((bar) => bar.close >= bar.open)}"/>
<path class="fall" d="${renderPath((bar) => bar.close < bar.open)}"/>
<text x="${WIDTH - 4}" y="13" text-anchor="end">${toLabel(top)}</text>
<text x="${WIDTH - 4}" y="${HEIGHT - 4}" text-anchor="end">${toLabel(bottom)}</text>
</svg>`;
}

type CandlePosition = Readonly<{ middle: number; half: number; at: (price: number) => number }>;

function renderCandle({ open, high, low, close }: Candle, { middle, half, at }: CandlePosition): string {
  const [x, left, right] = [middle, middle - half, middle + half].map((value) => value.toFixed(1));
  const [upper, lower] = [at(Math.max(open, close)), at(Math.min(open, close))];
  return `M${x} ${at(high)}V${upper}M${x} ${lower}V${at(low)}M${left} ${upper}H${right}V${lower}H${left}Z`;
}
