import { type Html, html } from '../http/html.js';
import type { PageContent, Visit } from '../http/page.js';
import { text } from '../http/table.page.js';
import { stateBadge } from './account-card.js';
import type { AccountView } from './account.view.js';
import { listPage, userNamed } from './exchange-lists.page.js';

export function accountsPage(accounts: readonly AccountView[], visit: Visit): PageContent {
  const { isAdministrator, path } = visit;
  const ownerId = new URL(path, 'http://here').searchParams.get('owner_id') ?? '';
  return listPage(
    {
      title: 'Accounts',
      none: html`There is no account that you may look at. ${isAdministrator ? html`<a href="/accounts/new">Open one</a> for a user.` : 'An administrator opens one for you.'}`,
      rows: accounts,
      above: isAdministrator ? ownerFilter(ownerId) : null,
      rowOf: ({ id }) => html` id="account-${id}"`,
      columns: [
        { title: 'Id', figure: ({ id }) => id },
        { title: 'Account', cell: ({ id, name }) => html`<a href="/accounts/${id}">${name}</a>` },
        ...(isAdministrator ? [{ title: 'Owner', cell: ({ owner_id: id }: AccountView) => html`<a href="/users/${id}">${userNamed(id, visit)}</a>` }] : []),
        { title: 'Currency', cell: ({ currency }) => text(currency) },
        { title: 'Net liquidation', key: 'net_liq', money: (account) => account.net_liq },
        { title: 'Cash', key: 'cash_balance', money: (account) => account.cash_balance },
        { title: 'Unrealised', key: 'unrealised_pnl', gain: (account) => account.unrealised_pnl },
        { title: 'Realised', key: 'realised_pnl', gain: (account) => account.realised_pnl },
        { title: 'Margin used', key: 'margin_used', money: (account) => account.margin_used },
        { title: 'Buying power', key: 'buying_power', money: (account) => account.buying_power },
        ...(isAdministrator ? [] : [{ title: 'You', cell: ({ access }: AccountView) => text(accessWords[access]) }]),
        { title: 'State', cell: (account) => html`${stateBadge(account)}${doubts(account)}` },
      ],
    },
    visit,
  );
}

/** Whose accounts are looked at; administrators find the number of a user under Users. */
const ownerFilter = (ownerId: string): Html => html`<div class="toolbar">
<form class="search" method="get" action="/accounts" role="search">
<div class="field"><label for="owner_id">Owner’s number</label><input type="text" id="owner_id" name="owner_id" inputmode="numeric" value="${ownerId}" autocomplete="off"></div>
<p class="actions"><button type="submit">Show their accounts</button></p>
</form>
${ownerId !== '' && html`<p><a href="/accounts">All accounts</a></p>`}
<p><a class="button" href="/accounts/new${ownerId !== '' && `?owner_id=${encodeURIComponent(ownerId)}`}">Open an account</a></p>
</div>`;

export const accessWords: Readonly<Record<AccountView['access'], string>> = { Owner: 'own it', Administrator: 'administer it', Trade: 'may trade it', Read: 'may look at it' };

const doubts = ({ baseline_mismatch: isMismatch, stale_marks: stale }: AccountView): Html =>
  html`${isMismatch && html` <span class="badge warn">dates differ</span>`}${stale.length > 0 && html` <span class="badge warn">no price</span>`}`;
