/* Orders that are placed while the list is open: they are added to it, and announced until then. */

/** Orders come in bursts; the list is asked for once for all of them. */
const BRING_MS = 400;

/** What is known of new orders beside a list; `news` is where it is said, `isListed` whether an order stands in the list, and `bring` asks for those that do not. */
export function newOrders(blotter, news, { isListed, insertRow }) {
  let timer = null;
  const { isFirst, asked } = JSON.parse(blotter.dataset.asked);
  const wanted = [...Map.groupBy(asked, ([name]) => name)];
  /** Orders whose acceptance was received here: they may be filled before they are shown at all. */
  const begun = new Set();
  const unseen = new Set();
  const way = document.createElement('a');

  /** Whether an order would stand in this list. The symbol is known to the rows only. */
  const belongs = (order) =>
    wanted.every(
      ([name, pairs]) =>
        ['symbol', 'updated_since'].includes(name) || pairs.some(([, value]) => String(order[name]) === value),
    );

  /** A list is not empty any more as soon as something waits to be shown in it. */
  function say() {
    const nothing = blotter.querySelector('.empty');
    if (nothing && !nothing.contains(document.activeElement)) nothing.hidden = unseen.size > 0;
    if (unseen.size === 0) way.remove();
    else {
      way.href = location.href;
      way.textContent = unseen.size === 1 ? 'Show the new order' : `Show ${unseen.size} new orders`;
      if (way.parentNode !== news) news.replaceChildren(way);
    }
  }

  /** Those that are given meanwhile come next. */
  function fetchSoon() {
    if (unseen.size > 0)
      timer ??= window.setTimeout(async () => {
        const isDone = await insertRow().catch(() => false);
        timer = null;
        if (isDone) fetchSoon();
      }, BRING_MS);
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
      say();
      fetchSoon();
    },
    /** After the list came anew: what stands in it is not new any more, and neither is what it was asked for. */
    settle(sought = []) {
      for (const id of [...begun].filter((one) => sought.includes(one) || isListed(one))) {
        begun.delete(id);
        unseen.delete(id);
      }
      say();
    },
    sought: () => [...unseen],
  };
}
