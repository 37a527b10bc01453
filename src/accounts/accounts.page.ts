import { type Html, html } from '../http/html.js';
import type { PageContent, Visit } from '../http/page.js';
import { text } from '../http/table.page.js';
import { stateBadge } from './account-card.js';
import type { AccountView } from './account.view.js';
import { listPage } from './exchange-lists.page.js';

export function accountsPage(accounts: readonly AccountView[], visit: Visit): PageContent {
  const { isAdministrator } = visit;
  return listPage(
    {
      title: 'Accounts',
      none: html`There is no account that you may look at. ${isAdministrator ? html`<a href="/accounts/new">Open one</a> for a user.` : 'An administrator opens one for you.'}`,
      rows: accounts,
      above: isAdministrator ? html`<p class="actions"><a class="button" href="/accounts/new">Open an account</a></p>` : null,
      rowOf: ({ id }) => html` id="account-${id}"`,
      columns: [
        { title: 'Id', figure: ({ id }) => id },
        { title: 'Account', cell: ({ id, name }) => html`<a href="/accounts/${id}">${name}</a>` },
        { title: 'Currency', cell: ({ currency }) => text(currency) },
        { title: 'Net liquidation', key: 'net_liq', money: (account) => account.net_liq },
        { title: 'Cash', key: 'cash_balance', money: (account) => account.cash_balance },
        { title: 'Unrealised', key: 'unrealised_pnl', gain: (account) => account.unrealised_pnl },
        { title: 'Realised', key: 'realised_pnl', gain: (account) => account.realised_pnl },
        { title: 'Margin used', key: 'margin_used', money: (account) => account.margin_used },
        { title: 'Buying power', key: 'buying_power', money: (account) => account.buying_power },
        { title: 'You', cell: ({ access }) => text(accessWords[access]) },
        { title: 'State', cell: (account) => html`${stateBadge(account)}${doubts(account)}` },
      ],
    },
    visit,
  );
}

export const accessWords: Readonly<Record<AccountView['access'], string>> = { Owner: 'own it', Administrator: 'administer it', Trade: 'may trade it', Read: 'may look at it' };

const doubts = ({ baseline_mismatch: isMismatch, stale_marks: stale }: AccountView): Html =>
  html`${isMismatch && html` <span class="badge warn">dates differ</span>`}${stale.length > 0 && html` <span class="badge warn">no price</span>`}`;
