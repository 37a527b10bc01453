/* What becomes of working orders while their page is open is said there. Without this file their rows change, or go. */
import { showOutcome } from '../at-once.js';
import { type LiveEvent, onEvents, type OrderEventData } from '../live/live.js';
import { createLink, findElement, getElement, loadPage } from '../page-parts.js';

const EVENTS = ['order.traded', 'order.cancelled', 'order.expired'];
/** Who has pressed for a cancellation reads its answer. */
const ASKED_FOR: readonly unknown[] = ['requested', 'mass_cancelled'];
/** One order may fill several, one after the other. */
const TOGETHER_MS = 150;
/** So long stands what was said of an order, beside what is said of others. */
const STAYS_MS = 5_000;
/** The newest are said in words, the others are counted. */
const IN_WORDS = 5;

type OrderNews = Readonly<{ id: number; isTraded: boolean; at: number; words: string }>;

/** What is to be said next: whether each order traded last. */
const pending = new Map<number, boolean>();
let said: readonly OrderNews[] = [];
let saidText: string | null = null;
let isSaying = false;

/** In the list of working orders, or just sent by the ticket. An order that trades as it comes has its answer. */
const isShown = (id: number): boolean =>
  findElement(`#mine a[href="/orders/${id}"], [data-sent][data-order="${id}"]`) !== null;

function noteNews({ type, data: { id, cancel_reason: reason } }: LiveEvent<OrderEventData>): void {
  if (!isShown(id) || ASKED_FOR.includes(reason)) return;
  pending.delete(id);
  pending.set(id, type === 'order.traded');
  saySoon();
}

/** What happens meanwhile is said next. */
function saySoon(): void {
  if (isSaying) return;
  isSaying = true;
  window.setTimeout(() => {
    void sayNews().finally(() => {
      isSaying = false;
      if (pending.size > 0) saySoon();
    });
  }, TOGETHER_MS);
}

async function sayNews(): Promise<void> {
  const changed = [...pending].map(([id, isTraded]) => ({ id, isTraded }));
  pending.clear();
  const inWords = await Promise.all(changed.slice(-IN_WORDS).map(async ({ id }) => [id, await loadWords(id)] as const));
  const at = performance.now();
  const news = changed.map((one) => ({ ...one, at, words: new Map(inWords).get(one.id) ?? '' }));
  said = [...listStanding(at).filter(({ id }) => news.every((one) => one.id !== id)), ...news];
  showNews();
}

/** The order's own page has the words. */
async function loadWords(id: number): Promise<string> {
  const page = await loadPage(`/orders/${id}`);
  return page?.querySelector<HTMLElement>('[data-says]')?.dataset.says ?? `Order ${id} has changed.`;
}

/** Nothing of it stands any more where something else was said meanwhile, such as the answer to a press. */
const listStanding = (now: number): readonly OrderNews[] =>
  getElement('#said').textContent === saidText ? said.filter(({ at }) => at > now - STAYS_MS) : [];

function showNews(): void {
  const latest = said.slice(-IN_WORDS);
  const others = said.length - latest.length;
  const link = others === 0 ? [] : [createLink('/orders', others === 1 ? '1 more order' : `${others} more orders`)];
  showOutcome(
    latest.map(({ words }) => words).join(' '),
    latest.every(({ isTraded }) => isTraded),
    link,
  );
  saidText = getElement('#said').textContent;
}

export const followOrders = (): void => onEvents<OrderEventData>(EVENTS, noteNews);
