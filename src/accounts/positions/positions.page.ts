import { type Html, html } from '../../pages/html.js';
import type { PageContent, PageContext } from '../../pages/page.js';
import { toInstrumentFormat, toInstrumentPrice, toShownAverage } from '../../pages/number-format.js';
import { renderText, type TableColumn } from '../../pages/table.page.js';
import { sortBy } from '../../pages/table-settings.page.js';
import { sumColumnsByCurrency } from '../../pages/table-totals.js';
import { barLabels } from '../account-rights.js';
import {
  createAccountLabel,
  exchangeListPage,
  listAccountSiblings,
  readAccountId,
  renderAccountName,
} from '../exchange-lists.page.js';
import { renderMarketMakerChoice } from '../../pages/choices.page.js';
import { POSITION_TERMS, renderValueTerms } from '../value-terms.page.js';
import { renderAccountCell, renderInstrumentCell } from '../../pages/name-cells.page.js';
import type { PositionPageViews, PositionView } from './position.view.js';
import { renderFormToken } from '../../pages/fields.page.js';

export function positionsPage(positions: PositionPageViews, context: PageContext): PageContent {
  const { path } = context;
  const acctId = readAccountId(path);
  return exchangeListPage(
    {
      title: acctId === null ? 'Positions' : `Positions of ${renderAccountName(acctId, context)}`,
      none: html`No open positions. <a href="/marketdata">View market data</a>`,
      table: 'positions',
      rows: positions,
      ...(positions.length > 0 && { below: renderValueTerms(POSITION_TERMS) }),
      totalsOf: (rows) => sumColumnsByCurrency(rows, ['unrealised_pnl', 'realised_pnl']),
      above: html`${context.isAdministrator && acctId === null && renderSearch(path)}${renderMarketMakerChoice(positions.marketMaker, path)}<p class="news" role="status" id="said"></p>`,
      beside: renderCloseForm(context),
      ...(acctId !== null && { siblings: listAccountSiblings(acctId, context) }),
      rowOf: (one) =>
        html` id="position-${one.acct_id}-${one.instrument_id}"${one.quantity === 0 && html` class="nochange"`}`,
      columns: buildColumns(acctId, positions, context),
    },
    context,
  );
}

function buildColumns(
  acctId: number | null,
  positions: PositionPageViews,
  context: PageContext,
): readonly TableColumn<PositionView>[] {
  const { pauses, bars } = positions;
  const describeAccount = createAccountLabel(
    positions.map((one) => one.acct_id),
    context,
  );
  return [
    { title: 'Instrument', sort: sortBy('symbol'), cell: (one) => renderInstrumentCell(one.instrument_id, context) },
    { title: 'Quantity', sort: sortBy('-quantity'), key: 'quantity', figure: ({ quantity }) => quantity },
    {
      title: 'Actions',
      isPlain: true,
      cell: (one) => {
        const [bar, pause] = [bars?.get(one.acct_id), pauses?.get(one.instrument_id)];
        if (bar !== undefined) return html`<small>${barLabels[bar]}</small>`;
        return pause === undefined ? renderClose(one, context) : html`<small>${pause.toLowerCase()}</small>`;
      },
    },
    {
      title: 'Unrealized P&L',
      sort: sortBy('-unrealised_pnl'),
      key: 'unrealised_pnl',
      gain: (one) => one.unrealised_pnl,
    },
    { title: 'Realized P&L', sort: sortBy('-realised_pnl'), key: 'realised_pnl', gain: (one) => one.realised_pnl },
    { title: 'Currency', sort: sortBy('currency'), cell: ({ currency }) => renderText(currency) },
    ...(acctId === null
      ? [
          {
            title: 'Account',
            sort: sortBy('acct_name'),
            cell: (one: PositionView) =>
              context.isAdministrator
                ? renderAccountCell(one.acct_id, context)
                : html`<a href="/accounts/${one.acct_id}">${describeAccount(one.acct_id)}</a>`,
          },
        ]
      : []),
    {
      title: 'Avg. price',
      key: 'average_price',
      price: (one) => toShownAverage(one.average_price, toInstrumentFormat(context, one.instrument_id).decimals),
      exact: (one) => one.average_price,
    },
    { title: 'Mark', key: 'mark_price', price: (one) => toInstrumentPrice(context, one.instrument_id, one.mark_price) },
    {
      title: 'Mark source',
      cell: (one) =>
        one.mark_source === null ? html`<span class="badge warn">no price</span>` : html`${markWords[one.mark_source]}`,
    },
    {
      title: 'Reference',
      cell: ({ reference }) =>
        reference === null
          ? renderText('none')
          : html`<span class="figure">${reference.quantity}</span> on <time datetime="${reference.as_of}">${reference.as_of}</time>`,
    },
    { title: 'Trades', isFigure: true, cell: (one) => renderTradesLink(one, context) },
  ];
}

const renderTradesLink = (
  { acct_id: acctId, instrument_id: id, trade_prices: { length: count } }: PositionView,
  { getName }: PageContext,
): Html =>
  html`<a href="/fills?acct_id=${acctId}&instrument_id=${id}">${count}<span class="hidden"> ${count === 1 ? 'trade' : 'trades'} in ${getName('instrument_id', id)}</span></a>`;

/** Positions across customers. */
function renderSearch(path: string): Html {
  const account = new URL(path, 'http://here').searchParams.get('account') ?? '';
  return html`<form class="search wide" method="get" action="/positions" role="search">
<div class="field"><label for="account">Account</label><input type="search" id="account" name="account" value="${account}" maxlength="100" autocomplete="off" placeholder="Owner, name or number"></div>
<p class="actions"><button type="submit">Search</button>${account !== '' && html` <a class="button" href="/positions">Show all</a>`}</p>
</form>`;
}

/** One press in what is the reader's to trade; an administrator is asked first before a customer's position is closed. */
function renderClose(one: PositionView, context: PageContext): Html {
  const { acct_id: acctId, instrument_id: id, symbol, quantity } = one;
  const { isAdministrator, userName, formToken, getName, path } = context;
  if (quantity === 0) return html``;
  const isOwn = !isAdministrator || getName('acct_owner_email', acctId) === userName;
  if (isOwn && formToken !== null) return renderCloseButton(one);
  const query = new URLSearchParams({ acct_id: String(acctId), instrument_id: String(id), back: path });
  return html`<a class="button small" href="/positions/close?${query.toString()}">Close …<span class="hidden"> ${symbol}</span></a>`;
}

const markWords = { last: 'last trade', mid: 'mid price', settlement: 'settlement', reference: 'statement' } as const;

/** The form of all Close buttons: each names its position as it is on the page, so that pressing twice places one order. */
export const renderCloseForm = (context: PageContext): Html =>
  html`<form method="post" action="/positions/close" id="close" data-at-once>${renderFormToken(context)}<input type="hidden" name="_back" value="${context.path}"><input type="hidden" name="reference" value="web-${context.requestId.replaceAll('-', '').slice(0, 12)}"></form>`;

/** A market order against the position, as large as it is. If the position has changed, nothing is sent. */
export const renderCloseButton = ({ acct_id: acctId, instrument_id: id, symbol, quantity }: PositionView): Html =>
  html`<button type="submit" form="close" name="position" value="${acctId}:${id}:${quantity}" title="${quantity > 0 ? 'Sell' : 'Buy'} ${Math.abs(quantity)} at market">Close<span class="hidden"> ${symbol}</span></button>`;
