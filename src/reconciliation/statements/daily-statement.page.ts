import {
  describeAccountTerms,
  listAccountSiblings,
  readPathAccount,
  renderAccountName,
  renderSiblingLinks,
  SCRIPTS,
  STYLES,
} from '../../accounts/exchange-lists.page.js';
import { renderInstrumentCell } from '../../pages/name-cells.page.js';
import { type Html, html } from '../../pages/html.js';
import { chooseMoneyRenderers, formatCount, formatDifference, isLostByRounding } from '../../pages/money.page.js';
import { toInstrumentPrice } from '../../pages/number-format.js';
import { renderTimestampToMinute } from '../../pages/timestamp.page.js';
import { renderInputField, toFormState } from '../../pages/fields.page.js';
import type { FormErrorPage, PageContent, PageContext } from '../../pages/page.js';
import { renderListLinks, renderNumber, renderTable, renderText, type TableColumn } from '../../pages/table.page.js';
import type { DailyStatementView } from './daily-statement.view.js';

type PositionRow = DailyStatementView['position'][number];

/** An account at the close of a date, on screen and in print. */
export function dailyStatementPage(statement: DailyStatementView, context: PageContext): PageContent {
  const { acct_id: acctId, as_of: asOf, position } = statement;
  const isExact = needsEveryDigit(statement);
  const name = renderAccountName(acctId, context);
  return {
    title: `Statement of ${name}, ${asOf}`,
    styles: STYLES,
    scripts: SCRIPTS,
    body: html`<article class="listing account-page statement">
<h1>Statement of ${name} at the close of <time datetime="${asOf}">${asOf}</time></h1>
${renderSiblingLinks(listAccountSiblings(acctId, context), context.path)}
<p class="lead">${name}, account ${acctId}${describeAccountTerms(acctId, context)}. ${describeState(statement)}</p>
${describeSessionCloses(statement)}${describeLaterList(statement)}
${renderDates(statement)}
${renderValues(statement, isExact)}
<h2>Positions</h2>
${position.length === 0 ? html`<p class="empty">No positions and no trades at this close.</p>` : renderPositions(statement, context, isExact)}
${describeUncounted(position, context)}
<p class="actions"><button type="button" data-print hidden>Print</button> <a class="button" href="/accounts/statements?as_of=${asOf}">All accounts of this date</a></p>
${renderListLinks({ path: `/accounts/${acctId}/statement?as_of=${asOf}`, nextUrl: null }, position.length > 0)}
</article>`,
  };
}

/** There is no statement of that date: another one can be chosen where it was. */
export const rejectedStatementPage: FormErrorPage = (problem, _sent, context) => {
  const { pathname, searchParams } = new URL(context.path, 'http://here');
  const acctId = readPathAccount(pathname);
  const form = toFormState(problem, { as_of: searchParams.get('as_of') ?? '' });
  const title = `Statement of account ${acctId}`;
  return {
    title,
    styles: STYLES,
    body: html`<article class="listing account-page">
<h1>${title}</h1>
${renderSiblingLinks(listAccountSiblings(acctId, context), pathname)}
<p class="refusal" role="alert">${problem.status === 422 ? problem.detail : 'There is no statement of this date.'}</p>
<form class="search span" method="get" action="${pathname}" role="search">
${renderInputField({ name: 'as_of', label: 'Date', type: 'date' }, form)}
<p class="actions"><button type="submit">Show</button> <a class="button" href="${pathname}">Last statement</a></p>
</form>
</article>`,
  };
};

const describeState = ({ final: isFinal }: DailyStatementView): Html =>
  isFinal
    ? html`<span class="badge good">final</span>`
    : html`<span class="badge warn">not final</span> A session of this date is open or yet to open; its trades are not included.`;

/** A session may close hours before its date ends. */
function describeSessionCloses({ session_closes: closes }: DailyStatementView): Html {
  if (closes === null) return html`<p class="hint">No session closes on this date.</p>`;
  const { first, last } = closes;
  return html`<p class="hint">Its sessions close ${first === last ? html`at ${renderTimestampToMinute(last)}` : html`from ${renderTimestampToMinute(first)} to ${renderTimestampToMinute(last)}`}; later trades are in the next statement.</p>`;
}

/** A statement that was final may have had other figures before. */
const describeLaterList = ({ later_list: list }: DailyStatementView): Html | false =>
  list !== null &&
  html`\n<p class="changed">Counted from the <a href="/refpositions/${list.id}">list of ${renderDate(list.as_of)}</a>, posted ${renderTimestampToMinute(list.posted_at)}, after this close.</p>`;

/** The date to show, and the days before and after. */
function renderDates({ acct_id: acctId, as_of: asOf, day_before: before, day_after: after }: DailyStatementView): Html {
  const link = (date: string | null, label: string): Html | false =>
    date !== null && html` <a class="button" href="/accounts/${acctId}/statement?as_of=${date}">${label} ${date}</a>`;
  return html`<form class="search span" method="get" action="/accounts/${acctId}/statement" role="search">
<div class="field"><label for="as_of">Date</label><input id="as_of" name="as_of" type="date" value="${asOf}"></div>
<p class="actions"><button type="submit">Show</button>${link(before, 'Before:')}${link(after, 'After:')}</p>
</form>`;
}

/** The values above have the sums of the positions below: where one of these needs every digit, all amounts have it. */
const needsEveryDigit = ({ currency, position, total }: DailyStatementView): boolean =>
  (['day_pnl', 'day_realised_pnl'] as const).some((name) =>
    isLostByRounding({ whole: total[name], parts: position.map((row) => row[name]) }, currency),
  );

function renderValues(statement: DailyStatementView, isExact: boolean): Html {
  const { acct_id: acctId, as_of: asOf, currency, baseline } = statement;
  const { money, gain } = chooseMoneyRenderers(isExact);
  const rows: readonly (readonly [string, Html])[] = [
    ['Net liquidation value', html`${currency} ${money(statement.net_liq, currency)}`],
    ['Cash balance', html`${currency} ${money(statement.cash_balance, currency)}`],
    ['P&L of the day', html`${currency} ${gain(statement.day_pnl, currency)}`],
    ['Realized P&L of the day', html`${currency} ${gain(statement.day_realised_pnl, currency)}`],
    [
      'Counted from',
      baseline === null
        ? html`the first trade: no money values up to this date`
        : html`<a href="/accounts/${acctId}/moneyvals?as_of=${baseline.as_of}&versions=all">money values of ${baseline.as_of === asOf ? 'this date' : baseline.as_of}</a>, version ${baseline.version}`,
    ],
  ];
  return html`<table class="facts"><tbody>
${rows.map(([title, value]) => html`<tr><th scope="row">${title}</th><td>${value}</td></tr>\n`)}</tbody></table>`;
}

function renderPositions(
  { acct_id: acctId, as_of: asOf, final: isFinal, currency, position, total }: DailyStatementView,
  context: PageContext,
  isExact: boolean,
): Html {
  const isReported = position.some((row) => row.reference_quantity !== null);
  const columns: readonly TableColumn<PositionRow>[] = [
    { title: 'Instrument', cell: (row) => renderInstrumentCell(row.instrument_id, context) },
    { title: 'Quantity', isFigure: true, cell: (row) => renderQuantity(row, { asOf, isFinal }) },
    { title: 'Change', isFigure: true, cell: (row) => renderQuantityChange(row, { acctId, asOf }) },
    { title: 'Closing price', isFigure: true, cell: (row) => renderClosingPrice(row, acctId, context) },
    { title: 'Starts from', isFigure: true, cell: (row) => renderStartingPrices(row, context) },
    { title: 'P&L of the day', key: 'day_pnl', gain: (row) => row.day_pnl, isExact },
    { title: 'Realized', key: 'day_realised_pnl', gain: (row) => row.day_realised_pnl, isExact },
    ...(isReported
      ? [
          { title: 'Back office', count: (row: PositionRow) => row.reference_quantity },
          { title: 'Difference', isFigure: true, cell: (row: PositionRow) => renderDifference(row, { acctId, asOf }) },
        ]
      : []),
  ];
  const totals = [{ label: `Total ${currency}`, currency, sums: total }];
  return renderTable('Positions', position, columns, { areCards: true, currency, totals });
}

/** Where the list of the date differs, the position is counted from the list after this close. */
function renderQuantity(
  { quantity, session_date: sessionDate, reference_quantity: reference }: PositionRow,
  { asOf, isFinal }: Readonly<{ asOf: string; isFinal: boolean }>,
): Html {
  const isClosed = isFinal || sessionDate === asOf;
  const figure = html`<span class="figure">${formatCount(String(quantity))}</span>`;
  return isClosed && reference !== null && reference !== quantity
    ? html`${figure}<br><span class="was">afterwards ${formatCount(String(reference))} by the list</span>`
    : figure;
}

/** By the trades of the date, and by the list before it. */
function renderQuantityChange(
  { change, list_change: listed, list_date: date, instrument_id: instrumentId }: PositionRow,
  { acctId, asOf }: Readonly<{ acctId: number; asOf: string }>,
): Html {
  const byTrades =
    change !== 0 &&
    html`<a class="figure" href="/fills?acct_id=${acctId}&instrument_id=${instrumentId}&session_date=${asOf}">${formatDifference(String(change))}</a>`;
  if (listed === null || date === null) return byTrades || renderText(null);
  return html`${byTrades}${byTrades && html`<br>`}<span class="figure">${formatDifference(String(listed))}</span> by the <a href="/refpositions?acct_id=${acctId}&as_of=${date}">list of <time datetime="${date}">${date}</time></a>`;
}

/** What the P&L of the day is counted from, beside the prices of its trades: the close before, and the price of what a list has added. */
function renderStartingPrices(
  { instrument_id: id, previous_price: previous, previous_date: date, list_price: listed }: PositionRow,
  context: PageContext,
): Html {
  const shown = [
    ...(previous === null
      ? []
      : [renderPrice(toInstrumentPrice(context, id, previous), html`close of ${renderDate(date)}`)]),
    ...(listed === null ? [] : [renderPrice(toInstrumentPrice(context, id, listed), html`by the list`)]),
  ];
  return shown.length === 0 ? renderText(null) : html`${shown.map((one, at) => html`${at > 0 && html`<br>`}${one}`)}`;
}

/** With its source in words, and the date: it may be older than the statement. */
function renderClosingPrice(
  { instrument_id: id, mark_price: price, mark_source: source, mark_date: date }: PositionRow,
  acctId: number,
  context: PageContext,
): Html {
  if (price === null) return renderText(null);
  const shown = toInstrumentPrice(context, id, price);
  return source === 'reference'
    ? html`<span class="figure">${renderNumber(shown)}</span> <a href="/refpositions?acct_id=${acctId}&as_of=${date}">list of ${renderDate(date)}</a>`
    : renderPrice(shown, html`${source} of ${renderDate(date)}`);
}

const renderPrice = (price: Parameters<typeof renderNumber>[0], words: Html): Html =>
  html`<span class="figure">${renderNumber(price)}</span><br><span class="was">${words}</span>`;

const renderDate = (date: string | null): Html => html`<time datetime="${date}">${date}</time>`;

/** What is in no amount, so that nobody multiplies a price and misses it in the sums. */
function describeUncounted(position: readonly PositionRow[], { getName }: PageContext): Html | false {
  const symbols = position
    .filter(({ mark_source: source }) => source !== null && source !== 'close')
    .map(({ instrument_id: id }) => getName('instrument_id', id));
  return (
    symbols.length > 0 &&
    html`<p class="hint">The prices of ${symbols.join(', ')} are in no amount of this page: they are not from a close of this account. The net liquidation value has such a position only if the money values have it.</p>`
  );
}

/** A difference that was accepted is no task any more. */
function renderDifference(
  { difference, break_id: breakId, break_resolution: resolution }: PositionRow,
  { acctId, asOf }: Readonly<{ acctId: number; asOf: string }>,
): Html {
  if (difference === null) return html`<span class="none">after the close</span>`;
  if (difference === 0) return html`<span class="badge good">agrees</span>`;
  const figure = formatDifference(String(difference));
  return resolution === 'Accepted'
    ? html`<a class="badge good" href="/reconciliation/breaks/${breakId}">${figure} accepted</a>`
    : html`<a class="badge bad" href="/reconciliation/breaks?acct_id=${acctId}&as_of=${asOf}&status=All">${figure}</a>`;
}
