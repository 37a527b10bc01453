import { renderFormToken } from '../../pages/fields.page.js';
import { type Html, html } from '../../pages/html.js';
import type { PageContent, PageContext } from '../../pages/page.js';
import type { MassCancellationFormView } from './order-forms.view.js';

/** Many orders are canceled at once, irrevocably, so the user first selects them and sees their number. */
export function massCancellationFormPage(view: MassCancellationFormView, context: PageContext): PageContent {
  return {
    title: 'Cancel orders?',
    styles: ['ticket.css'],
    body: html`<article class="ticket-page">
<p class="back"><a href="/orders">All orders</a></p>
<h1>Cancel orders?</h1>
${view.accounts.length === 0 ? html`<p class="empty">There are no open orders to cancel.</p>` : renderForm(view, context)}
</article>`,
  };
}

/** One order is not these orders. */
function describeOrderCount([only, ...others]: MassCancellationFormView['accounts'], ordersText: string): string {
  if (only === undefined || others.length > 0) return `the open ${ordersText}`;
  return only.open === 1 ? `this one ${ordersText.replace('orders', 'order')}` : `these ${only.open} ${ordersText}`;
}

function renderForm(
  { accounts, instrument_id: instrumentId, side, chosen }: MassCancellationFormView,
  context: PageContext,
): Html {
  const ordersText = `${side === null ? 'orders' : side === 'Buy' ? 'orders to buy' : 'orders to sell'}${instrumentId === null ? '' : ` in ${context.getName('instrument_id', instrumentId)}`}`;
  return html`<p class="lead">All open ${ordersText} of the account are canceled. Fills so far remain. Canceled orders cannot be restored.</p>
<form method="post" action="/orders/ticket" class="ticket">
${renderFormToken(context)}
<input type="hidden" name="action_type" value="MassCancellation">
${instrumentId !== null && html`<input type="hidden" name="instrument_id" value="${instrumentId}">`}
${side !== null && html`<input type="hidden" name="side" value="${side}">`}
<fieldset class="which"><legend>Account</legend>
${accounts.map(({ acct_id: id, open }) => html`<div class="choice"><input type="radio" id="acct-${id}" name="acct_id" value="${id}" required${(id === chosen || accounts.length === 1) && ' checked'}><label for="acct-${id}">${context.getName('acct_id', id)} <span class="optional">account ${id}: ${open} open</span></label></div>`)}
</fieldset>
<p class="actions"><button type="submit" class="danger">Cancel ${describeOrderCount(accounts, ordersText)}</button> <a class="button" href="/orders">Keep orders</a></p>
</form>`;
}
