import { renderAccountField } from '../../pages/account-field.page.js';
import { toFormState, type FormState, renderInputField, emptyForm, renderFormHead } from '../../pages/fields.page.js';
import { type Html, html } from '../../pages/html.js';
import { toDigits } from '../../pages/number-format.js';
import type { PageContent, FormErrorPage, PageContext } from '../../pages/page.js';
import { renderNumber } from '../../pages/table.page.js';
import { STYLES } from '../../accounts/exchange-lists.page.js';
import { parseId } from '../../http/wire-values.js';
import { renderBreakField, renderWayToBreak, toBreakQuery } from '../upload/upload-origin.page.js';
import type { ReferenceDraftView } from './reference-positions.view.js';

type FormText = Readonly<Record<string, string>>;

/** The form as it was sent. */
export type MoreRowsView = Readonly<{ values: FormText }>;

/** The least number of rows, and of empty ones at the end: few, so that the button below them stays on the screen. */
const ROWS_MIN = 5;
const EMPTY_ROWS = 2;
const ROWS_MAX = 200;

/** The form for a list of reference positions, empty or prefilled with an earlier list. */
export function referenceFormPage(
  { acct_id: acctId, as_of: asOf, position, reason, change, rows }: ReferenceDraftView,
  context: PageContext,
): PageContent {
  const typed = position.flatMap((one, at) => [
    [`row.${at}.instrument`, context.getName('instrument_id', one.instrument_id)],
    [`row.${at}.quantity`, String(one.quantity)],
    [`row.${at}.price`, toDigits(one.price) ?? ''],
  ]);
  const values: FormText = {
    ...(Object.fromEntries(typed) as FormText),
    acct_id: acctId === null ? '' : String(acctId),
    as_of: asOf ?? '',
  };
  return renderReferenceFormPage(
    { ...emptyForm, values },
    {
      rows: Math.min(ROWS_MAX, Math.max(rows ?? 0, ROWS_MIN, position.length + EMPTY_ROWS)),
      reason,
      changed: change && renderChangedLine(change, context),
    },
    context,
  );
}

/** The form with the submitted values and the errors. Errors of single rows are shown in the preview. */
export const rejectedReferenceFormPage: FormErrorPage = (problem, sent, context) => {
  return renderReferenceFormPage(
    toFormState(problem, sent),
    { rows: countRows(sent), reason: null, changed: null },
    context,
  );
};

/** The form with the submitted values, and twice as many rows. */
export const moreRowsPage = ({ values }: MoreRowsView, context: PageContext): PageContent =>
  renderReferenceFormPage(
    { ...emptyForm, values },
    { rows: Math.min(ROWS_MAX, 2 * countRows(values)), reason: null, changed: null },
    context,
  );

const countRows = (sent: FormText): number =>
  1 + Object.keys(sent).reduce((most, name) => Math.max(most, Number(/^row\.(\d{1,3})\./.exec(name)?.[1] ?? 0)), 0);

function renderReferenceFormPage(
  form: FormState,
  { rows, reason, changed }: Readonly<{ rows: number; reason: string | null; changed: Html | null }>,
  context: PageContext,
): PageContent {
  const { values } = form;
  const asked = values['break_id'] ?? new URL(context.path, 'http://here').searchParams.get('break_id');
  const origin = { break_id: parseId(asked) };
  return {
    title: 'Post reference positions',
    styles: STYLES,
    scripts: ['entry-rows.js'],
    body: html`<article class="listing account-page">
<p class="back">${renderWayToBreak(origin) || html`<a href="/refpositions">Back to reference positions</a>`}</p>
<h1>Post reference positions</h1>
<p class="lead">${reason ?? 'The complete positions of an account at the close of a date. Omitted instruments are flat. You see a preview before anything changes.'}</p>
${changed}
<form method="post" action="/accounts/statements/rows">
${renderFormHead(form, context)}${renderBreakField(origin)}
<div class="inline">
${renderAccountField(form, context)}
${renderInputField({ name: 'as_of', label: 'Date', type: 'date', hint: 'Not later than today' }, form)}
</div>
<section class="scroll" tabindex="0" aria-label="Positions">
<table class="rows entry">
<thead><tr><th scope="col">Instrument</th><th scope="col">Quantity</th><th scope="col">Price</th></tr></thead>
<tbody>
${Array.from({ length: rows }, (_, at) => renderRow(at, values))}</tbody>
</table>
</section>
<p class="hint">Instrument: symbol or number. Quantity: negative for short positions. Price: the valuation price at that close.</p>
<p class="actions"><button type="submit" class="primary">Preview changes</button> ${rows < ROWS_MAX && html`<button type="submit" data-more-rows formaction="/accounts/statements/rows/more" formnovalidate>Add rows</button>`} <a class="button" href="/accounts/statements/upload?kind=positions${toBreakQuery(origin)}">Upload a table instead</a></p>
</form>
</article>`,
  };
}

/** The changed instrument. Shown above the form, because it is hard to find among many rows, and missing if it becomes flat. */
function renderChangedLine(
  { instrument_id: id, before, quantity }: NonNullable<ReferenceDraftView['change']>,
  { getName }: PageContext,
): Html {
  return html`<p class="changed"><strong>${getName('instrument_id', id)}</strong>: <span class="figure"><span class="was">${renderNumber(before)}</span><span class="arrow" aria-hidden="true">→</span><span class="hidden"> becomes </span><strong>${renderNumber(quantity)}</strong></span>${quantity === 0 && ', flat: the list omits it'}. All other rows are unchanged.</p>`;
}

function renderRow(at: number, values: FormText): Html {
  const renderCell = (name: string, label: string, mode: string): Html =>
    html`<td><input type="text" name="row.${at}.${name}" value="${values[`row.${at}.${name}`] ?? ''}" aria-label="${label}, row ${at + 1}" autocomplete="off"${mode !== '' && html` inputmode="${mode}"`}></td>`;
  return html`<tr>${renderCell('instrument', 'Instrument', '')}${renderCell('quantity', 'Quantity', 'numeric')}${renderCell('price', 'Price', 'decimal')}</tr>\n`;
}
