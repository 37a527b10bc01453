/* What would become of the order, asked for while the ticket is filled in: margin, value and fills, or why it would be rejected. */
import { fetchPage, getElement, parsePage, toFormBody } from './page-parts.js';
import { clearFaults, clearRefusedEntries, isRejected } from './ticket-faults.js';
import { showSignedOutTicket } from './ticket-sending.js';

const WAIT_MS = 400;
/** Between two questions about the same entries, however often the market moves. */
const AGAIN_MS = 2_000;
const ADDRESS = '/orders/ticket/preview';

/** The entries that were last asked about, and when they are asked about. The venue has refused some: its answer stays. */
const asked = new WeakMap<HTMLFormElement, Readonly<{ entries: string; timer: number; isRefused?: boolean }>>();

export function clearPreview(ticket: HTMLFormElement): void {
  window.clearTimeout(asked.get(ticket)?.timer);
  asked.delete(ticket);
  getElement('[data-preview]', ticket).replaceChildren();
}

/** Once the entries have stood for a moment. What was said of other entries goes at once. */
export function previewSoon(ticket: HTMLFormElement): void {
  const entries = String(toFormBody(ticket));
  if (asked.get(ticket)?.entries === entries) return;
  clearPreview(ticket);
  asked.set(ticket, { entries, timer: window.setTimeout(() => void show(ticket, entries), WAIT_MS) });
}

/** A refusal stands in the place of a preview, until there is one of other entries. */
export function holdPreview(ticket: HTMLFormElement): void {
  clearPreview(ticket);
  asked.set(ticket, { entries: String(toFormBody(ticket)), timer: 0, isRefused: true });
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
export function previewNow(ticket: HTMLFormElement): void {
  clearPreview(ticket);
  const entries = String(toFormBody(ticket));
  asked.set(ticket, { entries, timer: 0 });
  void show(ticket, entries, () => showSignedOutTicket(ticket));
}

/** An answer to entries that have changed meanwhile is not shown. */
async function show(ticket: HTMLFormElement, entries: string, onSignedOut?: () => void): Promise<void> {
  const parts = await loadPreview(new URLSearchParams(entries), onSignedOut);
  if (parts === null || asked.get(ticket)?.entries !== entries) return;
  clearFaults(ticket);
  const place = getElement('[data-preview]', ticket);
  // The same words are not read out again.
  if (place.textContent !== parts.map(({ textContent }) => textContent).join('')) place.replaceChildren(...parts);
}

let again: number | null = null;

/** What would become of an order depends on the best prices. */
document.addEventListener('market-moved', () => {
  again ??= window.setTimeout(() => {
    again = null;
    if (document.hidden) return;
    for (const ticket of document.querySelectorAll<HTMLFormElement>('form[data-ticket]:not([aria-busy="true"])')) {
      const { entries, isRefused = false } = asked.get(ticket) ?? {};
      if (entries !== undefined && !isRefused) void show(ticket, entries);
    }
  }, AGAIN_MS);
});

/** What the page with the preview says, or with a form that cannot be read; nothing where there is no answer. That the session ended is said of the whole page already. */
async function loadPreview(body: URLSearchParams, onSignedOut?: () => void): Promise<readonly Node[] | null> {
  const answer = await fetchPage(ADDRESS, { method: 'POST', body }).catch(() => null);
  if (answer === null || answer.redirected) return null;
  if (answer.status === 401) {
    onSignedOut?.();
    return null;
  }
  const page = parsePage(await answer.text());
  const part = page.querySelector(answer.ok ? '[data-preview]' : 'form .refusal');
  if (part === null) return null;
  return answer.ok ? [...part.childNodes] : [part];
}
