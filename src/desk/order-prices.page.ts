import { formatPrice } from '../money/price-text.js';
import type { OrderView } from '../orders/order.view.js';
import { type Html, html } from '../pages/html.js';
import { toDigits } from '../pages/number-format.js';

/** The prices of an order show its type: the stop price that it waits for, and the limit that it has then. A script finds them by their field. */
export function renderOrderPrices({ limit_price: limit, stop_price: stop }: OrderView, decimals: number): Html {
  const renderPrice = (field: 'limit_price' | 'stop_price', price: number): Html =>
    html`<span data-price="${field}">${formatPrice(toDigits(price), decimals)}</span>`;
  return html`${stop !== null && html`stop ${renderPrice('stop_price', stop)}`}${stop !== null && limit !== null && html`, <br>`}${limit !== null && html`limit ${renderPrice('limit_price', limit)}`}${stop === null && limit === null && 'market'}`;
}
