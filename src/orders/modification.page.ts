import { type Entered, nothingEntered, ownForm, refusalOf } from '../http/fields.page.js';
import { type Html, html } from '../http/html.js';
import type { PageContent, Visit } from '../http/page.js';
import { orderText } from './modification-memory.js';
import type { ModificationView } from './modification.view.js';
import { STOP_TIMES, TIMES_IN_FORCE } from './order-action-from-wire.js';
import { waitsNow } from './pause.page.js';
import { barWords, typeWords } from './state-words.js';
import { chosen, dated, typed } from './ticket-fields.page.js';
import { timeWords } from './ticket-types.js';

/** Where somebody gives an open order other terms. */
export function modificationPage(view: ModificationView, visit: Visit, form: Entered = nothingEntered): PageContent {
  const { order } = view;
  const title = `Change order ${order.id}`;
  return {
    title,
    styles: ['orders.css'],
    scripts: ['orders.js'],
    body: html`<article class="ticket-page">
<p class="back"><a href="/orders/${order.id}">Back to the order</a></p>
<h1>${title}</h1>
${hindrance(view) ?? modificationForm(view, visit, form)}
</article>`,
  };
}

/** Why there is nothing to fill in, where there is not. */
function hindrance({ order, pause, bar }: ModificationView): Html | null {
  if (!order.is_open) return html`<p class="refusal">The order is finished: it can no longer be changed.</p>`;
  return bar === null ? waitsNow(pause, order.symbol) : html`<p class="refusal">${barWords(bar)}</p>`;
}

/** As in a ticket (ticket.page.ts): it is for the reader to send it now. */
const unsent = ({ is_unsent: isUnsent, has_changed: hasChanged }: ModificationView): Html | false =>
  isUnsent &&
  html`<p class="pause" data-unsent>You were signed out when you sent this, so the order was not changed. What you typed stands here: look it through, and send it if you still want it.${hasChanged && ' The order itself has changed since: some of it may have traded, or somebody changed it.'}</p>\n`;

function modificationForm(view: ModificationView, visit: Visit, sent: Entered): Html {
  const { order, values } = view;
  const form: Entered = { ...sent, values: { ...values, ...sent.values } };
  const hasLimit = order.order_type === 'Limit' || order.order_type === 'StopLimit';
  const times = order.order_type === 'Limit' || !order.is_waiting ? TIMES_IN_FORCE : STOP_TIMES;
  return html`<form class="ticket change" method="post" action="/orderactions" data-change="${order.id}" aria-label="Change order ${order.id}">
${unsent(view)}${ownForm(visit)}
<input type="hidden" name="action_type" value="OrderModification">
<input type="hidden" name="order_id" value="${order.id}">
<input type="hidden" name="expected_version" value="${order.version}">
<input type="hidden" name="_order" value="${orderText(view)}">
<p class="lead"><strong class="${order.side.toLowerCase()}">${order.side}</strong> ${order.symbol}, ${typeWords[order.order_type].toLowerCase()} order${order.filled_quantity > 0 && html`, ${order.filled_quantity} done`}</p>
${refusalOf(form)}
<div class="numbers">
${typed({ name: 'quantity', label: 'Quantity', is: 'numeric', describedBy: 'total' }, form)}
${order.is_waiting && typed({ name: 'stop_price', label: 'Stop price', is: 'decimal', describedBy: 'steps' }, form)}
${hasLimit && typed({ name: 'limit_price', label: 'Limit price', is: 'decimal', describedBy: 'steps' }, form)}
</div>
<p class="hint" id="total">The quantity is the whole of it, with what is done.</p>
<p class="hint steps" id="steps">Prices go in steps of ${order.tick_size}. The order keeps its place in the queue only if its price stays and its quantity does not grow.</p>
<div class="life">
${chosen(
  { name: 'time_in_force', label: 'Works' },
  times.map((value) => ({ value, label: timeWords[value] })),
  form,
)}
${dated({ name: 'expire_date', label: 'Last session', isAsked: false, hint: 'The date of it.' }, form)}
</div>
<p class="actions"><button type="submit" class="primary" data-send>Change the order</button></p>
</form>`;
}
