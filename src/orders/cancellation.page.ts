import { ownForm } from '../http/fields.page.js';
import { type Html, html } from '../http/html.js';
import type { PageContent, Visit } from '../http/page.js';
import type { CancellationView } from './cancellation.view.js';

/** Many orders go at once and do not come back, so somebody says first which, and sees how many. */
export function cancellationPage(view: CancellationView, visit: Visit): PageContent {
  return {
    title: 'Cancel many orders?',
    styles: ['orders.css'],
    body: html`<article class="ticket-page">
<p class="back"><a href="/orders">All orders</a></p>
<h1>Cancel many orders?</h1>
${view.accounts.length === 0 ? html`<p class="empty">Nothing is open there, so there is nothing to cancel.</p>` : form(view, visit)}
</article>`,
  };
}

/** One order is not these orders. */
function countWords([only, ...others]: CancellationView['accounts'], what: string): string {
  if (only === undefined || others.length > 0) return `the open ${what}`;
  return only.open === 1 ? `this one ${what.replace('orders', 'order')}` : `these ${only.open} ${what}`;
}

function form({ accounts, instrument_id: instrumentId, side, chosen }: CancellationView, visit: Visit): Html {
  const what = `${side === null ? 'orders' : side === 'Buy' ? 'orders to buy' : 'orders to sell'}${instrumentId === null ? '' : ` in ${visit.named('instrument_id', instrumentId)}`}`;
  return html`<p class="lead">All open ${what} of the account are cancelled at once. What they have bought or sold so far stays; what is open does not come back.</p>
<form method="post" action="/orderactions" class="ticket">
${ownForm(visit)}
<input type="hidden" name="action_type" value="MassCancellation">
${instrumentId !== null && html`<input type="hidden" name="instrument_id" value="${instrumentId}">`}
${side !== null && html`<input type="hidden" name="side" value="${side}">`}
<fieldset class="which"><legend>Account</legend>
${accounts.map(({ acct_id: id, open }) => html`<div class="choice"><input type="radio" id="acct-${id}" name="acct_id" value="${id}" required${(id === chosen || accounts.length === 1) && ' checked'}><label for="acct-${id}">${visit.named('acct_id', id)} <span class="optional">account ${id}: ${open} open</span></label></div>`)}
</fieldset>
<p class="actions"><button type="submit" class="danger">Cancel ${countWords(accounts, what)}</button> <a class="button" href="/orders">Keep them</a></p>
</form>`;
}
