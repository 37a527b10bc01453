import { renderAccountStateBadge, renderAccountValues } from '../accounts/account.page.js';
import { ACCOUNT_TERMS, renderValueTerms } from '../accounts/value-terms.page.js';
import { toPaddedPrice } from '../pages/number-format.js';
import { type Html, html } from '../pages/html.js';
import { renderTimestamp } from '../pages/timestamp.page.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { type TableColumn, renderTable } from '../pages/table.page.js';
import type { FillView } from '../orders/lists/fill.view.js';
import type { OrderView } from '../orders/order.view.js';
import { createOverviewLabel } from './account-label.js';
import { renderAttention, renderFirstSteps } from './attention.page.js';
import { renderOrderPrices } from './order-prices.page.js';
import type { DayAccountView, OverviewView } from './overview.view.js';
import { needsEveryDigit, renderPortfolio, renderTotals } from './portfolio.page.js';

/** The first thing seen after the sign-in: what one has, what is going on, and what to do about it. */
export function overviewPage(view: OverviewView, context: PageContext): PageContent {
  const isExact = needsEveryDigit(view);
  const isNew = view.positions.length === 0 && view.orders.length === 0 && view.fills.length === 0;
  return {
    title: 'Overview',
    styles: ['accounts.css', 'cards.css'],
    scripts: ['accounts.js'],
    body: html`<article class="overview">
<header class="head"><h1>Overview</h1><p class="asof" data-part="asof" id="asof"><a href="/watchlists">Watchlists</a> · <a href="/alerts">Alerts</a> · <span class="badge" data-live="Live">As of</span> ${renderTimestamp(view.as_of)}</p></header>
<div id="overview" data-part="overview">
${renderAttention(view, context)}
${isNew && renderFirstSteps(view)}
${renderAccounts(view, context, isExact)}
</div>
${view.accounts.length > 0 && renderValueTerms(ACCOUNT_TERMS)}
<p class="news" role="status" id="said"></p>
<div id="holdings" data-part="holdings">
${renderPortfolio(view, context, isExact)}
${(!isNew || view.accounts.length > 0) && renderOrdersAndFills(view, context)}
</div>
</article>`,
  };
}

function renderAccounts(view: OverviewView, context: PageContext, isExact: boolean): Html | null {
  const { accounts: all, more_accounts: more, totals } = view;
  const label = createOverviewLabel(view, context);
  if (all.length === 0) return null;
  return html`<section aria-labelledby="accounts">
<h2 id="accounts">Accounts</h2>
${totals.some(({ accounts }) => accounts > 1) && renderTotals(totals, isExact)}
<ul class="cardlist">${all.map((account) => renderCard(account, label(account.id), isExact))}</ul>
${more > 0 && html`<p class="next"><a href="/accounts">${more} more of your accounts</a></p>`}
</section>`;
}

function renderCard(account: DayAccountView, name: string, isExact: boolean): Html {
  const { id, enabled, access } = account;
  return html`<li class="account" id="account-${id}">
<header><h3><a href="/accounts/${id}">${name}</a></h3> <span class="whose">${access === 'Owner' ? '' : access === 'Trade' ? 'granted: trade' : 'granted: view'} ${!enabled && renderAccountStateBadge(account)}</span></header>
${renderAccountValues(account, account, isExact)}
<p class="ways">${enabled && access !== 'Read' && html`<a href="/orders/new?acct_id=${id}">New order</a> `}<a href="/positions?acct_id=${id}">Positions</a> <a href="/accounts/${id}/moneyvals?order=desc">Statements</a></p>
</li>
`;
}

function renderOrdersAndFills(
  { orders, open_orders: open, fills, decimals }: OverviewView,
  { getName }: PageContext,
): Html {
  const findDecimals = (id: number): number => decimals[id] ?? 0;
  const renderInstrument = (id: number): Html => html`<a href="/desk/${id}">${getName('instrument_id', id)}</a>`;
  return html`<div class="pair">
<section aria-labelledby="working">
<h2 id="working">Working orders <span class="count" data-field="open">${open}</span></h2>
${orders.length === 0 ? html`<p class="empty">No working orders.</p>` : renderTable('Newest working orders', orders, orderColumns(renderInstrument, findDecimals), { areCards: true, rowAttributes: ({ id }) => html` id="order-${id}"` })}
<p class="next">${open > 0 && html`<a href="/orders?status=Open">${open === orders.length ? 'Modify or cancel' : `All ${open} working orders`}</a> · `}<a href="/orders/new">New order</a></p>
</section>
<div>
<h2 id="fills">Last fills</h2>
${fills.length === 0 ? html`<p class="empty">No fills yet.</p>` : renderTable('Newest fills', fills, fillColumns(renderInstrument, findDecimals), { areCards: true, rowAttributes: ({ id }) => html` id="fill-${id}"` })}
${fills.length > 0 && html`<p class="next"><a href="/fills">All fills</a></p>`}
</div>
</div>`;
}

type InstrumentLink = (id: number) => Html;
/** Of an instrument's prices, by its number. */
type DecimalsFinder = (id: number) => number;

const sides = {
  Buy: html`<span class="side buy">Buy</span>`,
  Sell: html`<span class="side sell">Sell</span>`,
} as const;

const orderColumns = (instrument: InstrumentLink, decimalsOf: DecimalsFinder): readonly TableColumn<OrderView>[] => [
  { title: 'Order', cell: ({ id }) => html`<a href="/orders/${id}">${id}</a>` },
  { title: 'Instrument', cell: (order) => instrument(order.instrument_id) },
  { title: 'Side', cell: ({ side }) => sides[side] },
  { title: 'Remaining', key: 'leaves_quantity', figure: (order) => order.leaves_quantity },
  { title: 'At', key: 'price', cell: (order) => renderOrderPrices(order, decimalsOf(order.instrument_id)) },
  { title: 'TIF', cell: (order) => html`${order.time_in_force === 'GTD' ? order.expire_date : order.time_in_force}` },
  { title: 'Quantity', figure: ({ quantity }) => quantity },
];

const fillColumns = (instrument: InstrumentLink, decimalsOf: DecimalsFinder): readonly TableColumn<FillView>[] => [
  { title: 'Instrument', cell: (fill) => instrument(fill.instrument_id) },
  { title: 'Side', cell: ({ side }) => sides[side] },
  { title: 'Quantity', figure: ({ quantity }) => quantity },
  { title: 'Price', price: (fill) => toPaddedPrice(fill.price, decimalsOf(fill.instrument_id)) },
  { title: 'Time', cell: (fill) => renderTimestamp(fill.traded_at) },
  { title: 'Order', cell: (fill) => html`<a href="/orders/${fill.order_id}">${fill.order_id}</a>` },
];
