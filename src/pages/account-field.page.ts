import type { AccountOption } from '../access/name-directory.js';
import { renderCustomField, type FormState, renderTextarea, renderCheckboxes } from './fields.page.js';
import { type Html, html } from './html.js';
import type { PageContext } from './page.js';

type AccountContext = Pick<PageContext, 'accounts' | 'navigation'>;

/** A field for an account: users see names, and the form sends the number. */
export function renderAccountField(form: FormState, context: AccountContext): Html {
  const { accounts = null } = context;
  const value = form.values['acct_id'] ?? '';
  if (accounts === null)
    return renderCustomField(
      { name: 'acct_id', label: 'Account', hint: renderAccountLookupHint(context) },
      form,
      (state) => renderAccountInput('acct_id', value, state),
    );
  return renderCustomField({ name: 'acct_id', label: 'Account' }, form, (state) =>
    renderAccountSelect({ id: 'acct_id', value, accounts, emptyLabel: 'Choose …' }, state),
  );
}

/** The same for a filter; without an account it means all. */
export function renderAccountFilter(id: string, value: string, context: AccountContext): Html {
  const { accounts = null } = context;
  const control =
    accounts === null
      ? renderAccountInput(id, value, html` maxlength="64" aria-describedby="${id}-hint"`)
      : renderAccountSelect({ id, value, accounts, emptyLabel: 'All accounts' });
  return html`<div class="field"><label for="${id}">Account</label>${control}${accounts === null && html`<p class="hint" id="${id}-hint">${renderAccountLookupHint(context)}</p>`}</div>`;
}

type AccountsFieldOptions = Readonly<{ name: string; label: string; hint: string }>;

/** Several accounts, or none: by name if there are few enough, otherwise one number per line. */
export function renderAccountsField(
  options: AccountsFieldOptions,
  form: FormState,
  { accounts = null, navigation }: AccountContext,
): Html {
  const { name, label, hint } = options;
  if (accounts === null)
    return renderTextarea(
      {
        ...options,
        hint: html`Their numbers, one per line. ${hint} <a href="${navigation.getFinder('acct_id')}">Find by name</a>`,
        rows: 2,
        isOptional: true,
      },
      form,
    );
  return renderCheckboxes(
    { name, label, hint, formatUnknown: (value) => (/^\d+$/.test(value) ? `Account ${value}` : value) },
    accounts.map((account) => [String(account.id), describeOption(account)]),
    form,
  );
}

/** The hint for users with too many accounts to choose from. */
export const renderAccountLookupHint = ({ navigation }: Pick<PageContext, 'navigation'>): Html =>
  html`The account number. <a href="${navigation.getFinder('acct_id')}">Find it by name</a>`;

const renderAccountInput = (id: string, value: string, state: Html): Html =>
  html`<input id="${id}" name="acct_id" type="text" value="${value}" inputmode="numeric" autocomplete="off"${state}>`;

const describeOption = ({ id, name, owner }: AccountOption): string =>
  owner === undefined ? `${name} (${id})` : `${name} (${id}, ${owner})`;

type AccountSelectOptions = Readonly<{
  id: string;
  value: string;
  accounts: readonly AccountOption[];
  emptyLabel: string;
}>;

/** A requested account that is not in the list is not replaced by another. */
function renderAccountSelect(
  { id, value, accounts, emptyLabel }: AccountSelectOptions,
  state: Html | null = null,
): Html {
  const unknownOptions =
    value === '' || accounts.some((account) => String(account.id) === value)
      ? []
      : [html`<option value="${value}" selected>Account ${value}</option>`];
  return html`<select id="${id}" name="acct_id"${state}><option value="">${emptyLabel}</option>${unknownOptions}${accounts.map((account) => html`<option value="${account.id}"${String(account.id) === value && ' selected'}>${describeOption(account)}</option>`)}</select>`;
}
