/* Where a page says whether it is live, it says so in words. */
import { createLink, findElement, getElement, toSignInUrl } from '../page-parts.js';

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
/** `served`: the page keeps its text, with the time of its data. `live`: it receives updates. `cut`: it does not reach the service. `ended`: it is answered no more, because the session ended. */
type State = 'served' | 'live' | 'cut' | 'ended';
let state: State = 'served';
let cutAt = 0;
const listeners: ((state: State, cutAt: number) => void)[] = [];

/** A part of the page is older than what happened: it was asked for in vain. */
let isBehind = false;
export const isPageBehind = (): boolean => isBehind;
export function setPageBehind(next: boolean): void {
  isBehind = next;
}

export const isSaidLive = (): boolean => state === 'live';

export const showServed = (): void => showState('served');
export const showLive = (): void => showState('live');

/** After a sign-out a lost connection is no news: only an answer ends that state. */
export function showDisconnected(since = Date.now()): void {
  if (state === 'ended') return;
  if (state !== 'cut') cutAt = since;
  showState('cut');
}

export const showEnded = (): void => showState('ended');

/** Hears how it is whenever that is said anew. */
export function onLiveWords(listener: (state: State, cutAt: number) => void): void {
  listeners.push(listener);
}

function showState(next: State): void {
  state = next;
  showNotice();
  updateLiveText(document);
  for (const listener of listeners) listener(state, cutAt);
}

/** On every page that is live, whatever else it says: what stands here is of that moment. It is announced, stays in sight while the page is scrolled, and goes with the catch-up. A page of the market says all of it in one place (market.ts). */
function showNotice(): void {
  const shown = findElement('#not-live');
  if ((state !== 'cut' && state !== 'ended') || findElement('#pulse[data-state]')) {
    shown?.remove();
    return;
  }
  if (shown?.dataset.state === state) return;
  const notice = shown ?? createNotice();
  notice.dataset.state = state;
  if (state === 'cut') notice.replaceChildren(`Not live since ${clock.format(cutAt)}. Reconnecting…`);
  else notice.replaceChildren('Not live: you are signed out. ', createLink(toSignInUrl(), 'Sign in again'));
}

function createNotice(): HTMLElement {
  const notice = Object.assign(document.createElement('p'), { id: 'not-live', className: 'flash' });
  notice.setAttribute('role', 'status');
  getElement('main').prepend(notice);
  return notice;
}

/** A part that comes from the service brings the words that it is served with. */
export function updateLiveText(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-live]')) {
    element.dataset.served ??= element.textContent;
    const texts = {
      served: element.dataset.served,
      live: element.dataset.live ?? '',
      cut: `Not live since ${clock.format(cutAt)}: trying again`,
      ended: 'Not live: you are signed out',
    };
    if (element.textContent !== texts[state]) element.textContent = texts[state];
    element.classList.toggle('bad', state === 'cut' || state === 'ended');
  }
}
