import { type Html, html } from '../http/html.js';
import { toTheMinute } from '../http/moment.page.js';
import type { PauseView } from './pause.view.js';

/** Why nothing trades, and since when it will again. */
function why({ status, opens_at: opens }: PauseView, symbol: string): Html {
  if (status === 'Expired') return html`${symbol} has expired: it trades no more.`;
  if (status === 'Halted') return html`Trading in ${symbol} is halted.`;
  return html`The market of ${symbol} is closed${opens !== null && html` and opens ${toTheMinute(opens)}`}.`;
}

const later = ({ status, opens_at: opens }: PauseView): string => (status === 'Halted' ? ' Send it when trading is resumed.' : status === 'Closed' && opens !== null ? ' Send it then.' : '');

/** Before an order is sent: what would become of it. */
export const sentNow = (pause: PauseView | null, symbol: string): Html | null =>
  pause && html`<p class="pause">${why(pause, symbol)} An order that is sent now is refused, and nothing is ordered.${later(pause)}</p>\n`;

/** At an order that works: what it does meanwhile, and what can be done with it. */
export const waitsNow = (pause: PauseView | null, symbol: string): Html | null =>
  pause && html`<p class="pause">${why(pause, symbol)} Nothing of this order trades meanwhile. It can be cancelled now, and not changed.</p>\n`;
