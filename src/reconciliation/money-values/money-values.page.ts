import { renderListLinks, renderTableWithTools } from '../../pages/table.page.js';
import {
  toFormState,
  type FormState,
  renderInputField,
  emptyForm,
  renderFormToken,
  renderFormError,
} from '../../pages/fields.page.js';
import { type Html, html } from '../../pages/html.js';
import { renderTimestamp } from '../../pages/timestamp.page.js';
import type { PageContent, FormErrorPage, PageContext } from '../../pages/page.js';
import {
  renderSiblingLinks,
  listAccountSiblings,
  SCRIPTS,
  STYLES,
  describeAccountTerms,
  renderUserName,
  readPathAccount,
} from '../../accounts/exchange-lists.page.js';
import type { DrawnMoneyValues, MoneyValueView, CurvePointView } from './money-value.view.js';
import { toDigits } from '../../pages/number-format.js';
import { formatExactMoney } from '../../pages/money.page.js';

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
<title id="curve-title">Net liquidation value from ${formatExactMoney(first.netLiq)} on ${first.asOf} to ${formatExactMoney(last.netLiq)} on ${last.asOf}; least ${least}, most ${most}</title>
<line class="axis" x1="0" y1="${TOP}" x2="${WIDTH}" y2="${TOP}"/><line class="axis" x1="0" y1="${HEIGHT - BOTTOM}" x2="${WIDTH}" y2="${HEIGHT - BOTTOM}"/>
<polygon class="area" points="${x(first.asOf)},${HEIGHT - BOTTOM} ${net} ${x(last.asOf)},${HEIGHT - BOTTOM}"/>
<polyline class="cash" points="${drawLine(({ cash }) => cash)}"/>
<polyline class="line" points="${net}"/>
<text x="${LEFT}" y="${TOP - 7}">${most}</text><text x="${LEFT}" y="${HEIGHT - BOTTOM + 17}">${least}</text>
<text x="${LEFT}" y="${HEIGHT - 7}">${first.asOf}</text><text x="${WIDTH - LEFT}" y="${HEIGHT - 7}" text-anchor="end">${last.asOf}</text>
</svg>
<figcaption><span class="key-line"></span> Net liquidation value · <span class="key-line cash"></span> Cash balance</figcaption>
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
    least: formatExactMoney(least),
    most: formatExactMoney(most),
  };
}

/** The money values of an account as a chart and a table, with a form to post new values. */
export function moneyValuesPage(values: DrawnMoneyValues, context: PageContext): PageContent {
  const { path, getName } = context;
  const searchParams = new URL(path, 'http://here').searchParams;
  const [from, to] = [searchParams.get('from') ?? '', searchParams.get('to') ?? ''];
  const shown = findSpan([from, to], values.curve ?? values);
  const id = readPathAccount(path);
  const name = getName('acct_id', Number(id));
  return {
    title: `Money values of ${name}`,
    styles: STYLES,
    scripts: SCRIPTS,
    body: html`<article class="listing account-page statement">
<h1>Money values of ${name}</h1>
${renderSiblingLinks(listAccountSiblings(id, context), path)}
<p class="lead">${name}, account ${id}${describeAccountTerms(Number(id), context)}: values at the close of each date${describeSpan(from, to) || describeSpan(...shown)}, as reported by the back office.</p>
${renderSpanForm(searchParams, id, shown)}
${renderCurve(values.curve ?? values)}
${values.length > 0 ? renderFigures(values, context) : html`<p class="empty">${from !== '' || to !== '' ? 'No money values for these dates.' : 'No money values yet. Until the first ones, the account value is the profit or loss of its trades.'}</p>`}
${renderListLinks(context, values.length > 0)}
<details class="fold"><summary>Post money values</summary>
<p>For administrators; in the sandbox also for the owner of the account. Earlier values of the same date are kept as earlier versions. You see a preview before anything changes.</p>
${renderMoneyForm(id, emptyForm, context)}
<p><a href="/accounts/statements/upload?kind=money&acct_id=${id}">Upload a table instead</a></p>
</details>
</article>`,
  };
}

const describeSpan = (from: string, to: string): string =>
  from !== '' && to !== ''
    ? `, from ${from} to ${to}`
    : from !== ''
      ? ` since ${from}`
      : to !== ''
        ? ` up to ${to}`
        : '';

type Span = readonly [from: string, to: string];

/** The range of dates that is shown. */
function findSpan([from, to]: Span, values: readonly Pick<MoneyValueView, 'as_of'>[]): Span {
  const days = values.map((value) => value.as_of).sort();
  return [from || (days[0] ?? ''), to || (days.at(-1) ?? '')];
}

/** The date range of both the chart and the table. */
function renderSpanForm(searchParams: URLSearchParams, id: string, [first, last]: Span): Html {
  const kept = ['order', 'versions'].filter((name) => searchParams.get(name));
  const isFiltered = Boolean(searchParams.get('from') ?? searchParams.get('to'));
  const renderDay = (name: 'from' | 'to', label: string, value: string): Html =>
    html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" type="date" value="${value}"></div>`;
  return html`<form class="search span" method="get" action="/accounts/${id}/moneyvals" role="search">
${kept.map((name) => html`<input type="hidden" name="${name}" value="${searchParams.get(name)}">`)}${renderDay('from', 'From', first)}${renderDay('to', 'To', last)}
<p class="actions"><button type="submit">Show</button>${isFiltered && html` <a class="button" href="/accounts/${id}/moneyvals?order=desc">All dates</a>`}</p>
</form>`;
}

/** The form with the submitted values and the errors. */
export const rejectedMoneyPage: FormErrorPage = (problem, sent, context) => {
  const id = sent['acct_id'] ?? '';
  return {
    title: 'Post money values',
    styles: STYLES,
    body: html`<article class="listing account-page">
<p class="back"><a href="/accounts/${id}/moneyvals?order=desc">Back to money values</a></p>
<h1>Post money values of account ${id}</h1>
${renderMoneyForm(id, toFormState(problem, sent), context)}
</article>`,
  };
};

const renderMoneyForm = (
  id: string,
  form: FormState,
  context: PageContext,
): Html => html`<form method="post" action="/accounts/statements/money">
${renderFormToken(context)}<input type="hidden" name="acct_id" value="${id}">
${renderFormError(form)}
<div class="inline">
${renderInputField({ name: 'as_of', label: 'Date', type: 'date', hint: 'Not later than today' }, form)}
${renderInputField({ name: 'cash_balance', label: 'Cash balance', inputMode: 'decimal', hint: 'For example 1000000.50 or 1000000,50' }, form)}
${renderInputField({ name: 'net_liq', label: 'Net liquidation value', inputMode: 'decimal', hint: 'Cash plus the value of positions' }, form)}
<p class="actions"><button type="submit" class="primary">Preview changes</button></p>
</div>
</form>`;

function renderFigures(values: readonly MoneyValueView[], context: PageContext): Html {
  const { path } = context;
  const counting = new Map(values.map((value) => [value.as_of, value.version]));
  for (const { as_of: asOf, version } of values) if ((counting.get(asOf) ?? 0) < version) counting.set(asOf, version);
  const isCorrected = ({ as_of: asOf, version }: MoneyValueView): boolean => version < (counting.get(asOf) ?? version);
  const { pathname, searchParams } = new URL(path, 'http://here');
  const isAll = searchParams.get('versions') === 'all';
  const toVersionsQuery = (all: boolean): string => {
    const kept = new URLSearchParams(
      [...searchParams].filter(([name, value]) => (name === 'from' || name === 'to') && value !== ''),
    );
    return `${pathname}?order=desc${all ? '&versions=all' : ''}${kept.size > 0 ? `&${kept}` : ''}`;
  };
  return html`<div class="toolbar"><nav class="siblings" aria-label="Versions"><ul><li><a href="${toVersionsQuery(false)}"${!isAll && html` aria-current="page"`}>Latest versions</a></li><li><a href="${toVersionsQuery(true)}"${isAll && html` aria-current="page"`}>All versions</a></li></ul></nav></div>
${renderTableWithTools(
  'Money values',
  [...values].sort(latestFirst),
  [
    { title: 'Date', cell: (value) => html`<time datetime="${value.as_of}">${value.as_of}</time>` },
    { title: 'Net liquidation', money: (value) => value.net_liq, isExact: true },
    { title: 'Cash balance', money: (value) => value.cash_balance, isExact: true },
    {
      title: 'Version',
      cell: (value) =>
        html`<span class="figure">${value.version}</span>${isCorrected(value) ? html` <span class="badge">replaced</span> by version ${counting.get(value.as_of)}` : value.version > 1 && html` <span class="badge good">counts</span>`}`,
    },
    { title: 'Posted', cell: (value) => renderTimestamp(value.posted_at) },
    {
      title: 'Posted by',
      cell: (value) => (value.posted_by === null ? html`system` : html`${renderUserName(value.posted_by, context)}`),
    },
  ],
  {
    areCards: true,
    rowAttributes: (value) => html`${isCorrected(value) && html` class="corrected"`}`,
    currency: context.getName('acct_currency', Number(readPathAccount(path))),
    settings: { table: 'money-values', context },
  },
)}`;
}

/** The latest date first; of one date, the latest version first. */
const latestFirst = (one: MoneyValueView, other: MoneyValueView): number =>
  one.as_of === other.as_of ? other.version - one.version : one.as_of < other.as_of ? 1 : -1;
