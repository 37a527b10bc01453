import { renderFormToken, toFormState, type FormState, emptyForm, renderFormError } from '../../pages/fields.page.js';
import { type Html, html } from '../../pages/html.js';
import { renderTimestamp } from '../../pages/timestamp.page.js';
import type { PageContent, FormErrorPage, PageContext } from '../../pages/page.js';
import { renderExactMoney, renderMoney } from '../../pages/money.page.js';
import { renderTable } from '../../pages/table.page.js';
import { STYLES } from '../../accounts/exchange-lists.page.js';
import { renderAccountCell } from '../../pages/name-cells.page.js';
import { toSentence } from '../../errors/sentence.js';
import { parseId } from '../../http/wire-values.js';
import type { BreakChanges } from './break-changes.js';
import { renderFaultyLines } from './faulty-lines.page.js';
import { renderBreakField, renderWayToBreak, toBreakQuery } from './upload-origin.page.js';
import type { UploadView, UploadChoiceView } from './upload.view.js';
import { describeBreakChanges, renderUploadedList } from './uploaded-list.page.js';

/** The upload form: kind of table, file or text, and the expected columns. */
export const uploadFormPage = (choice: UploadChoiceView, context: PageContext): PageContent =>
  renderUploadFormPage(choice, { form: emptyForm, visit: context });

export const rejectedUploadPage: FormErrorPage = (problem, sent, context) =>
  renderUploadFormPage(
    {
      kind: sent['kind'] === 'money' ? 'money' : 'positions',
      acct_id: null,
      break_id: parseId(sent['break_id'] ?? ''),
    },
    { form: toFormState(problem, { ...sent, file: '' }), visit: context },
  );

type UploadKind = UploadChoiceView['kind'];

const titles: Readonly<Record<UploadKind, string>> = {
  money: 'Upload money values',
  positions: 'Upload reference positions',
};

function renderUploadFormPage(
  choice: UploadChoiceView,
  { form, visit: context }: Readonly<{ form: FormState; visit: PageContext }>,
): PageContent {
  const { kind, acct_id: acctId } = choice;
  const about = `${acctId === null ? '' : `&acct_id=${acctId}`}${toBreakQuery(choice)}`;
  const link = (to: UploadKind, label: string): Html =>
    html`<li><a href="/accounts/statements/upload?kind=${to}${about}"${to === kind && html` aria-current="page"`}>${label}</a></li>`;
  return {
    title: titles[kind],
    styles: STYLES,
    body: html`<article class="listing account-page">
<p class="back">${renderWayToBreak(choice) || (acctId === null ? html`<a href="/accounts">Back to accounts</a>` : html`<a href="/accounts/${acctId}">Back to account</a>`)}</p>
<h1>${titles[kind]}</h1>
<nav class="siblings" aria-label="Kind of table"><ul>${link('positions', 'Reference positions')}${link('money', 'Money values')}</ul></nav>
<p class="lead">For administrators; in the sandbox also for the owner of the account. You see a preview before anything changes.</p>
<form method="post" action="/accounts/statements/upload" enctype="multipart/form-data">
${renderFormToken(context)}
<input type="hidden" name="kind" value="${kind}">${renderBreakField(choice)}
${renderFormError(form)}
<div class="field"><label for="file">CSV file</label>
<input id="file" name="file" type="file" accept=".csv,.txt,text/csv,text/plain,text/tab-separated-values" aria-describedby="file-hint"${form.fieldErrors['file'] !== undefined && html` aria-invalid="true"`}>
<p class="hint" id="file-hint">UTF-8, at most 1 MB and 5,000 lines. Separate cells with commas, semicolons or tabs; with semicolons or tabs, decimals may have a comma, and thousands a dot before it: 6712,25 or 6.712,25. Dates: 2026-11-26 or 26.11.2026.</p>
${form.fieldErrors['file'] !== undefined && html`<p class="fault">${form.fieldErrors['file']}.</p>`}
</div>
<div class="field"><label for="text">Or paste the table <span class="optional">(optional)</span></label>
<textarea id="text" name="text" rows="6" spellcheck="false">\n${form.values['text'] ?? ''}</textarea></div>
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

type MoneyLine = UploadView['money'][number];

const what = { money: 'money values', positions: 'reference positions' } as const;

/** The preview of an uploaded table with its errors or changes; after the import, the results. */
export function uploadPage(view: UploadView, context: PageContext): PageContent {
  const { kind, file_name: name, faults, outcomes } = view;
  const title =
    outcomes !== null
      ? `Imported ${what[kind]}`
      : faults.length > 0
        ? `Fix the ${what[kind]}`
        : `Review the ${what[kind]}`;
  return {
    title,
    styles: STYLES,
    body: html`<article class="listing account-page">
<p class="back">${renderWayToBreak(view) || html`<a href="/accounts/statements/upload?kind=${kind}">Upload another table</a>`}</p>
<h1>${title}</h1>
<p>Source: <strong>${name === '' ? 'unnamed file' : name}</strong>, uploaded ${renderTimestamp(view.sent_at)}.</p>
${outcomes !== null ? renderResults(outcomes, view, context) : faults.length > 0 ? renderFaultyLines(view, context) : renderPreview(view, context)}
</article>`,
  };
}

/** The preview is outdated, or the table has errors. */
export const rejectedConfirmationPage: FormErrorPage = (problem, { break_id: breakId }, context) => ({
  title: 'Nothing was imported',
  styles: STYLES,
  body: html`<article class="listing account-page">
<h1>Nothing was imported</h1>
<p class="refusal" role="alert">${problem.errors?.map(({ message }) => toSentence(message)).join(' ') ?? problem.detail}</p>
<p class="actions"><a class="button primary" href="${context.path.replace(/\/lines$/, '')}${breakId !== undefined && `?break_id=${encodeURIComponent(breakId)}`}">Review again</a></p>
</article>`,
});

function renderPreview(view: UploadView, context: PageContext): Html {
  const { id, basis, money: values, lists } = view;
  const count = values.length + lists.length;
  const same = values.filter((value) => value.is_same).length;
  return html`<p class="message info" role="status">Nothing was imported yet. Review the changes and confirm.</p>
${values.length > 0 && renderMoneyTable(values, context)}
${lists.map((list) => renderUploadedList(list, context))}
<form class="confirm" method="post" action="/accounts/statements/uploads/${id}">
${renderFormToken(context)}<input type="hidden" name="basis" value="${basis}">${renderBreakField(view)}
<p><strong>${count === 1 ? 'One statement' : `${count} statements`}</strong>${same > 0 && `, ${same} of them unchanged`}${count > 1 && ', imported together or not at all'}.${renderAllBreakChanges(lists)}${renderWarnings(view)}</p>
${lists.some((list) => list.touches_breaks) && html`<div class="field"><label for="note">Note <span class="optional">(optional, added to the breaks that this import closes or changes)</span></label><input type="text" id="note" name="note" maxlength="500" autocomplete="off"></div>`}
<button type="submit" class="primary">${count === 1 ? 'Import' : `Import all ${count}`}</button>
<a class="button" href="${view.break_id === null ? `/accounts/statements/upload?kind=${view.kind}` : `/reconciliation/breaks/${view.break_id}`}">Cancel</a>
</form>`;
}

/** What the results will say of all lists together. */
function renderAllBreakChanges(lists: UploadView['lists']): Html | false {
  const changes = lists.flatMap(({ break_changes: { own, later } }) => [own, later]);
  const sum = (key: keyof BreakChanges): number => changes.reduce((all, one) => all + one[key], 0);
  const described = describeBreakChanges({ opened: sum('opened'), changed: sum('changed'), closed: sum('closed') });
  return described !== null && html` In all ${described}.`;
}

/** What should be looked at before the import. */
function renderWarnings({ money: values, lists }: UploadView): Html {
  const sum = (count: (list: UploadView['lists'][number]) => number): number =>
    lists.reduce((all, list) => all + count(list), 0);
  const warnings: readonly (readonly [count: number, one: string, many: string])[] = [
    [sum(({ breaks }) => breaks), 'difference to the books', 'differences to the books'],
    [sum((list) => list.far_prices), 'price far from the market', 'prices far from the market'],
    [values.filter((value) => value.is_large).length, 'large change', 'large changes'],
  ];
  return html`${warnings.map(([count, one, many]) => count > 0 && html` <span class="badge warn">${count} ${count === 1 ? one : many}</span>`)}`;
}

const renderAccount = ({ acct_id: id }: MoneyLine | ShownOutcome, context: PageContext): Html =>
  renderAccountCell(id, context);

const renderDate = (asOf: string): Html => html`<time datetime="${asOf}">${asOf}</time>`;

function renderMoneyTable(values: readonly MoneyLine[], context: PageContext): Html {
  const shown = values.slice(0, 200);
  return html`${renderTable(
    'Values to import',
    shown,
    [
      { title: 'Account', cell: (one) => renderAccount(one, context) },
      { title: 'Date', cell: (one) => renderDate(one.as_of) },
      { title: 'Currency', cell: ({ currency }) => html`${currency}` },
      { title: 'Net liquidation, current', isFigure: true, cell: (one) => renderCurrent(one, one.current.net_liq) },
      { title: 'new', money: (one) => one.net_liq, isExact: true },
      { title: 'Change', gain: (one) => one.net_liq_change },
      { title: 'Cash, current', isFigure: true, cell: (one) => renderCurrent(one, one.current.cash_balance) },
      { title: 'new', money: (one) => one.cash_balance, isExact: true },
      { title: 'Effect', cell: renderEffect },
    ],
    { areCards: true },
  )}
${values.length > shown.length && html`<p>And ${values.length - shown.length} more lines.</p>`}`;
}

/** Without values of that date, those of the account now. */
const renderCurrent = (
  { current: { is_now: isNow }, currency }: MoneyLine,
  amount: MoneyLine['current']['net_liq'],
): Html =>
  isNow ? html`${renderMoney(amount, currency)} <span class="was">now</span>` : renderExactMoney(amount, currency);

function renderEffect({ before, is_same: isSame, is_large: isLarge, afterwards, currency }: MoneyLine): Html {
  const kind =
    before === null
      ? html`<span class="badge good">new</span>`
      : isSame
        ? html`<span class="badge">unchanged</span>`
        : html`<span class="badge warn">corrects version ${before.version}</span>`;
  return html`<span class="reason">${kind}${isLarge && html` <span class="badge warn">changes by more than half</span>`} ${
    afterwards === null
      ? html`<span class="was">not the latest date</span>`
      : html`<span class="hint">Worth afterwards: net liquidation value ${renderMoney(afterwards.net_liq, currency)}, cash ${renderMoney(afterwards.cash_balance, currency)}</span>`
  }</span>`;
}

type ShownOutcome = NonNullable<UploadView['outcomes']>[number];

/** A repeated statement has no list of its own. */
const listLink = ({ id, acct_id: acctId, as_of: asOf, is_repeated: isRepeated }: ShownOutcome): Html =>
  isRepeated
    ? html`<a href="/refpositions?acct_id=${acctId}&as_of=${asOf}">Unchanged</a>`
    : html`<a href="/refpositions/${id}">List ${id}</a>`;

function renderResults(
  outcomes: readonly ShownOutcome[],
  { kind, applied_at: at }: UploadView,
  context: PageContext,
): Html {
  const open = outcomes.reduce((sum, { breaks }) => sum + breaks.opened + breaks.changed + (breaks.unchanged ?? 0), 0);
  return html`<p class="lead">Imported${at !== null && html` ${renderTimestamp(at)}`}. Reloading this page does not import the table again.</p>
${renderTable(
  'Results',
  outcomes,
  [
    { title: 'Account', cell: (one) => renderAccount(one, context) },
    { title: 'Date', cell: (one) => renderDate(one.as_of) },
    {
      title: 'Statement',
      cell: (one) =>
        kind === 'positions'
          ? listLink(one)
          : html`<a href="/accounts/${one.acct_id}/moneyvals?versions=all">Version ${one.version ?? 0}</a>${one.is_repeated && ', unchanged'}`,
    },
    ...(kind === 'positions' ? [{ title: 'Breaks', cell: renderBreaks }] : []),
  ],
  { areCards: true },
)}
${kind === 'positions' && html`<p class="actions"><a class="button${open > 0 && ' primary'}" href="/reconciliation/breaks?status=Open">View open breaks</a></p>`}`;
}

function renderBreaks({ breaks: { opened, changed, closed, unchanged } }: ShownOutcome): Html {
  const said = [
    opened > 0 && html`<span class="badge bad">${opened} opened</span>`,
    changed > 0 && html`<span class="badge warn">${changed} changed</span>`,
    closed > 0 && html`<span class="badge good">${closed} closed</span>`,
    unchanged !== undefined && unchanged > 0 && html`<span class="badge warn">${unchanged} still open</span>`,
  ].filter((one) => one !== false);
  return said.length === 0
    ? html`<span class="badge good">${unchanged === undefined ? 'no changes' : 'no open breaks'}</span>`
    : html`${said.map((one) => html`${one} `)}`;
}
