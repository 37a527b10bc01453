/* What would become of the order, asked for while the ticket is filled in: margin, value and fills, or why it would be rejected. */
import { fetchPage, getElement, parsePage, toFormBody } from '../page-parts.js';
import { clearFaults, clearRefusedEntries, isRejected } from './ticket-faults.js';
import { showSignedOutTicket } from './ticket-sending.js';

const WAIT_MS = 400;
/** Between two questions about the same entries, however often the market moves; also where no answer came. */
const AGAIN_MS = 2_000;
/** After so many questions in turn without an answer, only a market that moves asks again. */
const FAILURES_MAX = 5;
/** An answer that never comes must not keep the ticket from asking again. */
const ANSWER_MS = 15_000;
const ADDRESS = '/orders/ticket/preview';

/** What stands of `final` ones stays until there are other entries: the venue has refused them, or they cannot be read. */
type Question = Readonly<{ entries: string }> & {
  state: 'waiting' | 'asking' | 'answered' | 'final';
  timer: number;
  failures: number;
};

/** The last question about each ticket. */
const asked = new WeakMap<HTMLFormElement, Question>();

export function clearPreview(ticket: HTMLFormElement): void {
  window.clearTimeout(asked.get(ticket)?.timer);
  asked.delete(ticket);
  getElement('[data-preview]', ticket).replaceChildren();
}

function noteQuestion(ticket: HTMLFormElement, state: Question['state']): Question {
  clearPreview(ticket);
  const question: Question = { entries: String(toFormBody(ticket)), state, timer: 0, failures: 0 };
  asked.set(ticket, question);
  return question;
}

/** Once the entries have stood for a moment. What was said of other entries goes at once. */
export function previewSoon(ticket: HTMLFormElement): void {
  if (asked.get(ticket)?.entries === String(toFormBody(ticket))) return;
  showAfter(ticket, noteQuestion(ticket, 'waiting'), WAIT_MS);
}

function showAfter(ticket: HTMLFormElement, question: Question, waitMs: number): void {
  question.state = 'waiting';
  question.timer = window.setTimeout(() => void show(ticket, question), waitMs);
}

/** A refusal stands in the place of a preview, until there is one of other entries. */
export function holdPreview(ticket: HTMLFormElement): void {
  noteQuestion(ticket, 'final');
}

/** Asks again about an order that the venue rejected; where the entries are no order any more, nothing is said of them. */
export function renewRejected(ticket: HTMLFormElement): void {
  if (!isRejected(ticket)) return;
  asked.delete(ticket);
  clearRefusedEntries(ticket);
  ticket.dispatchEvent(new Event('input', { bubbles: true }));
  if (!asked.has(ticket)) clearFaults(ticket);
}

/** At once, for the button. */
export const previewNow = (ticket: HTMLFormElement): Promise<void> =>
  show(ticket, noteQuestion(ticket, 'waiting'), () => showSignedOutTicket(ticket));

/** An answer to entries that have changed meanwhile is not shown. One that does not come is asked for again. */
async function show(ticket: HTMLFormElement, question: Question, onSignedOut?: () => void): Promise<void> {
  question.state = 'asking';
  const answer = await loadPreview(new URLSearchParams(question.entries), onSignedOut);
  if (asked.get(ticket) !== question) return;
  if (answer === 'lost') {
    question.failures += 1;
    if (question.failures < FAILURES_MAX) showAfter(ticket, question, AGAIN_MS);
    else question.state = 'answered';
    return;
  }
  question.state = 'answered';
  // That the session ended is said of the whole page already.
  if (answer === 'ended') return;
  if (answer.isFinal) question.state = 'final';
  if (!answer.isFinal) clearFaults(ticket);
  const place = getElement('[data-preview]', ticket);
  // The same words are not read out again.
  if (place.textContent !== answer.parts.map(({ textContent }) => textContent).join(''))
    place.replaceChildren(...answer.parts);
}

let again: number | null = null;

/** What would become of an order depends on the best prices. */
document.addEventListener('market-moved', () => {
  again ??= window.setTimeout(() => {
    again = null;
    if (document.hidden) return;
    for (const ticket of document.querySelectorAll<HTMLFormElement>('form[data-ticket]:not([aria-busy="true"])')) {
      const question = asked.get(ticket);
      if (question?.state === 'answered') void show(ticket, question);
    }
  }, AGAIN_MS);
});

type Preview = Readonly<{ parts: readonly Node[]; isFinal: boolean }>;

/** What the page with the preview says, or what is wrong with the entries of a form that cannot be read. */
async function loadPreview(body: URLSearchParams, onSignedOut?: () => void): Promise<Preview | 'lost' | 'ended'> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await fetchPage(ADDRESS, { method: 'POST', body, signal }).catch(() => null);
  if (answer === null) return 'lost';
  if (answer.status === 401) onSignedOut?.();
  if (answer.redirected || answer.status === 401) return 'ended';
  const page = parsePage(await answer.text().catch(() => ''));
  const preview = answer.ok ? page.querySelector('[data-preview]') : null;
  const parts = preview === null ? listRefusals(page, body) : [...preview.childNodes];
  return parts.length === 0 ? 'lost' : { parts, isFinal: preview === null };
}

/** Of what is not filled in yet, nothing is said where there is something else to say. */
function listRefusals(page: Document, body: URLSearchParams): readonly Element[] {
  const faults = [...page.querySelectorAll('form .fault')].filter(({ id }) => body.get(id.replace(/-fault$/, '')));
  const [refusal] = page.querySelectorAll('form .refusal');
  if (faults.length === 0) return refusal === undefined ? [] : [refusal];
  return faults.map(({ textContent }) =>
    Object.assign(document.createElement('p'), { className: 'refusal', textContent }),
  );
}
