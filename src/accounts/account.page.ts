import { type Html, html } from '../http/html.js';
import { renderMoney } from '../http/money.page.js';
import type { PageContent, PageContext } from '../http/page.js';
import { renderNumber } from '../http/table.page.js';
import { stateBadge, worth } from './account-card.js';
import { changeFold } from './account-forms.page.js';
import { accessWords } from './accounts.page.js';
import type { AccountView } from './account.view.js';
import { besides, ofAccount, SCRIPTS, STYLES, userNamed } from './exchange-lists.page.js';

/** One account: what it is worth, within which limits it trades, and where everything of it is. */
export function accountPage(account: AccountView, visit: PageContext): PageContent {
  const { id, name, currency, limits, access, enabled } = account;
  return {
    title: name,
    styles: STYLES,
    scripts: SCRIPTS,
    body: html`<article class="listing account-page">
<h1>${name}</h1>
${besides(ofAccount(id), visit.path)}
<p class="lead">Account ${id} in ${currency}. You ${accessWords[access]}. ${stateBadge(account)}</p>
${doubts(account, visit)}
<div class="worth">
<section class="account" id="account-${id}" data-part="worth" aria-labelledby="worth">
<h2 id="worth" class="hidden">Worth now</h2>
<p class="whose">Net liquidation value, now</p>
${worth(account)}
${enabled && access !== 'Read' && html`<p class="ways"><a href="/orders/new?acct_id=${id}">New order</a> <a href="/orders?acct_id=${id}&status=Open">Working orders</a></p>`}
</section>
<section aria-labelledby="limits">
<h2 id="limits">Limits</h2>
${facts([
  ['Quantity of one order', limit(limits.max_order_quantity)],
  ['Position in an instrument', limit(limits.max_position)],
  ['Contracts of a product', limit(limits.max_product_contracts)],
  ['Loss of a day', limits.max_daily_loss === null ? none : html`${currency} ${renderMoney(limits.max_daily_loss)}`],
  [
    'Net liquidation value that may be margin',
    limits.buying_power_percent === null ? none : html`${renderNumber(limits.buying_power_percent)} %`,
  ],
  ['Working orders', limit(limits.max_working_orders)],
])}
<h2>Counted from</h2>
${facts([
  ['Money', baseline(account)],
  [
    'Owner',
    visit.isAdministrator
      ? html`<a href="/users/${account.owner_id}">${userNamed(account.owner_id, visit)}</a> · <a href="/accounts?owner_id=${account.owner_id}">all of their accounts</a>`
      : html`${access === 'Owner' && 'you, '}${userNamed(account.owner_id, visit)}`,
  ],
  ['Time zone', html`${account.time_zone}`],
])}
</section>
</div>
${
  visit.isAdministrator &&
  html`<h2>Administration</h2>
<p class="actions"><a class="button" href="/accounts/${id}/grants">Who may use it</a> <a class="button" href="/accounts/statements/upload?kind=positions&acct_id=${id}">Upload statements</a></p>
${changeFold(account, visit)}`
}
</article>`,
  };
}

const facts = (rows: readonly (readonly [string, Html])[]): Html =>
  html`<table class="facts"><tbody>
${rows.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>\n`)}</tbody></table>`;

const none = html`<span class="none">no limit</span>`;

const limit = (value: Parameters<typeof renderNumber>[0]): Html =>
  value === null ? none : html`at most ${renderNumber(value)}`;

function baseline({ id, baseline: stated }: AccountView): Html {
  if (stated === null)
    return html`nothing: no <a href="/accounts/${id}/moneyvals?order=desc">money values</a> were stated yet`;
  return html`the <a href="/accounts/${id}/moneyvals?order=desc">money values</a> of <time datetime="${stated.as_of}">${stated.as_of}</time>`;
}

/** What is not right with it, and what follows. */
function doubts(
  { id, enabled, baseline_mismatch: isMismatch, stale_marks: stale }: AccountView,
  { getName }: PageContext,
): Html | null {
  const said = [
    ...(enabled ? [] : [html`It is disabled: its working orders were canceled, and new ones are refused.`]),
    ...(isMismatch
      ? [
          html`Money and <a href="/refpositions?acct_id=${id}">positions</a> were last stated for different dates: what it is worth may be off until both are of one date.`,
        ]
      : []),
    ...(stale.length > 0
      ? [
          html`${stale.map((instrument) => getName('instrument_id', instrument)).join(', ')} ${stale.length === 1 ? 'has' : 'have'} no price: what is won or lost there is not in its worth.`,
        ]
      : []),
  ];
  if (said.length === 0) return null;
  return html`<section class="attention" aria-labelledby="attention"><h2 id="attention">Needs attention</h2><ul>${said.map((one) => html`<li>${one}</li>`)}</ul></section>`;
}
