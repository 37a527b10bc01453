import { toDigits } from '../pages/number-format.js';
import { type Html, html } from '../pages/html.js';
import { formatMoney } from '../pages/money.page.js';
import type { CurvePointView } from './money-value.view.js';

type CurvePoint = Readonly<{ asOf: string; netLiq: string; cash: string }>;

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [1000, 270, 4, 22, 46];

/**
 * Renders the net liquidation value at each close as an SVG line, so that it is shown without a script and in print. A script
 * replaces it with an interactive chart. Draws the latest version of each date.
 */
export function renderCurve(values: readonly CurvePointView[]): Html | null {
  const points = toPoints(values);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2) return null;
  const { x, y, least, most } = createScales(points);
  const drawLine = (of: (point: CurvePoint) => string): string =>
    points.map((point) => `${x(point.asOf)},${y(of(point))}`).join(' ');
  const net = drawLine(({ netLiq }) => netLiq);
  return html`<figure class="curve" data-curve="${JSON.stringify(points.map(({ asOf, netLiq, cash }) => [asOf, Number(netLiq), Number(cash)]))}">
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="curve-title">
<title id="curve-title">Net liquidation value from ${formatMoney(first.netLiq)} on ${first.asOf} to ${formatMoney(last.netLiq)} on ${last.asOf}; least ${least}, most ${most}</title>
<line class="axis" x1="0" y1="${TOP}" x2="${WIDTH}" y2="${TOP}"/><line class="axis" x1="0" y1="${HEIGHT - BOTTOM}" x2="${WIDTH}" y2="${HEIGHT - BOTTOM}"/>
<polygon class="area" points="${x(first.asOf)},${HEIGHT - BOTTOM} ${net} ${x(last.asOf)},${HEIGHT - BOTTOM}"/>
<polyline class="cash" points="${drawLine(({ cash }) => cash)}"/>
<polyline class="line" points="${net}"/>
<text x="${LEFT}" y="${TOP - 7}">${most}</text><text x="${LEFT}" y="${HEIGHT - BOTTOM + 17}">${least}</text>
<text x="${LEFT}" y="${HEIGHT - 7}">${first.asOf}</text><text x="${WIDTH - LEFT}" y="${HEIGHT - 7}" text-anchor="end">${last.asOf}</text>
</svg>
<figcaption><span class="key-line"></span> net liquidation value · <span class="key-line cash"></span> cash balance</figcaption>
</figure>`;
}

/** The highest version of each date. */
function toPoints(values: readonly CurvePointView[]): CurvePoint[] {
  const counting = new Map<string, CurvePointView>();
  for (const value of values)
    if ((counting.get(value.as_of)?.version ?? 0) < value.version) counting.set(value.as_of, value);
  const points = [...counting.values()].map((value) => ({
    asOf: value.as_of,
    netLiq: toDigits(value.net_liq) ?? '0',
    cash: toDigits(value.cash_balance) ?? '0',
  }));
  return points.sort((one, other) => (one.asOf < other.asOf ? -1 : 1));
}

function createScales(points: readonly CurvePoint[]) {
  const digits = points.flatMap(({ netLiq, cash }) => [netLiq, cash]).sort((one, other) => Number(one) - Number(other));
  const [least, most] = [digits[0] ?? '0', digits.at(-1) ?? '0'];
  const days = points.map(({ asOf }) => Date.parse(asOf));
  const [from, to] = [Math.min(...days), Math.max(...days)];
  const height = Number(most) - Number(least);
  const round = (value: number): number => Math.round(value * 10) / 10;
  return {
    x: (asOf: string): number =>
      round(LEFT + ((Date.parse(asOf) - from) / Math.max(1, to - from)) * (WIDTH - 2 * LEFT)),
    y: (value: string): number =>
      round(height === 0 ? HEIGHT / 2 : TOP + ((Number(most) - Number(value)) / height) * (HEIGHT - TOP - BOTTOM)),
    least: formatMoney(least),
    most: formatMoney(most),
  };
}
