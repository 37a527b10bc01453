import { toInstrumentFormat } from '../../pages/number-format.js';
import { BACK_LABEL, errorPage } from '../../pages/error.page.js';
import { html } from '../../pages/html.js';
import type { PageContent, FormErrorPage, PageContext } from '../../pages/page.js';
import type { Problem } from '../../errors/problem.js';
import { isId } from '../../http/wire-values.js';
import type { FieldRejection } from '../actions/field-rejections.js';
import type { ModificationFormView } from './order-forms.view.js';
import { parseModifiedOrder, parseTicket } from './order-form-state.js';
import { modificationFormPage } from './modification-form.page.js';
import { describeOrderStatus } from '../order-text.js';
import type { OrderView } from '../order.view.js';
import { describeRejection } from '../rejection-text.js';
import { orderTicketPage } from './order-ticket.page.js';
import type { OtherAccountView } from './order-ticket.view.js';
import { SUBMISSION_TYPES } from './order-ticket-types.js';

type FormValues = Readonly<Record<string, string>>;

/** The form of an order action that was refused, with what was typed and, for each field, what is wrong there and how to fix it. */
export const rejectedActionPage: FormErrorPage = (problem, formValues, context) => {
  const type = formValues['action_type'] ?? '';
  const { order_id: id = '' } = formValues;
  const page = SUBMISSION_TYPES.some((one) => one === type)
    ? rejectedTicketPage(problem, formValues, context)
    : type === 'OrderModification'
      ? rejectedModificationPage(problem, formValues, context)
      : null;
  if (page !== null) return page;
  if (/^\d{1,16}$/.test(id) && (type === 'OrderCancellation' || type === 'OrderModification'))
    return actionNotPossiblePage(problem, { id, type }, context);
  return problem.code === 'version_conflict' ? positionChangedPage(problem, context) : errorPage(problem, context);
};

/** A form of the page of an instrument that was made for another position. */
const positionChangedPage = ({ detail }: Problem, { backUrl = null }: PageContext): PageContent => ({
  title: 'No order was placed',
  styles: ['ticket.css'],
  body: html`<article class="ticket-page">
<h1>No order was placed</h1>
<p class="refusal" role="alert">${detail}</p>
<p class="actions">${backUrl !== null && html`<a class="button primary" href="${backUrl}">${BACK_LABEL}</a> `}<a class="button" href="/positions">Positions</a></p>
</article>`,
});

function rejectedTicketPage(problem: Problem, formValues: FormValues, context: PageContext): PageContent | null {
  // The only such conflict of a ticket is that of a position: with its old quantity, the ticket would be wrong.
  const ticket = problem.code === 'version_conflict' ? null : parseTicket(formValues['_ticket']);
  if (ticket === null) return null;
  const { other = ticket.other } = Object(problem.action) as ProblemAction;
  const rejected = getRejectedOrderId(problem);
  const form = {
    values: { ...formValues, client_order_id: toNextReference(formValues, problem, context.requestId) },
    ...describeRejection(
      { ...problem, rejected, faults: getFieldRejections(problem) },
      formValues,
      ticket.instrument?.tick_size ?? null,
    ),
    rejected,
  };
  return orderTicketPage(
    {
      ...ticket,
      ...(other !== null && { accounts: [other], has_more_accounts: false, other }),
      ...{ choices: [], has_more_choices: false, misfit: null, barred: [], values: {}, is_unsent: false },
    },
    context,
    form,
  );
}

type ProblemAction = Readonly<{
  order?: unknown;
  faults?: readonly FieldRejection[];
  /** The account of another user for which the sender has to agree. */
  other?: OtherAccountView;
  /** How an order stands that changed before the form arrived. */
  current?: OrderView | null;
}>;

/** What the endpoint has added for the sender of a form. */
const getFieldRejections = ({ action }: Problem): readonly FieldRejection[] =>
  (action as ProblemAction | undefined)?.faults ?? [];

/** The number of the order that the venue has kept as rejected; what is not well-formed, or a copy with other terms, is kept under none. */
function getRejectedOrderId({ action, code }: Problem): number | null {
  const { id } = Object((action as ProblemAction | undefined)?.order) as Readonly<{ id?: unknown }>;
  return code !== 'client_order_id_conflict' && isId(id) ? id : null;
}

/** A refused order is kept under its reference as well, and a reference is used once: what is sent next is another order. */
function toNextReference(
  { client_order_id: reference = '' }: FormValues,
  { action, code }: Problem,
  requestId: string,
): string {
  const isUsed = code === 'client_order_id_conflict' || ((action as ProblemAction | undefined)?.order ?? null) !== null;
  return isUsed ? `web-${requestId.replaceAll('-', '').slice(0, 16)}` : reference;
}

/** A user who did not know how the order stood looks at it first; all other refusals are corrected in the form. */
function rejectedModificationPage(problem: Problem, formValues: FormValues, context: PageContext): PageContent | null {
  const order = parseModifiedOrder(formValues['_order']);
  if (order === null || ['order_not_open', 'unknown_order', 'version_conflict'].includes(problem.code)) return null;
  if (problem.code === 'trade_unconfirmed')
    return modificationFormPage(toShownOrder(order), context, {
      ...{ values: formValues, fieldErrors: {}, formError: null },
      question: problem.detail,
    });
  const { fieldErrors, formError } = describeRejection(
    { ...problem, faults: getFieldRejections(problem) },
    formValues,
    order.tick_size,
  );
  return modificationFormPage(toShownOrder(order), context, {
    values: formValues,
    fieldErrors,
    formError: formError.replace('No order was placed.', 'The order is unchanged.'),
  });
}

const toShownOrder = (order: ModificationFormView['order']): ModificationFormView => ({
  ...{ order, pause: null, bar: null, values: {}, is_unsent: false, has_changed: false },
});

const reasonsByCode: Readonly<Record<string, string>> = {
  order_not_open: 'The order was filled, canceled or expired before your request arrived.',
  unknown_order: 'There is no such order, or you may not trade its account.',
  version_conflict:
    'The order has changed since you opened the form: it traded, or it was modified. Your change was not made.',
};

/** With how the order stands now, where that is known. */
function describeObstacle({ code, detail, action }: Problem, context: PageContext): string {
  const current = (action as ProblemAction | undefined)?.current ?? null;
  if (current === null) return reasonsByCode[code] ?? detail;
  const status = describeOrderStatus(current, toInstrumentFormat(context, current.instrument_id));
  return code === 'version_conflict'
    ? `${status} It has changed since you opened the form, so your change was not made.`
    : `${status} Nothing is left to modify or cancel.`;
}

function actionNotPossiblePage(
  problem: Problem,
  { id, type }: Readonly<{ id: string; type: string }>,
  context: PageContext,
): PageContent {
  const { code } = problem;
  const { backUrl = null } = context;
  const title = type === 'OrderCancellation' ? `Order ${id} was not canceled` : `Order ${id} was not modified`;
  return {
    title,
    styles: ['ticket.css'],
    body: html`<article class="ticket-page">
<h1>${title}</h1>
<p class="refusal" role="alert"${code === 'trade_unconfirmed' && ' data-question'}>${describeObstacle(problem, context)}</p>
<p class="actions">${code !== 'unknown_order' && html`<a class="button primary" href="/orders/${id}">View the order</a>`}${code === 'version_conflict' && html` <a class="button" href="/orders/${id}/modification">Modify the current order</a>`}${backUrl !== null && html` <a class="button" href="${backUrl}">${BACK_LABEL}</a>`} <a class="button" href="/orders">All orders</a></p>
</article>`,
  };
}
