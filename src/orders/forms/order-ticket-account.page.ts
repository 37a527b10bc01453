import { renderBreakableEmail } from '../../pages/name-cells.page.js';
import { renderAccountLookupHint } from '../../pages/account-field.page.js';
import type { FormState } from '../../pages/fields.page.js';
import { type Html, html } from '../../pages/html.js';
import type { PageContext } from '../../pages/page.js';
import { renderFault, renderFieldAttributes, renderSelectField, renderTextField } from './order-ticket-fields.page.js';
import type { OrderTicketView, OtherAccountView, TicketAccountView } from './order-ticket.view.js';

/** The account of a ticket: the chosen one of another user, the only one, or a choice. */
export function renderAccount(
  { accounts, has_more_accounts: hasMore, other }: OrderTicketView,
  context: PageContext,
  form: FormState,
): Html {
  const [only, ...others] = accounts;
  if (hasMore || only === undefined)
    return renderTextField(
      { name: 'acct_id', label: 'Account', inputMode: 'numeric', hint: renderAccountLookupHint(context) },
      form,
    );
  if (other !== null) return html`<input type="hidden" name="acct_id" value="${other.id}">`;
  if (others.length === 0 && form.fieldErrors['acct_id'] === undefined)
    return html`<input type="hidden" name="acct_id" value="${only.id}"><p class="account">For <strong>${only.name}</strong> <span class="optional">account ${only.id}, ${only.currency}</span></p>`;
  return renderSelectField(
    { name: 'acct_id', label: 'Account' },
    accounts.map(({ id, name }) => ({ value: String(id), label: `${id} · ${name}` })),
    form,
  );
}

/** Above a ticket for the account of another user: whose it is, and the way to others. */
export const renderOtherAccount = ({ other }: OrderTicketView, { path }: PageContext): Html | false =>
  other !== null &&
  html`<p class="message">You trade for <strong>${renderBreakableEmail(other.owner)}</strong> in account ${other.id} · ${other.name}. ${hasChoice(path) && html`<a href="${toChoiceUrl(path)}">Choose another account</a>`}</p>\n`;

/** What the sender of an order in another user's account ticks, once on each page. */
export function renderConsent({ other }: OrderTicketView, form: FormState): Html | false {
  if (other === null) return false;
  const value = String(other.id);
  return html`<div class="field _for">
<div class="choice"><input id="_for" type="checkbox" name="_for" value="${value}"${form.values['_for'] === value && ' checked'}${renderFieldAttributes({ name: '_for', label: '' }, form)}>
<label for="_for">The order is for ${renderBreakableEmail(other.owner)}</label></div>
${renderFault('_for', form)}
</div>\n`;
}

/** For administrators: the same page for the account of another user. It is folded where the page has a ticket. */
export function renderAccountChoice(view: OrderTicketView, context: PageContext): Html | false {
  const { others, accounts, other } = view;
  const { path } = context;
  if (others === null || others.accounts.length === 0 || other !== null || !hasChoice(path)) return false;
  const { pathname, searchParams } = new URL(path, 'http://here');
  const kept = [...searchParams].filter(([name]) => !ACCOUNT_PARAMETERS.includes(name));
  return html`<details class="names"${accounts.length === 0 && ' open'}><summary>Trade in another account</summary>
<form class="field" action="${pathname}">
${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<label for="other">Account to trade</label>
${others.has_more ? renderNumberField(context) : renderChoice(accounts, others.accounts)}
<button type="submit">Choose</button>
</form></details>\n`;
}

const renderNumberField = (context: PageContext): Html =>
  html`<input id="other" name="acct_id" type="text" inputmode="numeric" autocomplete="off" required aria-describedby="other-hint">
<p class="hint" id="other-hint">${renderAccountLookupHint(context)}</p>`;

function renderChoice(own: readonly TicketAccountView[], others: readonly OtherAccountView[]): Html {
  const renderGroup = (label: string, accounts: readonly TicketAccountView[]): Html | false =>
    accounts.length > 0 &&
    html`<optgroup label="${label}">${accounts.map(({ id, name, owner }) => html`<option value="${id}">${id} · ${name}${owner !== undefined && ` — ${owner}`}</option>`)}</optgroup>`;
  return html`<select id="other" name="acct_id" required><option value="">Choose …</option>${renderGroup('Your accounts', own)}${renderGroup('Accounts of others', others)}</select>`;
}

/** Pages with the account in their address. */
const hasChoice = (path: string): boolean => /^\/(?:orders\/new|desk\/)/.test(path);

/** A reference is of one account, as is what was said of a ticket that was not sent. */
const ACCOUNT_PARAMETERS: readonly string[] = ['acct_id', 'client_order_id', 'unsent'];

function toChoiceUrl(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://here');
  for (const name of ACCOUNT_PARAMETERS) searchParams.delete(name);
  return searchParams.size === 0 ? pathname : `${pathname}?${String(searchParams)}`;
}
