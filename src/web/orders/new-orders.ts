/* Orders that are placed while the list is open: they are added to it, and announced until then. */
import type { OrderEventData } from '../live/live.js';
import { createLink, findElement } from '../page-parts.js';

/** Orders come in bursts; the list is asked for once for all of them. */
const BRING_MS = 400;

type List = Readonly<{ isListed: (id: number) => boolean; insertRow: () => Promise<boolean> }>;

/** What the page says of its list: with what it was asked for, and the accounts that it leaves out. */
type ListData = Readonly<{
  isFirst: boolean;
  isSorted: boolean;
  asked: [name: string, value: string][];
  leftOut?: number[];
}>;

export type NewOrders = Readonly<{
  begin: (order: OrderEventData) => void;
  announce: (order: OrderEventData) => void;
  settle: (sought?: readonly number[]) => void;
  sought: () => number[];
  move: () => void;
  isSorted: boolean;
}>;

const toLinkText = (count: number): string =>
  count === 0 ? 'Sort again' : count === 1 ? 'Show the new order' : `Show ${count} new orders`;

/** What is known of new orders beside a list; `news` is where it is said, `isListed` whether an order stands in the list, and `bring` asks for those that do not. */
export function createNewOrders(blotter: HTMLElement, news: HTMLElement, { isListed, insertRow }: List): NewOrders {
  let timer: number | null = null;
  const { isFirst, isSorted, asked, leftOut = [] } = JSON.parse(blotter.dataset.asked ?? '') as ListData;
  const wanted = [...Map.groupBy(asked, ([name]) => name)];
  /** Orders whose acceptance was received here: they may be filled before they are shown at all. */
  const begun = new Set<number>();
  const unseen = new Set<number>();
  /** Whether a row has another place by now. */
  let isMoved = false;
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
    if (unseen.size === 0 && !isMoved) link.remove();
    else {
      link.href = location.href;
      link.textContent = toLinkText(unseen.size);
      if (link.parentNode !== news) news.replaceChildren(link);
    }
  }

  /** Those that are given meanwhile come next. In a sorted list they are only announced: their places are between other rows, or on other pages. */
  function fetchSoon(): void {
    if (unseen.size > 0 && !isSorted) timer ??= window.setTimeout(() => void fetchNow(), BRING_MS);
  }

  async function fetchNow(): Promise<void> {
    const isDone = await insertRow().catch(() => false);
    timer = null;
    if (isDone) fetchSoon();
  }

  return {
    begin({ id, revision, acct_id: account }) {
      if (isFirst && revision === 1 && !leftOut.includes(account)) begun.add(id);
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
      isMoved = false;
      showNews();
    },
    sought: () => [...unseen],
    /** A row of a sorted list stays where it is read, and the list is sorted again on request. */
    move() {
      isMoved = isSorted;
      showNews();
    },
    isSorted,
  };
}
