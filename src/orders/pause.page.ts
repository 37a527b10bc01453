import { type Html, html } from '../http/html.js';
import { toTheMinute } from '../http/moment.page.js';
import type { Visit } from '../http/page.js';
import type { InstrumentPauseView, PauseView } from './pause.view.js';

/** Why nothing trades, and since when it will again. */
function why({ status, opens_at: opens }: PauseView, symbol: string): Html {
  if (status === 'Expired') return html`${symbol} has expired: it trades no more.`;
  if (status === 'Halted') return html`Trading in ${symbol} is halted.`;
  return html`The market of ${symbol} is closed${opens !== null && html` and opens ${toTheMinute(opens)}`}.`;
}

/** In a list of orders, in a word. */
export const pauseInShort: Readonly<Record<PauseView['status'], string>> = {
  Halted: 'halted',
  Closed: 'closed',
  Expired: 'expired',
};

const NAMED_MAX = 4;

/** Above a list of orders: one sentence for all that are halted, and one for all that are closed. */
export function waitingAmong(pauses: readonly InstrumentPauseView[], { named }: Pick<Visit, 'named'>): Html {
  return html`${(['Halted', 'Closed', 'Expired'] as const).map((status) => {
    const those = pauses.filter((one) => one.status === status);
    const [only, ...others] = those;
    if (only === undefined) return null;
    const reason =
      others.length === 0 ? why(only, named('instrument_id', only.instrument_id)) : whyAll(status, those, named);
    return html`<p class="pause">${reason} Orders there wait: they can be cancelled, and not changed.</p>\n`;
  })}`;
}

/** By their names as far as one takes them in; each order says it besides. */
function whyAll(status: PauseView['status'], those: readonly InstrumentPauseView[], named: Visit['named']): Html {
  const shown = those.slice(0, NAMED_MAX).map(({ instrument_id: id }) => named('instrument_id', id));
  const all = those.length > shown.length ? [...shown, `${those.length - shown.length} more`] : shown;
  const names = `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}`;
  const first = those.flatMap(({ opens_at: opens }) => (opens === null ? [] : [opens])).sort()[0];
  if (status === 'Expired') return html`${names} have expired.`;
  if (status === 'Halted') return html`Trading in ${names} is halted.`;
  return html`The markets of ${names} are closed${first !== undefined && html`; the first opens ${toTheMinute(first)}`}.`;
}

const later = ({ status, opens_at: opens }: PauseView): string =>
  status === 'Halted'
    ? ' Send it when trading is resumed.'
    : status === 'Closed' && opens !== null
      ? ' Send it then.'
      : '';

/** Before an order is sent: what would become of it. */
export const sentNow = (pause: PauseView | null, symbol: string): Html | null =>
  pause &&
  html`<p class="pause">${why(pause, symbol)} An order that is sent now is refused, and nothing is ordered.${later(pause)}</p>\n`;

/** At an order that works: what it does meanwhile, and what can be done with it. */
export const waitsNow = (pause: PauseView | null, symbol: string): Html | null =>
  pause &&
  html`<p class="pause">${why(pause, symbol)} Nothing of this order trades meanwhile. It can be cancelled now, and not changed.</p>\n`;
