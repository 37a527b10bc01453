import { createAccountLabel } from '../accounts/exchange-lists.page.js';
import { renderFormToken } from '../pages/fields.page.js';
import { type Html, html, renderJsonAttribute } from '../pages/html.js';
import { toPaddedPrice, toShownAverage, toDigits } from '../pages/number-format.js';
import type { PageContext } from '../pages/page.js';
import { type TableColumn, renderTable } from '../pages/table.page.js';
import { serializeTicket } from '../orders/forms/order-form-state.js';
import { renderOrderActions } from '../orders/lists/orders.page.js';
import { pauseLabels } from '../orders/pause.page.js';
import { renderOrderPrices } from './order-prices.page.js';
import type { DeskMarketView } from './desk-market.view.js';
import { serializeOwnMarks } from './own-marks.js';
import { computeClosing } from '../marketdata/closing-value.js';
import { formatGain, getToneClass } from '../pages/money.page.js';
import { createSideReader } from './desk-quote.page.js';

type DeskOrder = DeskMarketView['orders'][number];
type DeskPosition = DeskMarketView['positions'][number];

/** The user's position and working orders in this instrument, with what can be done with them in one step. */
export function renderHoldings(view: DeskMarketView, context: PageContext): Html {
  const { instrument, positions, orders, has_more_orders: hasMore } = view;
  const { other } = view.ticket;
  const [whose, ofOwner] = other === null ? ['Your', ''] : [`${other.owner}:`, ` of ${other.owner}`];
  return html`<section id="mine"${!view.panels.shown.includes('holdings') && ' hidden'} aria-label="${whose} ${instrument.symbol}" data-own=${renderJsonAttribute(serializeOwnMarks(view))}>
<header><h2>Position${ofOwner}</h2>${renderMark(view)}</header>
${positions.length === 0 ? html`<p class="empty">No position.</p>` : renderTable(`${whose} positions in ${instrument.symbol}`, positions, createPositionColumns(view, context))}
<header><h2>Working orders${ofOwner}</h2>${orders.length > 1 && renderCancelAll(view, context)}</header>
${orders.length === 0 ? html`<p class="empty">No working orders.</p>` : renderTable(`${whose} working orders in ${instrument.symbol}`, orders, createOrderColumns(view, context))}
${hasMore && html`<p><a href="/orders?status=Open&amp;instrument_id=${instrument.id}${other !== null && html`&amp;acct_id=${other.id}`}">All ${other === null ? 'your ' : ''}working orders${ofOwner} in ${instrument.symbol}</a></p>`}
${renderForms(view, context)}
</section>`;
}

/** The ticket has the accounts that the user may trade; what belongs to other accounts is view only. */
const mayTrade = ({ ticket }: DeskMarketView, { acct_id: acctId }: DeskOrder | DeskPosition): boolean =>
  ticket.has_more_accounts || ticket.accounts.some(({ id }) => id === acctId);

/** Of two accounts with the same name, one may have nothing here. */
const createLabel = ({ ticket, positions, orders }: DeskMarketView, context: PageContext): ((id: number) => string) =>
  createAccountLabel(
    [...positions, ...orders].map(({ acct_id: id }) => id),
    context,
    ticket.accounts,
  );

const createPositionColumns = (view: DeskMarketView, context: PageContext): readonly TableColumn<DeskPosition>[] => {
  const describeAccount = createLabel(view, context);
  const { decimals, currency } = view.instrument;
  return [
    { title: 'Account', cell: ({ acct_id: id }) => renderAccountLink(id, describeAccount(id)) },
    { title: 'Quantity', figure: ({ quantity }) => quantity },
    { title: 'Actions', cell: (position) => renderPositionActions(view, position) },
    { title: `Unrealized ${currency}`, gain: (position) => position.unrealised_pnl },
    { title: 'Realized', gain: (position) => position.realised_pnl },
    {
      title: 'Average',
      figure: (one) => toShownAverage(one.average_price, decimals),
      exact: (one) => one.average_price,
    },
    { title: 'Mark', figure: (position) => toPaddedPrice(position.mark_price, decimals) },
  ];
};

/** A name that may end with an ellipsis (desk.css) is the title as well. */
const renderAccountLink = (id: number, name: string): Html =>
  html`<a href="/accounts/${id}"${name.length > 12 && html` title="${name}"`}>${name}</a>`;

/**
 * Market orders against the position: as large as it is, or twice as large. Both buttons send one form, with their quantity and
 * the position that they are made for.
 */
function renderPositionActions(view: DeskMarketView, position: DeskPosition): Html {
  const { quantity, acct_id: acctId } = position;
  const pause = view.ticket.instrument?.pause ?? null;
  if (quantity === 0) return html``;
  if (!mayTrade(view, position)) return html`<span class="hint">view only</span>`;
  if (pause !== null) return html`<small>${pauseLabels[pause.status]}</small>`;
  const [size, verb] = [Math.abs(quantity), quantity > 0 ? 'Sell' : 'Buy'];
  const forOwner = view.ticket.other === null ? '' : ` for ${view.ticket.other.owner}`;
  return html`<button type="submit" form="close-${acctId}" name="quantity" value="${size}" title="${verb} ${size} at market${forOwner}" data-key="x">Close</button> <button type="submit" form="close-${acctId}" name="quantity" value="${2 * size}" title="${verb} ${2 * size} at market${forOwner}">Reverse</button>`;
}

/** At once where all orders shown are of one account; otherwise the account is chosen on a page of its own. */
function renderCancelAll(view: DeskMarketView, context: PageContext): Html {
  const { orders, instrument, has_more_orders: hasMore } = view;
  const accounts = new Set(orders.map(({ acct_id: id }) => id));
  const [only] = accounts;
  if (accounts.size === 1 && only !== undefined && !hasMore && orders.every((order) => mayTrade(view, order)))
    return html`<form method="post" action="/orders/ticket" data-at-once>${renderFormToken(context)}<input type="hidden" name="_back" value="${context.path}"><input type="hidden" name="action_type" value="MassCancellation"><input type="hidden" name="instrument_id" value="${instrument.id}"><button type="submit" class="danger" name="acct_id" value="${only}" data-key="c">Cancel all ${orders.length}</button></form>`;
  return html`<a class="button" href="/orders/cancellation?instrument_id=${instrument.id}" data-key="c">Cancel all …</a>`;
}

/** On narrow screens a row has two lines, without heads (desk.css). */
function createOrderColumns(view: DeskMarketView, context: PageContext): readonly TableColumn<DeskOrder>[] {
  const { decimals } = view.instrument;
  const accounts = new Set(view.orders.map(({ acct_id: id }) => id));
  const describeAccount = createLabel(view, context);
  return [
    { title: 'Order', cell: ({ id }) => html`<a href="/orders/${id}">${id}</a>` },
    { title: 'Side', cell: ({ side }) => html`<b class="${side.toLowerCase()}">${side}</b>` },
    { title: 'Remaining', figure: (order) => order.leaves_quantity },
    {
      title: 'Actions',
      cell: (order) =>
        mayTrade(view, order)
          ? renderOrderActions(order, view.ticket.instrument?.pause ?? null)
          : html`<span class="hint">view only</span>`,
    },
    { title: 'At', cell: (order) => renderOrderPrices(order, decimals) },
    { title: 'Filled', figure: (order) => order.filled_quantity },
    ...(accounts.size > 1
      ? [{ title: 'Account', cell: ({ acct_id: id }: DeskOrder) => html`${describeAccount(id)}` }]
      : []),
  ];
}

/** The forms that the buttons of the tables name. In the account of another user the answer is a question, so it is a page. A position has one reference, so that pressing twice places one order. */
function renderForms(view: DeskMarketView, context: PageContext): Html {
  const { orders, positions, instrument, ticket } = view;
  const reference = `web-${context.requestId.replaceAll('-', '').slice(0, 16)}`;
  const common = html`${renderFormToken(context)}<input type="hidden" name="_back" value="${context.path}">`;
  const renderForm = ({ acct_id: acctId, quantity }: DeskPosition): Html =>
    html`<form method="post" action="/orders/ticket" id="close-${acctId}"${ticket.other === null && ' data-at-once'}>${common}<input type="hidden" name="action_type" value="MarketOrderSub"><input type="hidden" name="acct_id" value="${acctId}"><input type="hidden" name="instrument_id" value="${instrument.id}"><input type="hidden" name="side" value="${quantity > 0 ? 'Sell' : 'Buy'}"><input type="hidden" name="_position" value="${quantity}"><input type="hidden" name="client_order_id" value="${reference}"><input type="hidden" name="_ticket" value=${renderJsonAttribute(serializeTicket({ ...ticket, accounts: ticket.accounts.filter(({ id }) => id === acctId) }))}></form>`;
  const open = positions.filter((position) => position.quantity !== 0 && mayTrade(view, position));
  return html`${orders.length > 0 && html`<form method="post" action="/orders/ticket" id="cancel" data-at-once>${common}<input type="hidden" name="action_type" value="OrderCancellation"></form>`}${open.map(renderForm)}`;
}

/**
 * Beside the heading of the positions: which price their mark is, and what closing at the best prices would bring, which is another
 * figure where the last trade lies outside of bid and offer. A script keeps it current (position-marks.ts). Nothing closes while the
 * instrument does not trade.
 */
function renderMark(view: DeskMarketView): Html {
  const { positions, instrument, open_cost: cost } = view;
  if (positions.every(({ quantity }) => quantity === 0)) return html``;
  return html`<p class="hint" id="mark" data-cost="${toDigits(cost)}">Mark: ${renderSource(view)}${instrument.status === 'Open' && renderClosing(view)}</p>`;
}

function renderSource({ positions, market }: DeskMarketView): Html {
  const open = positions.filter(({ quantity }) => quantity !== 0);
  const [source = null] = open.map(({ mark_source: from }) => from);
  if (source === 'last') {
    const at = market.find(({ side }) => side === 'Last')?.time ?? '';
    return html`last trade <time datetime="${at}" data-clock>${at.slice(11, 19)} UTC</time>`;
  }
  if (source === 'mid') return html`middle of bid and offer`;
  if (source === 'settlement') return html`settlement price`;
  if (source === null) return html`no price`;
  const dates = new Set(open.map(({ reference }) => reference?.as_of));
  return html`price of the statement${dates.size === 1 && html` of ${[...dates]}`}`;
}

function renderClosing(view: DeskMarketView): Html {
  const { positions, instrument, open_cost: cost } = view;
  const readSide = createSideReader(view);
  const toBest = (side: string) => ({ price: readSide(side).price, size: readSide(side).quantity });
  const quantities = positions.map(({ quantity }) => quantity);
  const closing = computeClosing(
    { quantities, cost: toDigits(cost) ?? '0' },
    { bid: toBest('Buy'), offer: toBest('Sell') },
    { tick: toDigits(instrument.tick_size) ?? '', worth: toDigits(instrument.tick_value) ?? '' },
  );
  const gain = formatGain(closing?.gain ?? '0', instrument.currency);
  return html`<span${closing === null && ' hidden'}> · closing ${closing?.at}: <b class="figure${getToneClass(gain)}">${gain}</b> ${instrument.currency}</span>`;
}
