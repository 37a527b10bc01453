import { toDigits } from '../pages/number-format.js';
import {
  toFormState,
  type FormState,
  renderInputField,
  emptyForm,
  renderFormToken,
  renderFormError,
  renderShownValues,
  renderFormHead,
} from '../pages/fields.page.js';
import { addShownValues } from '../pages/form-body.js';
import { type Html, html } from '../pages/html.js';
import type { PageContent, FormErrorPage, PageContext } from '../pages/page.js';
import type { AccountOpeningView, AccountView } from './account.view.js';
import { readPathAccount, STYLES, renderUserName } from './exchange-lists.page.js';
import { renderUserSearch, renderChosenUser } from './grants.page.js';

type FormText = Readonly<Record<string, string>>;

const words: readonly (readonly [name: string, label: string, hint: string])[] = [
  ['limits.max_order_quantity', 'Max. order quantity', 'Contracts in one order.'],
  ['limits.max_position', 'Max. position per instrument', 'Counts all working orders of one side as filled.'],
  ['limits.max_product_contracts', 'Max. contracts per product', 'Across all instruments of the product.'],
  [
    'limits.max_daily_loss',
    'Max. daily loss',
    'In the currency of the account. Beyond it, orders that add risk are rejected.',
  ],
  ['limits.buying_power_percent', 'Max. margin (%)', 'Percent of the net liquidation value. 100 is all of it.'],
  ['limits.max_working_orders', 'Max. working orders', 'Orders that may work at the same time.'],
];

/** How the form fields are sent in the JSON body (form-body.ts). An empty limit field is sent as null: no limit. */
const LIMITS = words.map(([name]) => name);
export const CHANGE_FIELDS = { numbers: LIMITS, flags: ['enabled'], nulls: LIMITS };
export const OPENING_FIELDS = { numbers: ['owner_id', ...LIMITS] };

const limitFields = (form: FormState): Html =>
  html`<fieldset><legend>Limits <span class="optional">(leave empty for no limit)</span></legend><div class="grid">${words.map(([name, label, hint]) => renderInputField({ name, label, hint, inputMode: 'decimal', isOptional: true }, form))}</div></fieldset>`;

/** The collapsed forms on the account page that change the account's name and limits, or disable and enable it. */
export function changeFold(account: AccountView, context: PageContext): Html {
  return html`<details class="fold"><summary>Edit name and limits</summary>
${changeForm(account.id, { ...emptyForm, values: toFormText(account) }, context)}
</details>
<details class="fold"><summary${account.enabled && html` class="danger"`}>${account.enabled ? 'Disable account' : 'Enable account'}</summary>
<form method="post" action="/accounts/${account.id}/change">
${renderFormToken(context)}
<p>${account.enabled ? 'All working orders are canceled at once, and new orders are rejected until you enable the account again. Positions stay open.' : 'The account can trade again. Canceled orders stay canceled.'}</p>
<p class="actions"><button type="submit" name="enabled" value="${account.enabled ? 'no' : 'yes'}"${account.enabled && html` class="danger"`}>${account.enabled ? 'Disable and cancel orders' : 'Enable account'}</button></p>
</form></details>`;
}

function toFormText({ name, limits }: AccountView): FormText {
  const texts = Object.entries(limits).map(([limit, value]) => [`limits.${limit}`, toDigits(value) ?? '']);
  return addShownValues({ name, ...(Object.fromEntries(texts) as FormText) });
}

const changeForm = (
  id: number | string,
  form: FormState,
  context: PageContext,
): Html => html`<form method="post" action="/accounts/${id}/change">
${renderFormToken(context)}${renderShownValues(form)}
${renderFormError(form)}
${renderInputField({ name: 'name', label: 'Name' }, form)}
${limitFields(form)}
<p class="actions"><button type="submit" class="primary">Save changes</button></p>
</form>`;

/** The form with the submitted values and the errors. */
export const rejectedAccountChangePage: FormErrorPage = (problem, sent, context) => {
  const id = readPathAccount(context.path);
  return {
    title: `Edit account ${id}`,
    styles: STYLES,
    body: html`<article class="listing account-page">
<p class="back"><a href="/accounts/${id}">Back to account</a></p>
<h1>Edit account ${id}</h1>
${changeForm(id, toFormState(problem, sent), context)}
</article>`,
  };
};

/** The page on which an administrator opens an account. Without an owner in the query, the owner is selected first. */
export function accountOpeningPage(
  { owner_id: ownerId, people }: AccountOpeningView,
  context: PageContext,
): PageContent {
  if (ownerId !== null)
    return accountOpeningForm(
      { ...emptyForm, values: { owner_id: String(ownerId), _owner: renderUserName(ownerId, context) } },
      context,
    );
  const sought = new URL(context.path, 'http://here').searchParams.get('q') ?? '';
  return renderOpeningPage(html`<p class="lead">Select the owner. The owner of an account cannot be changed later. <a href="/users/new">Register a new customer</a> first if needed.</p>
${renderUserSearch({ action: '/accounts/new', sought, people, doing: 'Open account', hrefOf: ({ id }) => `/accounts/new?owner_id=${id}`, obstacleOf: ({ enabled }) => (enabled ? null : 'cannot sign in') })}`);
}

const renderOpeningPage = (step: Html): PageContent => ({
  title: 'Open an account',
  styles: STYLES,
  body: html`<article class="listing account-page">
<p class="back"><a href="/accounts">Back to accounts</a></p>
<h1>Open an account</h1>
${step}
</article>`,
});

export const rejectedAccountOpeningPage: FormErrorPage = (problem, sent, context) =>
  accountOpeningForm(toFormState(problem, sent), context);

const accountOpeningForm = (form: FormState, context: PageContext): PageContent =>
  renderOpeningPage(html`<form method="post" action="/accounts/new">
${renderFormHead(form, context)}
${renderChosenUser(form, { field: 'owner_id', shown: '_owner', label: 'Owner', other: '/accounts/new' })}
<div class="grid">
${renderInputField({ name: 'name', label: 'Name', hint: 'Shown in lists. You can change it later.' }, form)}
${renderInputField({ name: 'currency', label: 'Currency', value: 'USD', hint: 'Three letters. The account trades products of this currency only. Cannot be changed later.' }, form)}
${renderInputField({ name: 'time_zone', label: 'Time zone', value: 'UTC', hint: 'UTC, or an IANA name such as America/Chicago. Cannot be changed later.' }, form)}
</div>
${limitFields(form)}
<p class="actions"><button type="submit" class="primary">Open account</button></p>
</form>`);
