import { toDigits } from '../http/number-format.js';
import {
  toFormState,
  type FormState,
  renderInputField,
  emptyForm,
  renderFormToken,
  renderFormError,
  renderShownValues,
} from '../http/fields.page.js';
import { addShownValues } from '../http/form-body.js';
import { type Html, html } from '../http/html.js';
import type { PageContent, FormErrorPage, PageContext } from '../http/page.js';
import type { AccountOpeningView, AccountView } from './account.view.js';
import { STYLES, userNamed } from './exchange-lists.page.js';
import { peopleChoice, whoIsMeant } from './people-choice.page.js';

type FormText = Readonly<Record<string, string>>;

/** What the fields of a form are on the wire (form-body.ts): an empty limit is no limit. */
const LIMITS = [
  'max_order_quantity',
  'max_position',
  'max_product_contracts',
  'max_daily_loss',
  'buying_power_percent',
  'max_working_orders',
].map((name) => `limits.${name}`);
export const CHANGE_FIELDS = { numbers: LIMITS, flags: ['enabled'], nulls: LIMITS };
export const OPENING_FIELDS = { numbers: ['owner_id', ...LIMITS] };

const words: readonly (readonly [name: string, label: string, hint: string])[] = [
  ['limits.max_order_quantity', 'Quantity of one order', 'The most that one order may be for.'],
  ['limits.max_position', 'Position in an instrument', 'With all its working orders filled on one side.'],
  ['limits.max_product_contracts', 'Contracts of a product', 'All instruments of a product together.'],
  ['limits.max_daily_loss', 'Loss of a day', 'Beyond it, orders that add risk are refused.'],
  ['limits.buying_power_percent', 'Margin, in percent', 'Of the net liquidation value; 100 is all of it.'],
  ['limits.max_working_orders', 'Working orders', 'How many may work at the same time.'],
];

const limitFields = (form: FormState): Html =>
  html`<fieldset><legend>Limits <span class="optional">(empty is no limit)</span></legend><div class="grid">${words.map(([name, label, hint]) => renderInputField({ name, label, hint, inputMode: 'decimal', isOptional: true }, form))}</div></fieldset>`;

/** Name, limits, and whether it trades at all: on the account's own page, folded away until somebody wants it. */
export function changeFold(account: AccountView, visit: PageContext): Html {
  return html`<details class="fold"><summary>Change its name or limits</summary>
${changeForm(account.id, { ...emptyForm, values: valuesOf(account) }, visit)}
</details>
<details class="fold"><summary>${account.enabled ? 'Disable it' : 'Enable it again'}</summary>
<form method="post" action="/accounts/${account.id}?_method=PUT">
${renderFormToken(visit)}
<p>${account.enabled ? 'All of its working orders are canceled in the same moment, and new ones are refused until it is enabled again. What it holds stays.' : 'It may trade again. Orders that were canceled stay so.'}</p>
<p class="actions"><button type="submit" name="enabled" value="${account.enabled ? 'no' : 'yes'}"${account.enabled && html` class="danger"`}>${account.enabled ? 'Disable it and cancel its orders' : 'Enable it'}</button></p>
</form></details>`;
}

function valuesOf({ name, limits }: AccountView): FormText {
  const texts = Object.entries(limits).map(([limit, value]) => [`limits.${limit}`, toDigits(value) ?? '']);
  return addShownValues({ name, ...(Object.fromEntries(texts) as FormText) });
}

const changeForm = (
  id: number | string,
  form: FormState,
  visit: PageContext,
): Html => html`<form method="post" action="/accounts/${id}?_method=PUT">
${renderFormToken(visit)}${renderShownValues(form)}
${renderFormError(form)}
${renderInputField({ name: 'name', label: 'Name' }, form)}
${limitFields(form)}
<p class="actions"><button type="submit" class="primary">Change it</button></p>
</form>`;

/** The form again, with what is wrong in it. */
export const refusedChangePage: FormErrorPage = (problem, sent, visit) => {
  const id = /^\/accounts\/(\d+)/.exec(visit.path)?.[1] ?? '';
  return {
    title: `Change account ${id}`,
    styles: STYLES,
    body: html`<article class="listing account-page">
<p class="back"><a href="/accounts/${id}">Back to the account</a></p>
<h1>Change account ${id}</h1>
${changeForm(id, toFormState(problem, sent), visit)}
</article>`,
  };
};

/** Where an administrator opens an account: for whom is chosen first, unless it is known already. */
export function openingPage({ owner_id: ownerId, people }: AccountOpeningView, visit: PageContext): PageContent {
  if (ownerId !== null)
    return openingForm(
      { ...emptyForm, values: { owner_id: String(ownerId), _owner: userNamed(ownerId, visit) } },
      visit,
    );
  const sought = new URL(visit.path, 'http://here').searchParams.get('q') ?? '';
  return opening(html`<p class="lead">For whom? It stays theirs. Somebody who is not here yet is <a href="/users/new">registered</a> first.</p>
${peopleChoice({ action: '/accounts/new', sought, people, doing: 'Open one for them', hrefOf: ({ id }) => `/accounts/new?owner_id=${id}` })}`);
}

const opening = (step: Html): PageContent => ({
  title: 'Open an account',
  styles: STYLES,
  body: html`<article class="listing account-page">
<p class="back"><a href="/accounts">Back to all accounts</a></p>
<h1>Open an account</h1>
${step}
</article>`,
});

export const refusedOpeningPage: FormErrorPage = (problem, sent, visit) =>
  openingForm(toFormState(problem, sent), visit);

const openingForm = (form: FormState, visit: PageContext): PageContent =>
  opening(html`<form method="post" action="/accounts">
${renderFormToken(visit)}
${renderFormError(form)}
${whoIsMeant(form, { field: 'owner_id', shown: '_owner', label: 'For', other: '/accounts/new' })}
<div class="grid">
${renderInputField({ name: 'name', label: 'Name', hint: 'What people call it. It can be changed.' }, form)}
${renderInputField({ name: 'currency', label: 'Currency', value: 'USD', hint: 'Three letters. It trades what is traded in it, and keeps it.' }, form)}
${renderInputField({ name: 'time_zone', label: 'Time zone', value: 'UTC', hint: 'UTC, or a place such as America/Chicago. It keeps it.' }, form)}
</div>
${limitFields(form)}
<p class="actions"><button type="submit" class="primary">Open the account</button></p>
</form>`);
