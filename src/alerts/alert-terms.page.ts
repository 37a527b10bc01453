import { formatPrice } from '../money/price-text.js';
import { type Html, html } from '../pages/html.js';
import { toDigits, toInstrumentFormat } from '../pages/number-format.js';
import type { PageContext } from '../pages/page.js';
import { directionNames, sideNames } from './alert-form.page.js';
import type { AlertView, ListedAlertView } from './alert.view.js';

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
