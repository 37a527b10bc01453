import { renderBreakableEmail } from '../../pages/name-cells.page.js';
import { toFormState, type FormState, renderInputField, emptyForm, renderFormHead } from '../../pages/fields.page.js';
import { type Html, html } from '../../pages/html.js';
import { renderTimestamp } from '../../pages/timestamp.page.js';
import type { PageContent, FormErrorPage, PageContext } from '../../pages/page.js';
import { toInstrumentPrice } from '../../pages/number-format.js';
import { renderNumber, renderTable } from '../../pages/table.page.js';
import {
  describeAccountTerms,
  renderAccountName,
  renderSiblingLinks,
  listAccountSiblings,
  SCRIPTS,
  STYLES,
  renderUserName,
} from '../../accounts/exchange-lists.page.js';
import type { BreakSidesView } from './break-sides.view.js';
import { renderResolution } from './break-resolution.page.js';
import { renderAssignment } from './break-updates.page.js';
import { toBreakUrl, toListQuery, toListUrl } from './break-links.js';
import { describeAge, renderAssignee, renderClosing, renderDueDate, renderStatusBadge } from './breaks.page.js';

/** The page of a break: both sides next to each other, notes, ways to resolve it, and its history. */
export function breakPage(view: BreakSidesView, context: PageContext): PageContent {
  const {
    id,
    acct_id: acctId,
    instrument_id: instrumentId,
    as_of: asOf,
    internal,
    reference,
    difference,
    status,
  } = view;
  const { getName } = context;
  return {
    title: `Break ${id}`,
    styles: STYLES,
    scripts: SCRIPTS,
    body: html`<article class="listing account-page">
${renderWay(view, context.path)}
<h1>Break in ${getName('instrument_id', instrumentId)} at the close of <time datetime="${asOf}">${asOf}</time></h1>
${renderSiblingLinks(listAccountSiblings(acctId, context), context.path)}
<p class="lead">Break ${id} in ${getName('instrument_name', instrumentId)}, <a href="/accounts/${acctId}">${renderAccountName(acctId, context)}</a>, account ${acctId}${describeAccountTerms(acctId, context)}. ${renderStatusBadge(view)} ${status === 'Open' ? html`since ${renderTimestamp(view.opened_at)}, ${describeAge(view)}` : html`${renderTimestamp(view.closed_at ?? view.opened_at)}${renderClosing(view, context)}, ${describeAge(view)}`}</p>
<p>Assigned to ${renderAssignee(view, context)}, ${view.due_on === null ? 'without a due date' : html`due ${renderDueDate(view)}`}.</p>
${view.may_state && status === 'Open' && renderAssignment(id, view.assignees, context)}
<p class="verdict"><strong>${describeBreak(view, context)}</strong></p>
<div class="sides" id="sides" data-part="sides">
<section aria-labelledby="theirs"><h2 id="theirs">Back office</h2>
<p class="sum">${renderNumber(reference)}</p>
${renderReportedSide(view, context)}</section>
<section class="gap" aria-labelledby="gap"><h2 id="gap" class="hidden">Difference</h2><p class="sum${difference !== 0 && ' neg'}">${difference > 0 ? '+' : ''}${difference}</p></section>
<section aria-labelledby="ours"><h2 id="ours">Our books</h2>
<p class="sum">${renderNumber(internal)}</p>
${renderInternalSide(view)}</section>
</div>
${renderNotes(view, context)}
${status === 'Open' && renderResolution(view, context)}
${renderHistory(view, context)}
</article>`,
  };
}

/** A list is worked through from break to break, as it was filtered and sorted. */
function renderWay({ previous_id: previous, next_id: next }: BreakSidesView, path: string): Html {
  const list = toListQuery(path);
  const link = (id: number | null, label: string): Html | false =>
    id !== null && html` · <a href="${toBreakUrl(id, list)}">${label}</a>`;
  return html`<nav class="back" aria-label="Breaks"><a href="${toListUrl(list)}">Back to ${list === '' || list === '?status=Open' ? 'open breaks' : 'the list'}</a>${link(previous, 'Previous break')}${link(next, 'Next break')}</nav>`;
}

/** The difference as a sentence. */
function describeBreak(
  { status, resolution, difference, reference, internal, instrument_id: instrumentId, history }: BreakSidesView,
  { getName }: PageContext,
): string {
  const symbol = getName('instrument_id', instrumentId);
  if (status === 'Open')
    return `The back office has ${Math.abs(difference)} ${symbol} ${difference > 0 ? 'more' : 'fewer'} than our books: ${describePosition(reference)} there, ${describePosition(internal)} here.`;
  if (resolution === 'Accepted')
    return `The figure of the back office was accepted: ${describePosition(reference)} there, ${describePosition(internal)} here. No action needed.`;
  const last = history.findLast((step) => step.difference !== 0);
  const before =
    last === undefined
      ? ''
      : ` Before, the back office had ${Math.abs(last.difference)} ${last.difference > 0 ? 'more' : 'fewer'} (${describePosition(last.reference)} there, ${describePosition(last.internal)} here).`;
  const agreed = reference === 0 ? `no position in ${symbol}` : `${describePosition(reference)} ${symbol}`;
  return `Both sides agree: ${agreed}. No action needed.${before}`;
}

const describePosition = (quantity: number): string =>
  quantity === 0 ? 'none' : quantity < 0 ? `${-quantity} short` : `${quantity} long`;

/** The notes on the break, with a form for users who may post statements of the account. */
function renderNotes({ id, status, notes, may_state: mayPostStatements }: BreakSidesView, context: PageContext): Html {
  return html`<section class="reasons" aria-labelledby="reasons">
<h2 id="reasons">Notes</h2>
${
  notes.length === 0
    ? html`<p class="none">${status === 'Open' ? 'No notes yet.' : 'Resolved without a note.'}</p>`
    : html`<ol class="notes">${notes.map((note) => html`<li><p>${note.text}</p><p class="hint">${renderUserName(note.user_id, context)}, ${renderTimestamp(note.at)}${note.list_id !== null && html`, with <a href="/refpositions/${note.list_id}">list ${note.list_id}</a>`}</p></li>`)}</ol>`
}
${mayPostStatements && renderNoteForm(id, emptyForm, context)}
</section>`;
}

const renderNoteForm = (
  id: number | string,
  form: FormState,
  context: PageContext,
): Html => html`<form class="note" method="post" action="/reconciliation/breaks/${id}/notes/new">
${renderFormHead(form, context)}<input type="hidden" name="list" value="${form.values['list'] ?? toListQuery(context.path)}">
${renderInputField({ name: 'text', label: 'Note', hint: 'The reason for the difference, or the action taken. One line, saved with your name and the time.' }, form)}
<p class="actions"><button type="submit">Add note</button></p>
</form>`;

/** The form with the submitted values and the errors. */
export const rejectedNotePage: FormErrorPage = (problem, sent, context) => {
  const id = /\/breaks\/(\d+)/.exec(context.path)?.[1] ?? '';
  return {
    title: `Note on break ${id}`,
    styles: STYLES,
    body: html`<article class="listing account-page">
<p class="back"><a href="${toBreakUrl(id, sent['list'] ?? '')}">Back to break ${id}</a></p>
<h1>Note on break ${id}</h1>
${renderNoteForm(id, toFormState(problem, sent), context)}
</article>`,
  };
};

const stepWords = { Opened: 'Opened', Changed: 'Changed', Closed: 'Resolved', Accepted: 'Accepted' } as const;

/** The changes of the break, with the list, if there was one, and the user of each. */
function renderHistory({ history }: BreakSidesView, context: PageContext): Html {
  return html`<h2>History</h2>
${renderTable(
  'History',
  history,
  [
    { title: 'Time', cell: ({ at }) => renderTimestamp(at) },
    { title: 'Change', cell: ({ happened }) => html`${stepWords[happened]}` },
    {
      title: 'By',
      cell: ({ list_id: list, user_id: userId }) =>
        html`<span class="who">${list !== null && html`<a href="/refpositions/${list}">list ${list}</a>, posted by `}${userId === null ? 'the system' : renderBreakableEmail(renderUserName(userId, context))}</span>`,
    },
    { title: 'Back office', count: ({ reference }) => reference },
    { title: 'Our books', count: ({ internal }) => internal },
    { title: 'Difference', difference: ({ difference }) => difference },
  ],
  { areCards: true },
)}`;
}

function renderReportedSide(
  { list, as_of: asOf, instrument_id: instrumentId }: BreakSidesView,
  context: PageContext,
): Html {
  if (list === null) return html`<p>There is no list of ${asOf} any more.</p>`;
  const price =
    list.price === null
      ? html`The list omits the instrument, so the position is flat.`
      : html`Valued at <span class="figure">${renderNumber(toInstrumentPrice(context, instrumentId, list.price))}</span>.`;
  return html`<p><a href="/refpositions/${list.id}">List ${list.id}</a>, posted ${renderTimestamp(list.posted_at)}. ${price}</p>`;
}

/** The components of the books: the previous list, and each session since. */
function renderInternalSide({
  list_before: before,
  traded,
  internal,
  acct_id: acctId,
  instrument_id: instrumentId,
}: BreakSidesView): Html {
  const first =
    before === null ? html`no previous list` : html`<a href="/refpositions/${before.id}">list of ${before.as_of}</a>`;
  const rows = [
    { what: first, quantity: before?.quantity ?? 0 },
    ...traded.map(({ session_date: date, trades, quantity }) => ({
      what: html`<a href="/fills?acct_id=${acctId}&instrument_id=${instrumentId}&session_date=${date}">${trades === 1 ? '1 trade' : `${trades} trades`} of ${date}</a>`,
      quantity,
    })),
  ];
  const sum = rows.reduce((all, { quantity }) => all + quantity, 0);
  return html`${renderTable('Components of the books', rows, [
    { title: 'Source', cell: ({ what }) => what },
    { title: 'Quantity', figure: ({ quantity }) => quantity },
  ])}
${sum !== internal && html`<p class="hint">The components add up to ${sum}: positions were posted or traded since the comparison. The next list is compared again.</p>`}`;
}
