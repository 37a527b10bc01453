/* New orders take their place in the list by themselves; what is being read stays where it is on the screen. */
import { formatTimes } from '../kontor.js';
import { findElement, getElement, listRows, loadPage } from '../page-parts.js';

const findHead = (list: ParentNode): string | undefined => findElement('thead', list)?.textContent;
const listOrders = (list: ParentNode): HTMLTableRowElement[] => listRows(list, 'tbody > tr');

/** What scrolls: the box of the list, or the page where the box is as high as its rows. */
function findScroller(list: HTMLElement): Element {
  const box = findElement('.scroll', list);
  return box !== null && box.scrollHeight > box.clientHeight + 1
    ? box
    : (document.scrollingElement ?? document.documentElement);
}

/** Who looks at the beginning of the list sees what comes there. Who has scrolled on keeps what they look at. */
function keepPlace(list: HTMLElement, change: () => void): void {
  const scroller = findScroller(list);
  const edge = scroller === document.scrollingElement ? 0 : scroller.getBoundingClientRect().top;
  const rows = listOrders(list);
  const anchor = rows.find((row) => row.getBoundingClientRect().bottom > edge) ?? rows.at(-1);
  if (anchor === undefined) {
    change();
    return;
  }
  const isScrolled = anchor !== rows[0] || scroller.scrollTop > 0;
  const before = anchor.getBoundingClientRect().top;
  change();
  // What the browser has moved by itself is counted: it is measured where the row is now.
  if (isScrolled) scroller.scrollTop += anchor.getBoundingClientRect().top - before;
}

/** The list as the service has it now, or null. */
export async function loadList(): Promise<HTMLElement | null> {
  const page = await loadPage(location.href);
  return page && findElement('#blotter', page);
}

/** Puts the rows that are new above the others. False where that does not make the list that the service has: then all of it has to come anew. */
export function takeNewRows(list: HTMLElement, there: HTMLElement): boolean {
  const isHere = ({ id }: HTMLElement): boolean => document.getElementById(id) !== null;
  const rows = listOrders(there);
  const first = rows.findIndex(isHere);
  if (findHead(list) !== findHead(there) || first < 0 || !rows.slice(first).every(isHere)) return false;
  const form = findElement('#cancel', there);
  if (form !== null && list.querySelector('#cancel') === null) list.append(form);
  keepPlace(list, () => {
    getElement('tbody', list).prepend(...rows.slice(0, first));
    formatTimes(list);
  });
  return true;
}
