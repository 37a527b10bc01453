/* One order, live: whatever happens to it is asked for and put in its place; what has the focus keeps it. */
import { onEvents, onGap, ORDER_STATE_EVENTS, type OrderEventData } from '../live/live.js';
import { type TradingStatus, watch } from '../live/market-stream.js';
import { getElement } from '../page-parts.js';
import { refresh } from '../page-refresh.js';

const { order, instrument, market } = getElement('[data-order]').dataset;

onEvents<OrderEventData>(ORDER_STATE_EVENTS, ({ data }) => {
  if (String(data.id) === order) refresh('#order');
});
onGap(() => refresh('#order'));

/** Whether it can be changed, and whether anything of it trades, is the market's affair; an order that is final has none. */
let status = market;
function showStatus({ status: next }: TradingStatus): void {
  if (next !== status) refresh('#order');
  status = next;
}
if (instrument) watch({ ids: [Number(instrument)], sides: ['Last'], onStatus: showStatus }, () => undefined);

/** What was said when the order was given from a ticket that led here (ticket-sending.ts); it is said once. */
function showFlashMessage(): void {
  const note = JSON.parse(sessionStorage.getItem('kontor-said') ?? 'null') as { words: string; address: string } | null;
  sessionStorage.removeItem('kontor-said');
  if (note === null || note.address !== location.href || document.querySelector('.flash')) return;
  const message = Object.assign(document.createElement('p'), { className: 'flash', textContent: note.words });
  message.setAttribute('role', 'status');
  getElement('main').before(message);
}

try {
  showFlashMessage();
} catch {
  /* Where nothing is kept, the page tells how the order stands. */
}
