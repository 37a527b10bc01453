import { renderAccountField } from '../../http/account-field.page.js';
import {
  toFormState,
  type FormState,
  renderInputField,
  emptyForm,
  renderFormToken,
  renderFormError,
} from '../../http/fields.page.js';
import { type Html, html } from '../../http/html.js';
import { toDigits } from '../../http/number-format.js';
import type { PageContent, FormErrorPage, PageContext } from '../../http/page.js';
import { renderNumber } from '../../http/table.page.js';
import { STYLES } from '../exchange-lists.page.js';
import type { ReferenceDraftView } from './reference-draft.view.js';

type FormText = Readonly<Record<string, string>>;

/** So many empty rows stand at the end, at least. */
const EMPTY_ROWS = 10;
const ROWS_MAX = 200;

/** A list of reference positions to type, or to change: what was stated before stands in it already. */
export function referenceFormPage(
  { acct_id: acctId, as_of: asOf, position, reason, change, rows }: ReferenceDraftView,
  visit: PageContext,
): PageContent {
  const typed = position.flatMap((one, at) => [
    [`row.${at}.instrument`, visit.getName('instrument_id', one.instrument_id)],
    [`row.${at}.quantity`, String(one.quantity)],
    [`row.${at}.price`, toDigits(one.price) ?? ''],
  ]);
  const values: FormText = {
    ...(Object.fromEntries(typed) as FormText),
    acct_id: acctId === null ? '' : String(acctId),
    as_of: asOf ?? '',
  };
  return formPage(
    { ...emptyForm, values },
    {
      rows: Math.min(ROWS_MAX, Math.max(rows ?? 0, position.length + EMPTY_ROWS)),
      reason,
      changed: change && changedLine(change, visit),
    },
    visit,
  );
}

/** The form again, with what is wrong in it. What is wrong with its rows shows only beside what they would change. */
export const refusedRowsPage: FormErrorPage = (problem, sent, visit) => {
  const last = Object.keys(sent).reduce(
    (most, name) => Math.max(most, Number(/^row\.(\d+)\./.exec(name)?.[1] ?? 0)),
    0,
  );
  return formPage(toFormState(problem, sent), { rows: last + 1, reason: null, changed: null }, visit);
};

function formPage(
  form: FormState,
  { rows, reason, changed }: Readonly<{ rows: number; reason: string | null; changed: Html | null }>,
  visit: PageContext,
): PageContent {
  const { values } = form;
  return {
    title: 'State reference positions',
    styles: STYLES,
    body: html`<article class="listing account-page">
<p class="back"><a href="/refpositions">Back to the lists</a></p>
<h1>State reference positions</h1>
<p class="lead">${reason ?? 'The complete list of what an account holds at the close of a date: what is left out is flat. You are shown what would change before anything does.'}</p>
${changed}
<form method="post" action="/accounts/statements/rows">
${renderFormToken(visit)}
${renderFormError(form)}
<div class="inline">
${renderAccountField(form, visit)}
${renderInputField({ name: 'as_of', label: 'Close of', type: 'date', hint: 'Not later than today' }, form)}
</div>
<section class="scroll" tabindex="0" aria-label="Positions">
<table class="rows entry">
<thead><tr><th scope="col">Instrument</th><th scope="col">Quantity</th><th scope="col">Price</th></tr></thead>
<tbody>
${Array.from({ length: rows }, (_, at) => rowOf(at, values))}</tbody>
</table>
</section>
<p class="hint">By symbol or number. Negative where it was sold. The price is the one at which it is valued at that close.</p>
<p class="actions"><button type="submit" class="primary">Show what would change</button> ${rows < ROWS_MAX && html`<a class="button" href="${more(visit.path, rows)}">Begin anew with more rows</a>`} <a class="button" href="/accounts/statements/upload?kind=positions">Upload a table instead</a></p>
</form>
</article>`,
  };
}

/** The line that the list is opened for: it would else have to be found among all of them, or is not there because nothing is held any more. */
function changedLine(
  { instrument_id: id, before, quantity }: NonNullable<ReferenceDraftView['change']>,
  { getName }: PageContext,
): Html {
  return html`<p class="changed"><strong>${getName('instrument_id', id)}</strong>: <span class="figure"><span class="was">${renderNumber(before)}</span><span class="arrow" aria-hidden="true">→</span><span class="hidden"> becomes </span><strong>${renderNumber(quantity)}</strong></span>${quantity === 0 && ', which is flat: the list leaves it out'}. Every other line stays as it was.</p>`;
}

function rowOf(at: number, values: FormText): Html {
  const cell = (name: string, label: string, mode: string): Html =>
    html`<td><input type="text" name="row.${at}.${name}" value="${values[`row.${at}.${name}`] ?? ''}" aria-label="${label}, row ${at + 1}" autocomplete="off"${mode !== '' && html` inputmode="${mode}"`}></td>`;
  return html`<tr>${cell('instrument', 'Instrument', '')}${cell('quantity', 'Quantity', 'numeric')}${cell('price', 'Price', 'decimal')}</tr>\n`;
}

function more(path: string, rows: number): string {
  const { pathname, searchParams } = new URL(path, 'http://here');
  searchParams.set('rows', String(Math.min(ROWS_MAX, rows * 2)));
  return `${pathname.startsWith('/refpositions') ? pathname : '/refpositions/new'}?${searchParams}`;
}
