/* Where a page says whether it is live, it says so in words. */
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
/** Null until the service was heard for the first time: until then a page keeps the words that it came with. */
let isLive = null;
let cutAt = 0;

export const isSaidLive = () => isLive === true;

export function sayLive() {
  isLive = true;
  sayNotice();
  say(document);
}

export function sayCut(since = Date.now()) {
  if (isLive !== false) cutAt = since;
  isLive = false;
  sayNotice();
  say(document);
}

/** On every page that is live, whatever else it says: what stands here is of that moment. It is announced, stays in sight while the page is scrolled, and goes with the catch-up. */
function sayNotice() {
  const there = document.querySelector('#not-live');
  if (isLive) there?.remove();
  else if (!there) {
    const notice = Object.assign(document.createElement('p'), { id: 'not-live', className: 'flash', textContent: `Not live since ${clock.format(cutAt)}. Reconnecting…` });
    notice.setAttribute('role', 'status');
    document.querySelector('main').prepend(notice);
  }
}

/** A part that comes from the service brings the words that it is served with. */
export function say(root) {
  if (isLive === null) return;
  for (const element of root.querySelectorAll('[data-live]')) {
    const words = isLive ? element.dataset.live : `Not live since ${clock.format(cutAt)}: trying again`;
    if (element.textContent !== words) element.textContent = words;
    element.classList.toggle('bad', !isLive);
  }
}
