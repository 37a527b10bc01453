/* Forms that take one press are sent from where they stand, and answered there. Without this file the answer is a page. */
import { createLink, getElement, postForm, toFormBody, toSignInUrl } from './page-parts.js';
import { showFor } from './timed-text.js';

/** `update` is called after each answer, `prepare` before a form is sent; what follows from an answer arrives as an event as well. */
export function sendFormsAtOnce(update: () => void, prepare?: () => void): void {
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement) || !('atOnce' in form.dataset) || !submitter) return;
    event.preventDefault();
    if (form.getAttribute('aria-busy') === 'true') return;
    form.setAttribute('aria-busy', 'true');
    prepare?.();
    void send(form, submitter)
      .then(update)
      .finally(() => form.removeAttribute('aria-busy'));
  });
}

const send = (form: HTMLFormElement, submitter: HTMLElement): Promise<Outcome> =>
  post(form.action, toFormBody(form, submitter));

/** What became of a form; a question is for the sender to answer, and nothing was done. */
export type Outcome = Readonly<{ isDone: boolean; question: string | null }>;

/** Sends a form and shows what the service says to it. */
export async function post(address: string, body: URLSearchParams): Promise<Outcome> {
  const result = await postForm(address, body);
  const isDone = result?.answer.redirected === true;
  const question = result?.page.querySelector('[data-question]')?.textContent ?? null;
  if (question !== null) return { isDone, question };
  const isSignedOut = result?.answer.status === 401;
  const wayOut = isSignedOut ? [createLink(toSignInUrl(), 'Sign in and come back here')] : takeButton(result?.page);
  showOutcome(readWords(result?.page, isDone), isDone, wayOut);
  return { isDone, question };
}

/** With its form. */
const takeButton = (page: Document | undefined): Element[] => {
  const parts = [...(page?.querySelectorAll('.flash button, #flash-form') ?? [])];
  for (const part of parts) part.remove();
  return parts;
};

const readWords = (page: Document | undefined, isDone: boolean): string =>
  page?.querySelector(isDone ? '.flash' : '.refusal, .fault, .problem .lead')?.textContent.trim() ??
  'Whether it was done is not known: the service did not answer. Load the page again.';

/** What was done lies over the head of the position, and is in the list of orders: it goes. What was not done stays. */
const DONE_MS = 10_000;

export function showOutcome(words: string, isDone: boolean, wayOut: readonly Element[] = []): void {
  const said = getElement('#said');
  said.classList.toggle('failed', !isDone);
  said.classList.toggle('success', isDone);
  if (isDone && wayOut.length === 0) showFor(said, [words], DONE_MS);
  else said.replaceChildren(words, ...(wayOut.length === 0 ? [] : [' ', ...wayOut]));
}
