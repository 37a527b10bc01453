import { renderFormToken } from '../../pages/fields.page.js';
import { toDigits, toInstrumentPrice, type InstrumentFormat, toInstrumentFormat } from '../../pages/number-format.js';
import { formatPrice } from '../../money/price-text.js';
import { type Html, html } from '../../pages/html.js';
import { renderTimestamp } from '../../pages/timestamp.page.js';
import type { PageContent, PageContext } from '../../pages/page.js';
import { describeReason, describeTimelineEvent } from './timeline-event-text.js';
import type { TimelineEventView } from './order-timeline.view.js';
import { describeOnBehalf, findPlacedOnBehalf, formatUserName } from '../on-behalf-text.page.js';
import type { OrderView, OrderPageView } from '../order.view.js';
import { describeOrderStatus, describeRestriction, omitGeneratedReference, orderTypeLabels } from '../order-text.js';
import { renderOpenOrderNotice } from '../pause.page.js';
import { renderOrderStateBadge } from '../lists/orders.page.js';
import { type SubmissionType, timeInForceLabels } from '../forms/order-ticket-types.js';
import { capitalizeFirst } from '../../errors/sentence.js';

/** How an order stands, what can be done about it, and everything that has happened to it. */
export function orderPage(order: OrderPageView, context: PageContext): PageContent {
  const { id, side, bar = null } = order;
  const instrument = toInstrumentFormat(context, order.instrument_id);
  const { symbol } = instrument;
  return {
    title: `Order ${id}`,
    styles: ['log.css', 'orders.css'],
    scripts: ['order.js'],
    body: html`<article class="order-page" data-order="${id}" data-revision="${order.revision}" data-says="${describeOrderStatus(order, instrument)}"${order.status === 'Open' && html` data-instrument="${order.instrument_id}" data-market="${order.pause?.status ?? 'Open'}"`}>
<p class="back"><a href="/orders">All orders</a></p>
<div id="order">
<h1>Order ${id}: <span class="${side.toLowerCase()}">${side}</span> ${order.quantity} ${symbol}</h1>
<p class="lead">${renderOrderStateBadge(order)} ${describeStatus(order, instrument)}${renderRejectReason(order, instrument.decimals)}</p>
${renderPlacedOnBehalf(order, context)}
${order.status === 'Open' && renderActionsOrRestriction(order, symbol ?? '', context)}
${bar === null && html`<p class="again"><a href="${toRepeatOrderUrl(order, instrument)}" data-again>Order again</a></p>`}
<div class="two">
${renderDetails(order, context)}
<section aria-labelledby="story"><h2 id="story">Timeline</h2>
${renderTimeline(order, instrument, context)}
</section>
</div>
</div>
</article>`,
  };
}

/** Whom an administrator placed it for stands at the top: it is not their own. */
function renderPlacedOnBehalf(order: OrderPageView, context: PageContext): Html | false {
  const onBehalf = findPlacedOnBehalf(order, order.customer?.user_id);
  return onBehalf !== null && html`<p class="hint">Order ${describeOnBehalf('placed', onBehalf, context)}.</p>`;
}

/** The timeline of a narrow screen is further down. */
function renderRejectReason({ happenings = [] }: OrderPageView, decimals: number): Html | false {
  const action = happenings.find(({ step }) => step?.type === 'OrderRejected')?.action ?? null;
  const reason = describeReason(action, decimals);
  return reason !== null && html` ${reason.trim()} ${renderExplanation(action?.code ?? null)}`;
}

const renderExplanation = (code: string | null): Html | false =>
  code !== null && html`<a href="/docs/errors/${code}">Explanation</a>`;

/** The heading says which order it is. */
function describeStatus(order: OrderView, instrument: InstrumentFormat): string {
  return capitalizeFirst(describeOrderStatus(order, instrument).replace(/^Order \d+:? /, ''));
}

const submissionTypes: Readonly<Record<OrderView['order_type'], SubmissionType>> = {
  Limit: 'LimitOrderSub',
  Market: 'MarketOrderSub',
  Stop: 'StopOrderSub',
  StopLimit: 'StopLimitOrderSub',
};

/** A ticket with the same terms; it is another order, and gets a reference of its own. */
function toRepeatOrderUrl(order: OrderView, { decimals }: InstrumentFormat): string {
  const {
    acct_id: account,
    instrument_id: instrument,
    side,
    quantity,
    limit_price: limit,
    stop_price: stop,
    time_in_force: timeInForce,
    post_only: isPostOnly,
    expire_date: expireDate,
    order_type: type,
  } = order;
  const price = (value: number | null): string | null =>
    value === null ? null : formatPrice(toDigits(value), decimals);
  const terms = {
    acct_id: account,
    instrument_id: instrument,
    side,
    action_type: submissionTypes[type],
    quantity,
    limit_price: price(limit),
    stop_price: price(stop),
    time_in_force: timeInForce,
    expire_date: expireDate,
    post_only: isPostOnly ? 'yes' : null,
  };
  const parameters = Object.entries(terms).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
  return `/orders/new?${new URLSearchParams(parameters)}`;
}

/** Only what the reader can do; why they cannot do the rest is said. */
function renderActionsOrRestriction(order: OrderPageView, symbol: string, context: PageContext): Html {
  const { bar = null, pause = null } = order;
  return html`${renderOpenOrderNotice(pause, symbol)}${bar === null ? renderActions(order, context) : html`<p class="pause">${describeRestriction(bar)}</p>`}`;
}

function renderActions({ id, pause = null }: OrderPageView, context: PageContext): Html {
  return html`<form class="actions" method="post" action="/orders/ticket">
${renderFormToken(context)}<input type="hidden" name="action_type" value="OrderCancellation"><input type="hidden" name="order_id" value="${id}">
${pause === null && html`<a class="button primary" href="/orders/${id}/modification" data-key="e">Modify</a>`}
<button type="submit" class="danger" data-key="c">Cancel order</button>
</form>`;
}

function renderDetails(order: OrderPageView, context: PageContext): Html {
  const { getName } = context;
  const { id, instrument_id: instrumentId, expire_date: expireDate, time_in_force: timeInForce } = order;
  const renderNumberRow = (name: string, value: unknown): Html | false =>
    toDigits(value) !== null && renderRow(name, html`<span class="figure">${toDigits(value)}</span>`);
  return html`<section aria-labelledby="facts"><h2 id="facts">The order</h2>
<table class="facts"><tbody>
${renderRow('Instrument', html`<a href="/desk/${instrumentId}">${getName('instrument_id', instrumentId)}</a>`)}
${renderRow('Account', html`<a href="/accounts/${order.acct_id}">${getName('acct_id', order.acct_id)}</a>`)}
${renderRow('Type', html`${orderTypeLabels[order.order_type]}, ${timeInForce === 'GTD' ? html`good till <time datetime="${expireDate}">${expireDate}</time>` : timeInForceLabels[timeInForce].toLowerCase()}${order.post_only && ', post only'}`)}
${renderNumberRow('Quantity', order.quantity)}
${renderNumberRow('Filled', order.filled_quantity)}
${order.status === 'Open' && renderNumberRow('Remaining', order.leaves_quantity)}
${renderNumberRow('Average price', toInstrumentPrice(context, order.instrument_id, order.average_price))}
${renderNumberRow('Limit price', toInstrumentPrice(context, order.instrument_id, order.limit_price))}
${renderNumberRow('Stop price', toInstrumentPrice(context, order.instrument_id, order.stop_price))}
${omitGeneratedReference(order.client_order_id) !== null && renderRow('Your reference', html`<code>${order.client_order_id}</code>`)}
${order.tag !== null && renderRow('Tag', html`${order.tag}`)}
${order.session_date !== null && renderRow('Session', html`<time datetime="${order.session_date}">${order.session_date}</time>`)}
${renderRow('Placed', renderTimestamp(order.created_at))}
${renderRow('Last changed', renderTimestamp(order.updated_at))}
${renderRow('More', html`<a href="/fills?order_id=${id}">Fills</a> · <a href="/orders/${id}/history">Timeline as a table</a> · <a href="/orderactions?order_id=${id}">Order actions</a>`)}
</tbody></table></section>`;
}

const renderRow = (name: string, value: Html): Html => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>\n`;

function renderTimeline(order: OrderPageView, instrument: InstrumentFormat, context: PageContext): Html {
  const { happenings = [] } = order;
  const isAll = happenings.find(({ step }) => step !== null)?.step?.revision === 1;
  return html`${!isAll && html`<p class="hint">Earlier events: <a href="/orders/${order.id}/history">the timeline as a table</a>.</p>`}
<ol class="log timeline">${happenings.map((event) => renderTimelineEvent(event, order, { instrument, context }))}</ol>`;
}

function renderTimelineEvent(
  event: TimelineEventView,
  order: OrderView,
  { instrument: { decimals }, context }: Readonly<{ instrument: InstrumentFormat; context: PageContext }>,
): Html {
  const { title, text, tone } = describeTimelineEvent(event, order, decimals);
  const code = event.action?.code ?? null;
  return html`<li class="${tone}"><p>${renderTimestamp(event.time)}</p><div><p><strong>${title}</strong>${hasAuthor(event) && html` <span class="by">${describeAuthor(event, context)}</span>`}</p><p>${text} ${renderExplanation(code)}</p></div></li>\n`;
}

/** Trades, stops and sessions are the venue's affair; of everything else it is said who did it. */
function hasAuthor({ step }: TimelineEventView): boolean {
  if (step === null) return true;
  if (step.type === 'OrderCancelled')
    return step.cancel_reason === 'requested' || step.cancel_reason === 'mass_cancelled';
  return !['OrderTraded', 'OrderTriggered', 'OrderExpired'].includes(step.type);
}

function describeAuthor(event: TimelineEventView, context: PageContext): string {
  const { by, acting_user_id: acting, on_behalf: onBehalf } = event;
  const verb = toVerb(event);
  if (onBehalf !== null) return describeOnBehalf(verb, onBehalf, context).trim();
  const author =
    by === 'administrator' && acting !== null
      ? `by ${formatUserName(context.getName('actor_name', acting), acting)} (administrator)`
      : formatAuthor(by, context);
  return verb === 'asked' ? `asked ${author}` : author;
}

/** What the head of the line does not say: "Accepted placed by …", but "Canceled by …". The user who asked is not the one who refused. */
function toVerb({ step }: TimelineEventView): string {
  if (step === null || step.type === 'OrderRejected') return 'asked';
  return step.type === 'OrderModified' || step.type === 'OrderCancelled' ? '' : 'placed';
}

function formatAuthor(by: TimelineEventView['by'], { getName }: PageContext): string {
  if (by === 'you') return 'by you';
  return typeof by === 'number' ? `by ${formatUserName(getName('user_name', by), by)}` : `by the ${by}`;
}
