import { type Html, html } from '../pages/html.js';
import type { DeskMarketView } from './desk-market.view.js';

/**
 * A market order in two presses. The first leads to the ticket, filled in, whose own button is the second: it says what
 * it sends, below the preview. A script fills in the ticket of this page, with the quantity that it has; without one it
 * is the page of the ticket, for one lot. What would be rejected is not offered.
 *
 * They stand above the ticket and, on narrow screens, below the quotes. `id` is for a script to renew them.
 */
export const renderQuickOrders = (view: DeskMarketView, id: string): Html =>
  html`<p class="quick" id="${id}">${canTradeNow(view) && html`${renderLink(view, 'Buy')} ${renderLink(view, 'Sell')}`}</p>`;

function renderLink({ instrument, ticket: { accounts, values } }: DeskMarketView, side: 'Buy' | 'Sell'): Html {
  const order = new URLSearchParams({
    instrument_id: String(instrument.id),
    acct_id: values['acct_id'] ?? String(accounts[0]?.id ?? ''),
    action_type: 'MarketOrderSub',
    side,
    quantity: '1',
  });
  if (order.get('acct_id') === '') order.delete('acct_id');
  return html`<a class="button ${side.toLowerCase()}" href="/orders/new?${String(order)}">${side} market</a>`;
}

/** What has expired has no ticket, and a user needs an account for one. */
export const hasTicket = ({ instrument, ticket }: DeskMarketView): boolean =>
  instrument.status !== 'Expired' && (ticket.accounts.length > 0 || ticket.has_more_accounts);

export const canTradeNow = (view: DeskMarketView): boolean =>
  hasTicket(view) && (view.ticket.instrument?.pause ?? null) === null;
