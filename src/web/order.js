/* One order, live: whatever happens to it is asked for and put in its place; what has the focus keeps it. */
import { onEvents, onGap, refresh } from './live.js';
import { watch } from './market-stream.js';

const { order, instrument, market } = document.querySelector('[data-order]').dataset;
const TYPES = ['accepted', 'rejected', 'modified', 'triggered', 'traded', 'cancelled', 'expired'].map(
  (what) => `order.${what}`,
);

onEvents(TYPES, ({ data }) => {
  if (String(data.id) === order) refresh('#order');
});
onGap(() => refresh('#order'));

/** Whether it can be changed, and whether anything of it trades, is the market's affair; an order that is final has none. */
let status = market;
function showStatus({ status: next }) {
  if (next !== status) refresh('#order');
  status = next;
}
if (instrument) watch({ ids: [Number(instrument)], sides: ['Last'], onStatus: showStatus }, () => undefined);

/** What was said when the order was given from a ticket that led here (ticket-sending.js); it is said once. */
function showFlashMessage() {
  const note = JSON.parse(sessionStorage.getItem('kontor-said') ?? 'null');
  sessionStorage.removeItem('kontor-said');
  if (note === null || note.address !== location.href || document.querySelector('.flash')) return;
  const words = document.createElement('p');
  words.className = 'flash';
  words.setAttribute('role', 'status');
  words.textContent = note.words;
  document.querySelector('main').before(words);
}

try {
  showFlashMessage();
} catch {
  /* Where nothing is kept, the page tells how the order stands. */
}
