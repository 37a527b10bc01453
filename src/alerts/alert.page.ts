import { renderMarketNavigation } from '../marketdata/market-pages.page.js';
import { renderFacts } from '../pages/facts.page.js';
import { type Html, html } from '../pages/html.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { renderTimestamp } from '../pages/timestamp.page.js';
import type { ListedAlertView, AlertView } from './alert.view.js';
import { formatPrice } from '../money/price-text.js';
import { toDigits, toInstrumentFormat } from '../pages/number-format.js';
import { directionNames, sideNames } from './alert-form.page.js';

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

/** What the alert waits for, in one line. */
export function renderTerms(alert: ListedAlertView, context: PageContext): Html {
  const { kind, instrument_id: id, side, direction, price } = alert;
  const instrument = id === null ? null : html`<a href="/desk/${id}">${context.getName('instrument_id', id)}</a>`;
  if (kind === 'Price' && side !== null && direction !== null && id !== null)
    return html`${instrument} ${sideNames[side]} ${directionNames[direction]} ${renderPrice(id, price, context)}`;
  return html`Fill ${instrument !== null && html`in ${instrument} `}on ${describeAccount(alert, context)}`;
}

/** Without the name of an account that the user can no longer see. */
function describeAccount(
  { acct_id: acctId, can_see_account: canSee }: ListedAlertView,
  { getName }: PageContext,
): string {
  if (acctId === null) return 'any account';
  return canSee ? getName('acct_id', acctId) : 'an account that you can no longer see';
}

/** The price that triggered it last, with the instrument where the alert does not name it. */
export function renderTriggerPrice(alert: AlertView, context: PageContext): Html {
  const { kind, triggered_instrument_id: id, triggered_price: price } = alert;
  if (id === null) return html``;
  const figure = renderPrice(id, price, context);
  return kind === 'Price' ? figure : html`${context.getName('instrument_id', id)} ${figure}`;
}

const renderPrice = (id: number, price: AlertView['price'], context: PageContext): Html =>
  html`<span class="figure">${formatPrice(toDigits(price), toInstrumentFormat(context, id).decimals)}</span>`;
