import { ownForm } from '../http/fields.page.js';
import { digitsOf } from '../http/figures.js';
import { type Html, html } from '../http/html.js';
import { when } from '../http/moment.page.js';
import type { PageContent, Visit } from '../http/page.js';
import { priceIn, priceText, type Traded, tradedIn } from '../http/price-text.js';
import { happeningWords } from './happening-words.js';
import type { HappeningView } from './order-story.view.js';
import type { Author } from './order-story.js';
import { onBehalfWords, placement, person } from './on-behalf.page.js';
import type { OrderView, ToldOrderView } from './order.view.js';
import { standingWords } from './order-words.js';
import { waitsNow } from './pause.page.js';
import { stateBadge } from './orders.page.js';
import { barWords, ownReference, typeWords } from './state-words.js';
import { type SubmissionType, timeWords } from './ticket-types.js';

/** How an order stands, what can be done about it, and everything that has happened to it. */
export function orderPage(order: ToldOrderView, visit: Visit): PageContent {
  const { id, side, bar = null } = order;
  const instrument = tradedIn(visit, order.instrument_id);
  const { symbol } = instrument;
  return {
    title: `Order ${id}`,
    styles: ['orders.css'],
    scripts: ['order.js'],
    body: html`<article class="order-page" data-order="${id}"${order.status === 'Open' && html` data-instrument="${order.instrument_id}" data-market="${order.pause?.status ?? 'Open'}"`}>
<p class="back"><a href="/orders">All orders</a></p>
<div id="order">
<h1>Order ${id}: <span class="${side.toLowerCase()}">${side}</span> ${order.quantity} ${symbol}</h1>
<p class="lead">${stateBadge(order)} ${sentenceOf(order, instrument)}</p>
${placedWords(order, visit)}
${order.status === 'Open' && whatCanBeDone(order, symbol ?? '', visit)}
${bar === null && html`<p class="again"><a href="${sameAgain(order, instrument)}" data-again>Order the same once more</a></p>`}
<div class="two">
${facts(order, visit)}
<section aria-labelledby="story"><h2 id="story">What happened</h2>
${story(order, instrument, visit)}
</section>
</div>
</div>
</article>`,
  };
}

/** Whom an administrator placed it for stands at the top: it is not their own. */
function placedWords(order: OrderView, visit: Visit): Html | false {
  const onBehalf = placement(order);
  return onBehalf !== null && html`<p class="hint">Order ${onBehalfWords('placed', onBehalf, visit)}.</p>`;
}

/** The heading says which order it is. */
function sentenceOf(order: OrderView, instrument: Traded): string {
  const words = standingWords(order, instrument).replace(/^Order \d+:? /, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const submissionOf: Readonly<Record<OrderView['order_type'], SubmissionType>> = {
  Limit: 'LimitOrderSub',
  Market: 'MarketOrderSub',
  Stop: 'StopOrderSub',
  StopLimit: 'StopLimitOrderSub',
};

/** A ticket with the same terms; it is another order, and gets a reference of its own. */
function sameAgain(order: OrderView, { decimals }: Traded): string {
  const {
    acct_id: account,
    instrument_id: instrument,
    side,
    quantity,
    limit_price: limit,
    stop_price: stop,
    time_in_force: life,
    expire_date: date,
    order_type: type,
  } = order;
  const price = (of: number | null): string | null => (of === null ? null : priceText(digitsOf(of), decimals));
  const terms = {
    acct_id: account,
    instrument_id: instrument,
    side,
    action_type: submissionOf[type],
    quantity,
    limit_price: price(limit),
    stop_price: price(stop),
    time_in_force: life,
    expire_date: date,
  };
  const said = Object.entries(terms).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
  return `/orders/new?${new URLSearchParams(said)}`;
}

/** Only what the reader can do; why they cannot do the rest is said. */
function whatCanBeDone(order: ToldOrderView, symbol: string, visit: Visit): Html {
  const { bar = null, pause = null } = order;
  return html`${waitsNow(pause, symbol)}${bar === null ? actions(order, visit) : html`<p class="pause">${barWords(bar)}</p>`}`;
}

function actions({ id, pause = null }: ToldOrderView, visit: Visit): Html {
  return html`<form class="actions" method="post" action="/orderactions">
${ownForm(visit)}<input type="hidden" name="action_type" value="OrderCancellation"><input type="hidden" name="order_id" value="${id}">
${pause === null && html`<a class="button primary" href="/orders/${id}/modification" data-key="e">Change</a>`}
<button type="submit" class="danger" data-key="c">Cancel the order</button>
</form>`;
}

function facts(order: ToldOrderView, visit: Visit): Html {
  const { named } = visit;
  const { id, instrument_id: instrumentId, expire_date: date, time_in_force: life } = order;
  const figure = (name: string, value: unknown): Html | false =>
    digitsOf(value) !== null && row(name, html`<span class="figure">${digitsOf(value)}</span>`);
  return html`<section aria-labelledby="facts"><h2 id="facts">The order</h2>
<table class="facts"><tbody>
${row('Instrument', html`<a href="/desk/${instrumentId}">${named('instrument_id', instrumentId)}</a>`)}
${row('Account', html`<a href="/accounts/${order.acct_id}">${named('acct_id', order.acct_id)}</a>`)}
${row('Type', html`${typeWords[order.order_type]}, ${life === 'GTD' ? html`good till <time datetime="${date}">${date}</time>` : timeWords[life].toLowerCase()}`)}
${figure('Quantity', order.quantity)}
${figure('Filled', order.filled_quantity)}
${order.status === 'Open' && figure('Still open', order.leaves_quantity)}
${figure('Average price', priceIn(visit, order.instrument_id, order.average_price))}
${figure('Limit price', priceIn(visit, order.instrument_id, order.limit_price))}
${figure('Stop price', priceIn(visit, order.instrument_id, order.stop_price))}
${ownReference(order.client_order_id) !== null && row('Your reference', html`<code>${order.client_order_id}</code>`)}
${(order.tag ?? null) !== null && row('Remark', html`${order.tag}`)}
${order.session_date !== null && row('Session', html`<time datetime="${order.session_date}">${order.session_date}</time>`)}
${row('Given', when(order.created_at))}
${row('Last changed', when(order.updated_at))}
${row('More', html`<a href="/fills?order_id=${id}">Fills</a> · <a href="/orders/${id}/history">Every step as a table</a> · <a href="/orderactions?order_id=${id}">What was asked</a>`)}
</tbody></table></section>`;
}

const row = (name: string, value: Html): Html => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>\n`;

function story(order: ToldOrderView, instrument: Traded, visit: Visit): Html {
  const { happenings = [] } = order;
  const isAll = happenings.find(({ step }) => step !== null)?.step?.revision === 1;
  return html`${!isAll && html`<p class="hint">The beginning stands in <a href="/orders/${order.id}/history">every step as a table</a>.</p>`}
<ol class="log timeline">${happenings.map((happening) => line(happening, order, { instrument, visit }))}</ol>`;
}

function line(
  happening: HappeningView,
  order: OrderView,
  { instrument: { decimals }, visit }: Readonly<{ instrument: Traded; visit: Visit }>,
): Html {
  const { what, words, tone } = happeningWords(happening, order, decimals);
  const code = happening.action?.code ?? null;
  return html`<li class="${tone}"><p>${when(happening.time)}</p><div><p><strong>${what}</strong>${isAsked(happening) && html` <span class="by">${authorWords(happening, visit)}</span>`}</p><p>${words}${code !== null && html` <a href="/docs/errors/${code}">What this means</a>`}</p></div></li>\n`;
}

/** Trades, stops and sessions are the venue's affair; of everything else it is said who did it. */
function isAsked({ step }: HappeningView): boolean {
  if (step === null) return true;
  if (step.type === 'OrderCancelled')
    return step.cancel_reason === 'requested' || step.cancel_reason === 'mass_cancelled';
  return !['OrderTraded', 'OrderTriggered', 'OrderExpired'].includes(step.type);
}

function authorWords(happening: HappeningView, visit: Visit): string {
  const { by, acting_user_id: acting, on_behalf: onBehalf } = happening;
  const verb = verbOf(happening);
  if (onBehalf !== null) return onBehalfWords(verb, onBehalf, visit).trim();
  const author =
    by === 'administrator' && acting !== null
      ? `by ${person(visit.named('actor_name', acting), acting)} (administrator)`
      : byWords(by);
  return verb === 'asked' ? `asked ${author}` : author;
}

/** What the head of the line does not say: "Accepted placed by …", but "Cancelled by …". Whoever asked is not the one who refused. */
function verbOf({ step }: HappeningView): string {
  if (step === null || step.type === 'OrderRejected') return 'asked';
  return step.type === 'OrderModified' || step.type === 'OrderCancelled' ? '' : 'placed';
}

function byWords(by: Author): string {
  return by === 'you' ? 'by you' : by === 'venue' ? 'by the venue' : `by user ${by}`;
}
