/* Where a page says whether it is live, it says so in words. */
import { findElement, getElement } from './page-parts.js';

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
/** `served`: the page keeps its text, with the time of its data. `live`: it receives updates. `cut`: it does not reach the service. */
type State = 'served' | 'live' | 'cut';
let state: State = 'served';
let cutAt = 0;

export const isSaidLive = (): boolean => state === 'live';

export const showServed = (): void => showState('served');
export const showLive = (): void => showState('live');

export function showDisconnected(since = Date.now()): void {
  if (state !== 'cut') cutAt = since;
  showState('cut');
}

function showState(next: State): void {
  state = next;
  showNotice();
  updateLiveText(document);
}

/** On every page that is live, whatever else it says: what stands here is of that moment. It is announced, stays in sight while the page is scrolled, and goes with the catch-up. */
function showNotice(): void {
  const shown = findElement('#not-live');
  if (state !== 'cut') shown?.remove();
  else if (!shown) {
    const notice = Object.assign(document.createElement('p'), {
      id: 'not-live',
      className: 'flash',
      textContent: `Not live since ${clock.format(cutAt)}. Reconnecting…`,
    });
    notice.setAttribute('role', 'status');
    getElement('main').prepend(notice);
  }
}

/** A part that comes from the service brings the words that it is served with. */
export function updateLiveText(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-live]')) {
    element.dataset.served ??= element.textContent;
    const texts = {
      served: element.dataset.served,
      live: element.dataset.live ?? '',
      cut: `Not live since ${clock.format(cutAt)}: trying again`,
    };
    if (element.textContent !== texts[state]) element.textContent = texts[state];
    element.classList.toggle('bad', state === 'cut');
  }
}
