import { toFormState, type FormState, emptyForm, renderFormToken, renderFormError } from '../../pages/fields.page.js';
import { type Html, html } from '../../pages/html.js';
import type { PageContent, FormErrorPage, PageContext } from '../../pages/page.js';
import { STYLES } from '../../accounts/exchange-lists.page.js';
import type { UploadChoiceView } from './upload.view.js';

/** The upload form: kind of table, file or text, and the expected columns. */
export const uploadFormPage = ({ kind, acct_id: acctId }: UploadChoiceView, context: PageContext): PageContent =>
  renderUploadFormPage(kind, acctId, { form: emptyForm, visit: context });

export const rejectedUploadPage: FormErrorPage = (problem, sent, context) =>
  renderUploadFormPage(sent['kind'] === 'money' ? 'money' : 'positions', null, {
    form: toFormState(problem, { ...sent, file: '' }),
    visit: context,
  });

type UploadKind = UploadChoiceView['kind'];

const titles: Readonly<Record<UploadKind, string>> = {
  money: 'Upload money values',
  positions: 'Upload reference positions',
};

function renderUploadFormPage(
  kind: UploadKind,
  acctId: number | null,
  { form, visit: context }: Readonly<{ form: FormState; visit: PageContext }>,
): PageContent {
  const about = acctId === null ? '' : `&acct_id=${acctId}`;
  const link = (to: UploadKind, label: string): Html =>
    html`<li><a href="/accounts/statements/upload?kind=${to}${about}"${to === kind && html` aria-current="page"`}>${label}</a></li>`;
  return {
    title: titles[kind],
    styles: STYLES,
    body: html`<article class="listing account-page">
<p class="back">${acctId === null ? html`<a href="/accounts">Back to accounts</a>` : html`<a href="/accounts/${acctId}">Back to account</a>`}</p>
<h1>${titles[kind]}</h1>
<nav class="siblings" aria-label="Kind of table"><ul>${link('positions', 'Reference positions')}${link('money', 'Money values')}</ul></nav>
<p class="lead">You see a preview before anything changes.</p>
<form method="post" action="/accounts/statements/upload" enctype="multipart/form-data">
${renderFormToken(context)}
<input type="hidden" name="kind" value="${kind}">
${renderFormError(form)}
<div class="field"><label for="file">CSV file</label>
<input id="file" name="file" type="file" accept=".csv,.txt,text/csv,text/plain,text/tab-separated-values" aria-describedby="file-hint"${form.fieldErrors['file'] !== undefined && html` aria-invalid="true"`}>
<p class="hint" id="file-hint">UTF-8, at most 1 MB and 5,000 lines. Separate cells with commas, semicolons or tabs.</p>
${form.fieldErrors['file'] !== undefined && html`<p class="fault">${form.fieldErrors['file']}.</p>`}
</div>
<div class="field"><label for="text">Or paste the table <span class="optional">(optional)</span></label>
<textarea id="text" name="text" rows="6" spellcheck="false" placeholder="${examples[kind](acctId ?? 7)}">\n${form.values['text'] ?? ''}</textarea></div>
<p class="actions"><button type="submit" class="primary">Preview changes</button></p>
</form>
<h2>Columns</h2>
${explained[kind]}
<pre><code>${examples[kind](acctId ?? 7)}</code></pre>
</article>`,
  };
}

const examples: Readonly<Record<UploadKind, (acctId: number) => string>> = {
  money: (acctId) => `acct_id,as_of,cash_balance,net_liq\n${acctId},2026-01-30,1000000,1000250.50`,
  positions: (acctId) => `acct_id,as_of,instrument,quantity,price\n${acctId},2026-01-30,ESZ26,-3,6712.25`,
};

const explained: Readonly<Record<UploadKind, Html>> = {
  money: html`<p>One line for each account and date. Earlier values of the same date are kept as earlier versions. You can upload CSV exports of this service unchanged.</p>`,
  positions: html`<p>One line for each instrument, by symbol or number. All lines of one account and date are the <strong>complete</strong> positions at that close: omitted instruments are flat. A line with only account and date is an account without positions.</p>`,
};
