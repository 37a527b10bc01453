import { quoteReason } from '../engine/status-reason.js';
import { type Html, html } from '../pages/html.js';
import { renderTimestampToMinute } from '../pages/timestamp.page.js';
import type { PageContext } from '../pages/page.js';
import type { InstrumentPauseView, PauseView } from './order.view.js';

/** Why nothing trades, and since when it will again. */
function describePause({ status, opens_at: opensAt, reason }: PauseView, symbol: string): Html {
  if (status === 'Expired') return html`${symbol} has expired and is no longer traded.`;
  if (status === 'Halted') return html`Trading in ${symbol} is halted${quoteReason(reason)}`;
  return html`The market of ${symbol} is closed${opensAt !== null && html` and opens ${renderTimestampToMinute(opensAt)}`}${quoteReason(reason)}`;
}

/** In a list of orders, in a word. */
export const pauseLabels: Readonly<Record<PauseView['status'], string>> = {
  Halted: 'halted',
  Closed: 'closed',
  Expired: 'expired',
};

const NAMED_MAX = 4;

/** Above a list of orders: one sentence for all that are halted, and one for all that are closed. */
export function renderPauses(pauses: readonly InstrumentPauseView[], { getName }: Pick<PageContext, 'getName'>): Html {
  return html`${(['Halted', 'Closed', 'Expired'] as const).map((status) => {
    const matchingPauses = pauses.filter((one) => one.status === status);
    const [only, ...others] = matchingPauses;
    if (only === undefined) return null;
    const reason =
      others.length === 0
        ? describePause(only, getName('instrument_id', only.instrument_id))
        : describePauses(status, matchingPauses, getName);
    return html`<p class="pause">${reason} Its orders can be canceled but not modified.</p>\n`;
  })}`;
}

/** By their names as far as one takes them in; each order says it besides. */
function describePauses(
  status: PauseView['status'],
  matchingPauses: readonly InstrumentPauseView[],
  named: PageContext['getName'],
): Html {
  const shown = matchingPauses.slice(0, NAMED_MAX).map(({ instrument_id: id }) => named('instrument_id', id));
  const shownNames =
    matchingPauses.length > shown.length ? [...shown, `${matchingPauses.length - shown.length} more`] : shown;
  const names = `${shownNames.slice(0, -1).join(', ')} and ${shownNames.at(-1) ?? ''}`;
  const first = matchingPauses.flatMap(({ opens_at: opensAt }) => (opensAt === null ? [] : [opensAt])).sort()[0];
  if (status === 'Expired') return html`${names} have expired.`;
  if (status === 'Halted') return html`Trading in ${names} is halted.`;
  return html`The markets of ${names} are closed${first !== undefined && html`; the first opens ${renderTimestampToMinute(first)}`}.`;
}

/** A closed market opens at a known time; a halt has no known end, and an expired instrument no further session. */
const describeResumption = ({ status, opens_at: opensAt }: PauseView): string =>
  status === 'Expired'
    ? ''
    : status === 'Closed' && opensAt !== null
      ? ' until the market opens'
      : ' until trading resumes';

/** Before an order is sent: what would become of it. */
export const renderSubmissionNotice = (pause: PauseView | null, symbol: string): Html | null =>
  pause &&
  html`<p class="pause">${describePause(pause, symbol)} Orders are rejected${describeResumption(pause)}.</p>\n`;

/** At an order that works: what it does meanwhile, and what can be done with it. */
export const renderOpenOrderNotice = (pause: PauseView | null, symbol: string): Html | null =>
  pause &&
  html`<p class="pause">${describePause(pause, symbol)} This order cannot trade or be modified meanwhile. It can be canceled.</p>\n`;
