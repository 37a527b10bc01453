import { type Html, html } from '../pages/html.js';
import type { DeskMarketView } from './desk-market.view.js';

/**
 * A market order in two presses. The first fills in the ticket of the page, whose own button is the second: it says what
 * it sends, below the preview. A script fills it in where it stands, with the quantity that it has; without one it comes
 * with the page again, for one lot. What would be rejected is not offered.
 *
 * They stand above the ticket and, on narrow screens, below the quotes. `id` is for a script to renew them.
 */
export const renderQuickOrders = (view: DeskMarketView, id: string, path: string): Html =>
  html`<p class="quick" id="${id}">${canTradeNow(view) && html`${renderLink(path, 'Buy')} ${renderLink(path, 'Sell')}`}</p>`;

/** The page with its account and interval. */
function renderLink(path: string, side: 'Buy' | 'Sell'): Html {
  const { searchParams } = new URL(path, 'http://here');
  for (const name of [
    'price',
    'limit_price',
    'stop_price',
    'time_in_force',
    'expire_date',
    'post_only',
    'client_order_id',
    'unsent',
  ])
    searchParams.delete(name);
  for (const [name, value] of Object.entries({ action_type: 'MarketOrderSub', side, quantity: '1' }))
    searchParams.set(name, value);
  return html`<a class="button ${side.toLowerCase()}" href="?${String(searchParams)}#ticket">${side} market</a>`;
}

/** What has expired has no ticket, and a user needs an account for one. */
export const hasTicket = ({ instrument, ticket }: DeskMarketView): boolean =>
  instrument.status !== 'Expired' && (ticket.accounts.length > 0 || ticket.has_more_accounts);

export const canTradeNow = (view: DeskMarketView): boolean =>
  hasTicket(view) && (view.ticket.instrument?.pause ?? null) === null;
