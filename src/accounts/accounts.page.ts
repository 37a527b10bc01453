import { type Html, html } from '../http/html.js';
import type { PageContent, Visit } from '../http/page.js';
import { figure, text } from '../http/table.page.js';
import type { AccountView } from './account.view.js';
import { besides, listPage, ofAccount } from './exchange-lists.page.js';

export function accountsPage(accounts: readonly AccountView[], visit: Visit): PageContent {
  return listPage(
    {
      title: 'Accounts',
      lead: 'What you may look at, and what it is worth now.',
      none: 'There is no account that you may look at.',
      rows: accounts,
      columns: [
        { title: 'Id', figure: ({ id }) => id },
        { title: 'Name', cell: ({ id, name }) => html`<a href="/accounts/${id}">${name}</a>` },
        { title: 'Currency', cell: ({ currency }) => text(currency) },
        { title: 'Net liquidation', figure: (account) => account.net_liq },
        { title: 'Cash', figure: (account) => account.cash_balance },
        { title: 'Unrealised', figure: (account) => account.unrealised_pnl },
        { title: 'Margin', figure: (account) => account.margin_used },
        { title: 'You', cell: ({ access }) => text(accessWords[access]) },
        { title: 'State', cell: stateBadge },
      ],
    },
    visit,
  );
}

const accessWords: Readonly<Record<AccountView['access'], string>> = { Owner: 'own it', Administrator: 'administer it', Trade: 'may trade it', Read: 'may look at it' };

const stateBadge = ({ enabled }: AccountView): Html => (enabled ? html`<span class="badge good">enabled</span>` : html`<span class="badge bad">disabled</span>`);

export function accountPage(account: AccountView, { path }: Visit): PageContent {
  const { id, name, currency, limits } = account;
  return {
    title: name,
    body: html`<article class="listing">
<h1>${name}</h1>
<p class="lead">Account ${id} in ${currency}. You ${accessWords[account.access]}. ${stateBadge(account)}</p>
${besides(ofAccount(id), path)}
<h2>Worth now</h2>
${facts([
  ['Net liquidation value', figure(account.net_liq)],
  ['Cash balance', figure(account.cash_balance)],
  ['Realised profit and loss', figure(account.realised_pnl)],
  ['Unrealised profit and loss', figure(account.unrealised_pnl)],
  ['Margin used', figure(account.margin_used)],
  ['Buying power', account.buying_power === null ? html`no limit` : figure(account.buying_power)],
  ['Counted from', baseline(account)],
  ['Without a price', account.stale_marks.length === 0 ? html`no instrument` : html`instruments ${account.stale_marks.join(', ')}`],
])}
<h2>Limits</h2>
${facts([
  ['Quantity of an order', limit(limits.max_order_quantity)],
  ['Position in an instrument', limit(limits.max_position)],
  ['Contracts of a product', limit(limits.max_product_contracts)],
  ['Loss of a day', limit(limits.max_daily_loss)],
  ['Margin, in percent of the net liquidation value', limit(limits.buying_power_percent)],
  ['Working orders', limit(limits.max_working_orders)],
])}
<h2>Whose it is</h2>
${facts([
  ['Owner', html`user ${account.owner_id}`],
  ['Time zone', html`${account.time_zone}`],
])}
</article>`,
  };
}

const facts = (rows: readonly (readonly [string, Html])[]): Html =>
  html`<table class="facts"><tbody>
${rows.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>\n`)}</tbody></table>`;

const limit = (value: Parameters<typeof figure>[0]): Html => (value === null ? html`none` : figure(value));

function baseline({ baseline: stated, baseline_mismatch: isMismatch }: AccountView): Html {
  if (stated === null) return html`no money values yet`;
  return html`the money values of <time datetime="${stated.as_of}">${stated.as_of}</time>${isMismatch && html` <span class="badge warn">the positions are of another date</span>`}`;
}
