import { errorPage } from '../http/error.page.js';
import { html } from '../http/html.js';
import type { PageContent, RefusalPage, Visit } from '../http/page.js';
import type { Problem } from '../http/problem.js';
import { isId } from '../http/wire-values.js';
import type { Fault } from './action-faults.js';
import { orderIn } from './modification-memory.js';
import { modificationPage } from './modification.page.js';
import { refusalWords } from './refusal-words.js';
import { ticketIn } from './ticket-memory.js';
import { ticketPage } from './ticket.page.js';
import { SUBMISSION_TYPES } from './ticket-types.js';

type Sent = Readonly<Record<string, string>>;

/** The form of an order action that was refused, with what was typed and, next to each field, what is wrong there and how to mend it. */
export const refusedActionPage: RefusalPage = (problem, sent, visit) => {
  const type = sent['action_type'] ?? '';
  const { order_id: id = '' } = sent;
  const page = SUBMISSION_TYPES.some((one) => one === type)
    ? refusedTicket(problem, sent, visit)
    : type === 'OrderModification'
      ? refusedChange(problem, sent, visit)
      : null;
  if (page !== null) return page;
  return /^\d{1,16}$/.test(id) && (type === 'OrderCancellation' || type === 'OrderModification')
    ? ofNoUse(problem, { id, type })
    : errorPage(problem, visit);
};

function refusedTicket(problem: Problem, sent: Sent, visit: Visit): PageContent | null {
  const ticket = ticketIn(sent['_ticket']);
  if (ticket === null) return null;
  const rejected = rejectedIn(problem);
  const form = {
    values: { ...sent, client_order_id: nextReference(sent, problem, visit.requestId) },
    ...refusalWords({ ...problem, rejected, faults: faultsIn(problem) }, sent, ticket.instrument?.tick_size ?? null),
    rejected,
  };
  return ticketPage(
    { ...ticket, choices: [], has_more_choices: false, misfit: null, barred: [], values: {}, is_unsent: false },
    visit,
    form,
  );
}

type Kept = Readonly<{ order?: unknown; faults?: readonly Fault[] }>;

/** What the endpoint has added for the sender of a form. */
const faultsIn = ({ action }: Problem): readonly Fault[] => (action as Kept | undefined)?.faults ?? [];

/** The number of the order that the venue has kept as rejected; what is not well-formed, or a copy with other terms, is kept under none. */
function rejectedIn({ action, code }: Problem): number | null {
  const { id } = Object((action as Kept | undefined)?.order) as Readonly<{ id?: unknown }>;
  return code !== 'client_order_id_conflict' && isId(id) ? id : null;
}

/** A refused order is kept under its reference as well, and a reference is used once: what is sent next is another order. */
function nextReference(
  { client_order_id: reference = '' }: Sent,
  { action, code }: Problem,
  requestId: string,
): string {
  const isUsed = code === 'client_order_id_conflict' || ((action as Kept | undefined)?.order ?? null) !== null;
  return isUsed ? `web-${requestId.replaceAll('-', '').slice(0, 16)}` : reference;
}

/** Whoever did not know how the order stood looks at it first; all other refusals are mended in the form. */
function refusedChange(problem: Problem, sent: Sent, visit: Visit): PageContent | null {
  const order = orderIn(sent['_order']);
  if (order === null || ['order_not_open', 'unknown_order', 'version_conflict'].includes(problem.code)) return null;
  const { faults, refusal } = refusalWords({ ...problem, faults: faultsIn(problem) }, sent, order.tick_size);
  return modificationPage({ order, pause: null, bar: null, values: {}, is_unsent: false, has_changed: false }, visit, {
    values: sent,
    faults,
    refusal: refusal.replace('Nothing was ordered.', 'The order stands as it was.'),
  });
}

const words: Readonly<Record<string, string>> = {
  order_not_open: 'It was finished before this arrived: filled, cancelled or expired meanwhile.',
  unknown_order: 'There is no such order, or it is on an account that you may not trade.',
  version_conflict:
    'It has changed since you opened the form: some of it may have traded, or somebody changed it. So nothing of what you typed was done to it.',
};

function ofNoUse({ code, detail }: Problem, { id, type }: Readonly<{ id: string; type: string }>): PageContent {
  const title = type === 'OrderCancellation' ? `Order ${id} was not cancelled` : `Order ${id} was not changed`;
  return {
    title,
    styles: ['orders.css'],
    body: html`<article class="ticket-page">
<h1>${title}</h1>
<p class="refusal" role="alert">${words[code] ?? detail}</p>
<p class="actions">${code !== 'unknown_order' && html`<a class="button primary" href="/orders/${id}">See how it stands</a>`}${code === 'version_conflict' && html` <a class="button" href="/orders/${id}/modification">Change it as it is now</a>`} <a class="button" href="/orders">All orders</a></p>
</article>`,
  };
}
