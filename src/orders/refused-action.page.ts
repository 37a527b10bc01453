import { errorPage } from '../http/error.page.js';
import type { Entered } from '../http/fields.page.js';
import type { RefusalPage } from '../http/page.js';
import { refusalWords } from './refusal-words.js';
import { ticketIn } from './ticket-memory.js';
import { ticketPage } from './ticket.page.js';
import { SUBMISSION_TYPES } from './ticket-types.js';

/** The form of an order action that was refused, with what was typed and, next to each field, what is wrong there and how to mend it. */
export const refusedActionPage: RefusalPage = (problem, sent, visit) => {
  const ticket = ticketIn(sent['_ticket']);
  const isSubmission = SUBMISSION_TYPES.some((type) => type === sent['action_type']);
  if (!isSubmission || ticket === null) return errorPage(problem, visit);
  const form: Entered = { values: { ...sent, client_order_id: nextReference(sent, problem, visit.requestId) }, ...refusalWords(problem, sent, ticket.instrument?.tick_size ?? null) };
  return ticketPage({ ...ticket, choices: [], has_more_choices: false, values: {} }, visit, form);
};

type Kept = Readonly<{ order?: unknown }>;

/** A refused order is kept under its reference as well, and a reference is used once: what is sent next is another order. */
function nextReference({ client_order_id: reference = '' }: Readonly<Record<string, string>>, { action, code }: Readonly<{ code: string; action?: object }>, requestId: string): string {
  const isUsed = code === 'client_order_id_conflict' || ((action as Kept | undefined)?.order ?? null) !== null;
  return isUsed ? `web-${requestId.replaceAll('-', '').slice(0, 16)}` : reference;
}
