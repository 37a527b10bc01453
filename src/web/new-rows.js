/* New orders take their place in the list by themselves; what is being read stays where it is on the screen. */
import { formatTimes } from './kontor.js';

const findHead = (list) => list.querySelector('thead')?.textContent;
const listRows = (list) => [...(list.querySelector('tbody')?.rows ?? [])];

/** What scrolls: the box of the list, or the page where the box is as high as its rows. */
function findScroller(list) {
  const box = list.querySelector('.scroll');
  return box !== null && box.scrollHeight > box.clientHeight + 1 ? box : document.scrollingElement;
}

/** Who looks at the beginning of the list sees what comes there. Who has scrolled on keeps what they look at. */
function keepPlace(list, change) {
  const scroller = findScroller(list);
  const edge = scroller === document.scrollingElement ? 0 : scroller.getBoundingClientRect().top;
  const rows = listRows(list);
  const anchor = rows.find((row) => row.getBoundingClientRect().bottom > edge) ?? rows.at(-1);
  const isScrolled = anchor !== rows[0] || scroller.scrollTop > 0;
  const before = anchor.getBoundingClientRect().top;
  change();
  // What the browser has moved by itself is counted: it is measured where the row is now.
  if (isScrolled) scroller.scrollTop += anchor.getBoundingClientRect().top - before;
}

/** The list as the service has it now, or null. */
export async function askList() {
  const answer = await fetch(location.href, { headers: { accept: 'text/html', prefer: 'status=401' } }).catch(
    () => null,
  );
  return answer?.ok
    ? new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('#blotter')
    : null;
}

/** Puts the rows that are new above the others. False where that does not make the list that the service has: then all of it has to come anew. */
export function takeNewRows(list, there) {
  const isHere = ({ id }) => document.getElementById(id) !== null;
  const rows = listRows(there);
  const first = rows.findIndex(isHere);
  if (findHead(list) !== findHead(there) || first < 0 || !rows.slice(first).every(isHere)) return false;
  const form = there.querySelector('#cancel');
  if (form !== null && list.querySelector('#cancel') === null) list.append(form);
  keepPlace(list, () => {
    list.querySelector('tbody').prepend(...rows.slice(0, first));
    formatTimes(list);
  });
  return true;
}
