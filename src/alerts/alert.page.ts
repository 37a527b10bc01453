import { renderMarketNavigation } from '../marketdata/market-pages.page.js';
import { renderFacts } from '../pages/facts.page.js';
import { type Html, html } from '../pages/html.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { renderTimestamp } from '../pages/timestamp.page.js';
import { renderTerms, renderTriggerPrice } from './alert-terms.page.js';
import type { ListedAlertView } from './alert.view.js';

/** One alert in words. It is canceled and deleted in the list. */
export function alertPage(alert: ListedAlertView, context: PageContext): PageContent {
  const { id, kind, instrument_id: instrumentId } = alert;
  const title = `${kind} alert ${instrumentId === null ? id : `on ${context.getName('instrument_id', instrumentId)}`}`;
  return {
    title,
    body: html`<article class="listing alerts">
<p class="back"><a href="/alerts">All alerts</a></p>
<h1>${title}</h1>
${renderMarketNavigation(context.path)}
${renderFacts([
  ['Waits for', renderTerms(alert, context)],
  ['Repeats', alert.repeat ? 'yes' : 'no'],
  ['Note', alert.note],
  ['State', alert.state === 'Cancelled' ? 'Canceled' : alert.state],
  ['Reason', alert.reason],
  ['Last triggered', renderLastTrigger(alert, context)],
  ['Times triggered', String(alert.triggers)],
  ['Created', renderTimestamp(alert.created_at)],
])}
</article>`,
  };
}

function renderLastTrigger(alert: ListedAlertView, context: PageContext): Html | null {
  const { triggered_at: at, triggered_instrument_id: id } = alert;
  if (at === null) return null;
  return html`${renderTimestamp(at)}${id !== null && html` at ${renderTriggerPrice(alert, context)}`}`;
}
