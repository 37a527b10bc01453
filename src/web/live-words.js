/* Where a page says whether it is live, it says so in words. */
const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
/** `served`: the page keeps its text, with the time of its data. `live`: it receives updates. `cut`: it does not reach the service. */
let state = 'served';
let cutAt = 0;

export const isSaidLive = () => state === 'live';

export const showServed = () => showState('served');
export const showLive = () => showState('live');

export function showDisconnected(since = Date.now()) {
  if (state !== 'cut') cutAt = since;
  showState('cut');
}

function showState(next) {
  state = next;
  showNotice();
  say(document);
}

/** On every page that is live, whatever else it says: what stands here is of that moment. It is announced, stays in sight while the page is scrolled, and goes with the catch-up. */
function showNotice() {
  const there = document.querySelector('#not-live');
  if (state !== 'cut') there?.remove();
  else if (!there) {
    const notice = Object.assign(document.createElement('p'), {
      id: 'not-live',
      className: 'flash',
      textContent: `Not live since ${clock.format(cutAt)}. Reconnecting…`,
    });
    notice.setAttribute('role', 'status');
    document.querySelector('main').prepend(notice);
  }
}

/** A part that comes from the service brings the words that it is served with. */
export function say(root) {
  for (const element of root.querySelectorAll('[data-live]')) {
    element.dataset.served ??= element.textContent;
    const words = {
      served: element.dataset.served,
      live: element.dataset.live,
      cut: `Not live since ${clock.format(cutAt)}: trying again`,
    }[state];
    if (element.textContent !== words) element.textContent = words;
    element.classList.toggle('bad', state === 'cut');
  }
}
