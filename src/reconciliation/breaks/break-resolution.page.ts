import { renderFormToken } from '../../pages/fields.page.js';
import { type Html, html } from '../../pages/html.js';
import type { PageContext } from '../../pages/page.js';
import { renderNumber } from '../../pages/table.page.js';
import { renderAcceptance } from './break-updates.page.js';
import type { BreakSidesView } from './break-sides.view.js';

/** A list that is posted once more, with another quantity of the instrument of the break. */
type CorrectedList = Readonly<{ list: NonNullable<BreakSidesView['list']>; quantity: number; label: string }>;

/** Leads to the review of that list, where nothing is posted yet. */
const renderCorrection = (
  { id, acct_id: acctId, instrument_id: instrumentId }: BreakSidesView,
  { list, quantity, label }: CorrectedList,
  context: PageContext,
): Html => html`<form method="post" action="/accounts/statements/rows">
${renderFormToken(context)}<input type="hidden" name="acct_id" value="${acctId}"><input type="hidden" name="as_of" value="${list.as_of}"><input type="hidden" name="copy" value="${list.id}"><input type="hidden" name="instrument_id" value="${instrumentId}"><input type="hidden" name="quantity" value="${quantity}"><input type="hidden" name="break_id" value="${id}">
<p class="actions"><button type="submit" class="primary">${label}</button></p>
</form>`;

/** What may be done about an open break. */
export function renderResolution(view: BreakSidesView, context: PageContext): Html {
  const {
    acct_id: acctId,
    instrument_id: instrumentId,
    internal,
    list,
    list_before: before,
    difference,
    held_now: held,
    may_state: mayPostStatements,
  } = view;
  const symbol = context.getName('instrument_id', instrumentId);
  return html`<h2>Resolve this break</h2>
<p>Current position: <span class="figure">${renderNumber(held)}</span> ${symbol}, counted from the latest list of the back office and the trades since. The break stays open until a list agrees with the books${context.isAdministrator ? ', or its figure is accepted' : ''}.</p>
${
  !mayPostStatements
    ? html`<p>Only administrators can post lists. Tell your administrator which side is right.</p>`
    : html`<div class="choices">
${
  list !== null &&
  html`<section><h3>Our books are right</h3>
<p>Post the list of ${list.as_of} again with <strong class="figure">${renderNumber(internal)}</strong> ${symbol}. The break closes. If there is no later list, the position follows the books.</p>
${renderCorrection(view, { list, quantity: internal, label: 'Use our books' }, context)}</section>`
}
${
  before !== null &&
  html`<section><h3>The previous list was wrong</h3>
<p>Post the list of ${before.as_of} again with <strong class="figure">${renderNumber(before.quantity + difference)}</strong> instead of ${before.quantity}. With the trades since, the books then agree with the back office. The corrected list is compared with the books of its own date, too.</p>
${renderCorrection(view, { list: before, quantity: before.quantity + difference, label: 'Correct the previous list' }, context)}</section>`
}
${
  context.isAdministrator &&
  html`<section><h3>The back office is right</h3>
<p>Accept <strong class="figure">${renderNumber(view.reference)}</strong> ${symbol} for ${view.as_of}. The break closes with your note. Nothing is posted, and no position changes.</p>
${renderAcceptance(view.id, context)}</section>`
}
<section><h3>You have a corrected list</h3>
<p>Upload the list of the back office, or type it. The latest list of a date counts. If it agrees with the books, the break closes.</p>
<p class="actions"><a class="button" href="/accounts/statements/upload?kind=positions&acct_id=${acctId}&break_id=${view.id}">Upload a table</a>${list !== null && html` <a class="button" href="/refpositions/new?copy=${list.id}&break_id=${view.id}">Edit the list</a>`}</p></section>
</div>`
}`;
}
