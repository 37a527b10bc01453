import { type FormState, emptyForm, renderFormToken, renderFormError } from '../../pages/fields.page.js';
import { type Html, html } from '../../pages/html.js';
import type { PageContent, PageContext } from '../../pages/page.js';
import { serializeModifiedOrder } from './order-form-state.js';
import type { ModificationFormView } from './order-forms.view.js';
import { STOP_TIMES_IN_FORCE, TIMES_IN_FORCE } from '../actions/order-submissions.dto.js';
import { renderOpenOrderNotice } from '../pause.page.js';
import { describeRestriction, orderTypeLabels } from '../order-text.js';
import { renderSelectField, renderDateField, renderTextField } from './order-ticket-fields.page.js';
import { timeInForceChoices } from './order-ticket-types.js';

/** `question` is asked where the entries would trade at once. */
type ModificationState = FormState & Readonly<{ question?: string }>;

/** The page for changing an open order. */
export function modificationFormPage(
  view: ModificationFormView,
  context: PageContext,
  form: ModificationState = emptyForm,
): PageContent {
  const { order } = view;
  const title = `Modify order ${order.id}`;
  return {
    title,
    styles: ['ticket.css'],
    scripts: ['ticket.js'],
    body: html`<article class="ticket-page">
<p class="back"><a href="/orders/${order.id}">Back to the order</a></p>
<h1>${title}</h1>
${renderRestriction(view) ?? renderModificationForm(view, context, form)}
</article>`,
  };
}

/** Why the form has no fields, if so. */
function renderRestriction({ order, pause, bar }: ModificationFormView): Html | null {
  if (!order.is_open) return html`<p class="refusal">The order is no longer open and cannot be modified.</p>`;
  return bar === null
    ? renderOpenOrderNotice(pause, order.symbol)
    : html`<p class="refusal">${describeRestriction(bar)}</p>`;
}

/** As in the order ticket: the user sends it now. */
const renderUnsentNotice = ({ is_unsent: isUnsent, has_changed: hasChanged }: ModificationFormView): Html | false =>
  isUnsent &&
  html`<p class="pause" data-unsent>You were signed out when you sent this, so the order was not changed. Your entries are still here: check them, and send them if you still want to change the order.${hasChanged && ' The order itself has changed since: it traded, or it was modified.'}</p>\n`;

function renderModificationForm(view: ModificationFormView, context: PageContext, entered: ModificationState): Html {
  const { order, values } = view;
  const { question } = entered;
  const form: FormState = { ...entered, values: { ...values, ...entered.values } };
  const hasLimit = order.order_type === 'Limit' || order.order_type === 'StopLimit';
  const times = order.order_type === 'Limit' || !order.is_waiting ? TIMES_IN_FORCE : STOP_TIMES_IN_FORCE;
  return html`<form class="ticket change" method="post" action="/orders/ticket" data-change="${order.id}" aria-label="Modify order ${order.id}">
${renderUnsentNotice(view)}${renderFormToken(context)}
<input type="hidden" name="action_type" value="OrderModification">
<input type="hidden" name="order_id" value="${order.id}">
<input type="hidden" name="expected_version" value="${order.version}">
<input type="hidden" name="_order" value="${serializeModifiedOrder(view)}">
<p class="lead"><strong class="${order.side.toLowerCase()}">${order.side}</strong> ${order.symbol}, ${orderTypeLabels[order.order_type].toLowerCase()} order${order.filled_quantity > 0 && html`, ${order.filled_quantity} done`}</p>
${renderFormError(form)}
${question !== undefined && html`<p class="message warning" role="alert">${question}</p><input type="hidden" name="_trade_at" value="${form.values['limit_price'] ?? form.values['stop_price']}"><input type="hidden" name="_trade_of" value="${form.values['quantity']}">`}
<div class="numbers">
${renderTextField({ name: 'quantity', label: 'Quantity', inputMode: 'numeric', describedBy: 'total' }, form)}
${order.is_waiting && renderTextField({ name: 'stop_price', label: 'Stop price', inputMode: 'decimal', describedBy: 'steps' }, form)}
${hasLimit && renderTextField({ name: 'limit_price', label: 'Limit price', inputMode: 'decimal', describedBy: 'steps' }, form)}
</div>
<p class="hint" id="total">The total quantity, including fills.</p>
<p class="hint steps" id="steps">The price tick is ${order.tick_size}. The order keeps its time priority only if its price is unchanged and its quantity does not increase.</p>
<div class="life">
${renderSelectField(
  { name: 'time_in_force', label: 'Time in force' },
  times.map((value) => ({ value, label: timeInForceChoices[value] })),
  form,
)}
${renderDateField({ name: 'expire_date', label: 'Expires', isRequired: false, hint: 'The date of its last session.' }, form)}
</div>
<p class="actions">${question === undefined ? html`<button type="submit" class="primary" data-send>Modify order</button>` : html`<button type="submit" class="danger" data-send>Modify and trade</button> <a class="button" href="/orders/${order.id}" data-leave autofocus>Leave it unchanged</a>`}</p>
</form>`;
}
