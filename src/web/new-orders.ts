/* Orders that are placed while the list is open: they are added to it, and announced until then. */
import type { OrderEventData } from './live.js';
import { createLink, findElement } from './page-parts.js';

/** Orders come in bursts; the list is asked for once for all of them. */
const BRING_MS = 400;

type List = Readonly<{ isListed: (id: number) => boolean; insertRow: () => Promise<boolean> }>;

export type NewOrders = Readonly<{
  begin: (order: OrderEventData) => void;
  announce: (order: OrderEventData) => void;
  settle: (sought?: readonly number[]) => void;
  sought: () => number[];
}>;

/** What is known of new orders beside a list; `news` is where it is said, `isListed` whether an order stands in the list, and `bring` asks for those that do not. */
export function createNewOrders(blotter: HTMLElement, news: HTMLElement, { isListed, insertRow }: List): NewOrders {
  let timer: number | null = null;
  const { isFirst, asked } = JSON.parse(blotter.dataset.asked ?? '') as {
    isFirst: boolean;
    asked: [name: string, value: string][];
  };
  const wanted = [...Map.groupBy(asked, ([name]) => name)];
  /** Orders whose acceptance was received here: they may be filled before they are shown at all. */
  const begun = new Set<number>();
  const unseen = new Set<number>();
  const link = createLink('', '');

  /** Whether an order would stand in this list. The symbol is known to the rows only. */
  const belongs = (order: OrderEventData): boolean =>
    wanted.every(
      ([name, pairs]) =>
        ['symbol', 'updated_since'].includes(name) || pairs.some(([, value]) => String(order[name]) === value),
    );

  /** A list is not empty any more as soon as something waits to be shown in it. */
  function showNews(): void {
    const nothing = findElement('.empty', blotter);
    if (nothing && !nothing.contains(document.activeElement)) nothing.hidden = unseen.size > 0;
    if (unseen.size === 0) link.remove();
    else {
      link.href = location.href;
      link.textContent = unseen.size === 1 ? 'Show the new order' : `Show ${unseen.size} new orders`;
      if (link.parentNode !== news) news.replaceChildren(link);
    }
  }

  /** Those that are given meanwhile come next. */
  function fetchSoon(): void {
    if (unseen.size > 0) timer ??= window.setTimeout(() => void fetchNow(), BRING_MS);
  }

  async function fetchNow(): Promise<void> {
    const isDone = await insertRow().catch(() => false);
    timer = null;
    if (isDone) fetchSoon();
  }

  return {
    begin({ id, revision }) {
      if (isFirst && revision === 1) begun.add(id);
    },
    /** How an order that does not stand in the list is by now. */
    announce(order) {
      if (!begun.has(order.id)) return;
      if (belongs(order)) unseen.add(order.id);
      else unseen.delete(order.id);
      showNews();
      fetchSoon();
    },
    /** After the list came anew: what stands in it is not new any more, and neither is what it was asked for. */
    settle(sought = []) {
      for (const id of [...begun].filter((one) => sought.includes(one) || isListed(one))) {
        begun.delete(id);
        unseen.delete(id);
      }
      showNews();
    },
    sought: () => [...unseen],
  };
}
