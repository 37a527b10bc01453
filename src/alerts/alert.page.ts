import { renderMarketNavigation } from '../marketdata/market-pages.page.js';
import { formatPrice } from '../money/price-text.js';
import { renderFacts } from '../pages/facts.page.js';
import { type Html, html } from '../pages/html.js';
import { toDigits, toInstrumentFormat } from '../pages/number-format.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { renderTimestamp } from '../pages/timestamp.page.js';
import { directionNames, sideNames } from './alert-form.page.js';
import type { AlertView } from './alert.view.js';

/** One alert in words. It is canceled and deleted in the list. */
export function alertPage(alert: AlertView, context: PageContext): PageContent {
  const { id, kind, instrument_id: instrumentId, acct_id: acctId } = alert;
  const symbol = instrumentId === null ? null : context.getName('instrument_id', instrumentId);
  const title = `${kind} alert ${symbol === null ? id : `on ${symbol}`}`;
  return {
    title,
    body: html`<article class="listing alerts">
<p class="back"><a href="/alerts">All alerts</a></p>
<h1>${title}</h1>
${renderMarketNavigation(context.path)}
${renderFacts([
  ['Instrument', instrumentId === null ? 'any' : html`<a href="/desk/${instrumentId}">${symbol}</a>`],
  ['Triggers at', renderCondition(alert, context)],
  [
    'Account',
    kind === 'Price'
      ? null
      : acctId === null
        ? 'any'
        : html`<a href="/accounts/${acctId}">${context.getName('acct_id', acctId)}</a>`,
  ],
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

const renderPrice = (id: number, price: AlertView['price'], context: PageContext): Html =>
  html`<span class="figure">${formatPrice(toDigits(price), toInstrumentFormat(context, id).decimals)}</span>`;

function renderCondition(alert: AlertView, context: PageContext): Html | null {
  const { instrument_id: id, side, direction, price } = alert;
  if (id === null || side === null || direction === null) return null;
  return html`${sideNames[side]} ${directionNames[direction]} ${renderPrice(id, price, context)}`;
}

function renderLastTrigger(alert: AlertView, context: PageContext): Html | null {
  const { triggered_at: at, triggered_price: price, triggered_instrument_id: id } = alert;
  if (at === null) return null;
  return html`${renderTimestamp(at)}${id !== null && html` at ${renderPrice(id, price, context)}`}`;
}
