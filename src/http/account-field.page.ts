import type { NamedAccount } from '../access/names.js';
import { framed, type Entered, lines, several } from './fields.page.js';
import { type Html, html } from './html.js';
import type { Visit } from './page.js';

/** People know what an account is called, and programs its number: it is chosen by the one and travels as the other. */
export function accountField(form: Entered, { accounts = null }: Visit): Html {
  const value = form.values['acct_id'] ?? '';
  if (accounts === null)
    return framed({ name: 'acct_id', label: 'Account', hint: lookUp }, form, (state) => typed('acct_id', value, state));
  return framed({ name: 'acct_id', label: 'Account' }, form, (state) =>
    chosen({ id: 'acct_id', value, accounts, none: 'Choose …' }, state),
  );
}

/** The same in a form that asks a list for less; without an account it asks for all of them. */
export function accountFilter(id: string, value: string, { accounts = null }: Visit): Html {
  const control =
    accounts === null
      ? typed(id, value, html` maxlength="64" aria-describedby="${id}-hint"`)
      : chosen({ id, value, accounts, none: 'All accounts' });
  return html`<div class="field"><label for="${id}">Account</label>${control}${accounts === null && html`<p class="hint" id="${id}-hint">${lookUp}</p>`}</div>`;
}

type Several = Readonly<{ name: string; label: string; hint: string }>;

/** Several accounts, or none: each by its name where its reader can look through them, else a line for each number. */
export function accountsField(of: Several, form: Entered, { accounts = null }: Visit): Html {
  const { name, label, hint } = of;
  if (accounts === null)
    return lines(
      {
        ...of,
        hint: html`Their numbers, one per line. ${hint} <a href="/accounts">Look for a name</a>`,
        rows: 2,
        isOptional: true,
      },
      form,
    );
  return several(
    { name, label, hint, other: (value) => (/^\d+$/.test(value) ? `Account ${value}` : value) },
    accounts.map(({ id, name: called }) => [String(id), `${called} (${id})`]),
    form,
  );
}

/** What somebody is told who has too many accounts to choose from. */
export const lookUp: Html = html`Its number. <a href="/accounts">Look for its name</a>`;

const typed = (id: string, value: string, state: Html): Html =>
  html`<input id="${id}" name="acct_id" type="text" value="${value}" inputmode="numeric" autocomplete="off"${state}>`;

type Choice = Readonly<{ id: string; value: string; accounts: readonly NamedAccount[]; none: string }>;

/** An account that was asked for and is not among them is not quietly another one. */
function chosen({ id, value, accounts, none }: Choice, state: Html | null = null): Html {
  const others =
    value === '' || accounts.some((one) => String(one.id) === value)
      ? []
      : [html`<option value="${value}" selected>Account ${value}</option>`];
  return html`<select id="${id}" name="acct_id"${state}><option value="">${none}</option>${others}${accounts.map((one) => html`<option value="${one.id}"${String(one.id) === value && ' selected'}>${one.name} (${one.id})</option>`)}</select>`;
}
