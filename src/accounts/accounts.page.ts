import { cutLongEmail, renderBreakableEmail } from '../pages/name-cells.page.js';
import { type Html, html } from '../pages/html.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { renderText, type TableColumn } from '../pages/table.page.js';
import { sortBy } from '../pages/table-settings.page.js';
import { sumColumnsByCurrency } from '../pages/table-totals.js';
import { accessLabels, renderAccountStateBadge } from './account.page.js';
import type { AccountPageViews, AccountView } from './account.view.js';
import { renderMarketMakerChoice } from '../pages/choices.page.js';
import { exchangeListPage, renderUserName } from './exchange-lists.page.js';

export function accountsPage(accounts: AccountPageViews, context: PageContext): PageContent {
  const { path } = context;
  const { searchParams } = new URL(path, 'http://here');
  const [ownerId, sought] = ['owner_id', 'q'].map((name) => searchParams.get(name) ?? '') as [string, string];
  return exchangeListPage(
    {
      title: 'Accounts',
      ...(ownerId !== '' &&
        accounts[0] !== undefined && {
          lead: html`Accounts of <a href="/users/${ownerId}">${renderUserName(accounts[0].owner_id, context)}</a>. <a href="/accounts">Show all accounts</a>`,
        }),
      none: renderUnknownOwner({ sought, ownerId }, context),
      table: 'accounts',
      rows: accounts,
      totalsOf: (rows) => sumColumnsByCurrency(rows, SUMMED),
      above: html`${renderToolbar({ sought, ownerId, hasMany: accounts.length > FEW || context.nextUrl !== null }, context)}${renderMarketMakerChoice(accounts.marketMaker, path)}`,
      rowOf: ({ id }) => html` id="account-${id}"`,
      columns: buildColumns(context),
    },
    context,
  );
}

const buildColumns = (context: PageContext): readonly TableColumn<AccountView>[] => [
  { title: 'Id', figure: ({ id }) => id },
  {
    title: 'Account',
    isFixed: true,
    sort: sortBy('name'),
    cell: (account) =>
      html`<span class="named"><a href="/accounts/${account.id}">${account.name}</a></span>${!account.enabled && html` ${renderAccountStateBadge(account)}`}${renderDoubts(account)}`,
  },
  ...(context.isAdministrator
    ? [
        {
          title: 'Owner',
          cell: ({ owner_id: id }: AccountView) => {
            const owner = renderUserName(id, context);
            return html`<span class="who"><a href="/users/${id}"${cutLongEmail(owner)}>${renderBreakableEmail(owner)}</a></span>`;
          },
        },
      ]
    : []),
  { title: 'Currency', sort: sortBy('currency'), cell: ({ currency }) => renderText(currency) },
  { title: 'Net liquidation', sort: sortBy('-net_liq'), key: 'net_liq', money: (account) => account.net_liq },
  { title: 'Cash', sort: sortBy('-cash_balance'), key: 'cash_balance', money: (account) => account.cash_balance },
  {
    title: 'Unrealized P&L',
    sort: sortBy('-unrealised_pnl'),
    key: 'unrealised_pnl',
    gain: (account) => account.unrealised_pnl,
  },
  {
    title: 'Realized P&L',
    sort: sortBy('-realised_pnl'),
    key: 'realised_pnl',
    gain: (account) => account.realised_pnl,
  },
  { title: 'Margin used', sort: sortBy('-margin_used'), key: 'margin_used', money: (account) => account.margin_used },
  {
    title: 'Max. margin',
    sort: sortBy('-buying_power'),
    key: 'buying_power',
    money: (account) => account.buying_power,
  },
  ...(context.isAdministrator
    ? []
    : [
        {
          title: 'Access',
          isPlain: true,
          cell: ({ access }: AccountView) => renderText(`you ${access === 'Owner' ? 'own it' : accessLabels[access]}`),
        },
      ]),
];

const SUMMED = [
  ...(['net_liq', 'cash_balance', 'unrealised_pnl', 'realised_pnl'] as const),
  ...(['margin_used', 'buying_power'] as const),
];

type AccountFilter = Readonly<{ sought: string; ownerId: string }>;

/** Users with more accounts than this get a search field. */
const FEW = 8;

function renderUnknownOwner({ sought, ownerId }: AccountFilter, { isAdministrator }: PageContext): Html {
  if (sought !== '')
    return html`No accounts match “${sought}”. ${isAdministrator ? 'The search looks at account numbers, account names, and owners’ emails and names.' : 'The search looks at account numbers and names.'} <a href="/accounts">Show all</a>`;
  if (ownerId !== '' && isAdministrator)
    return html`User ${ownerId} has no accounts. <a href="/accounts/new?owner_id=${ownerId}">Open an account</a> for this user, or see <a href="/accounts">all accounts</a>.`;
  return html`No accounts yet. ${isAdministrator ? html`<a href="/accounts/new">Open an account</a> for a user.` : 'Ask an administrator to open one for you.'}`;
}

/** One search field for name, number and owner. Only administrators can search by owner. */
function renderToolbar(
  { sought, ownerId, hasMany }: AccountFilter & Readonly<{ hasMany: boolean }>,
  { isAdministrator }: PageContext,
): Html | null {
  const hasSearch = isAdministrator || hasMany || sought !== '';
  if (!hasSearch) return null;
  return html`<div class="toolbar">
<form class="search wide" method="get" action="/accounts" role="search">
<div class="field"><label for="q">${isAdministrator ? 'Owner, name or number' : 'Name or number'}</label><input type="search" id="q" name="q" value="${sought}" maxlength="100" autocomplete="off"></div>
<p class="actions"><button type="submit">Search</button>${sought !== '' && html` <a class="button" href="/accounts">Show all</a>`}</p>
</form>
${isAdministrator && html`<p><a class="button" href="/accounts/new${ownerId !== '' && `?owner_id=${encodeURIComponent(ownerId)}`}">Open an account</a></p>`}
</div>`;
}

const renderDoubts = ({ baseline_mismatch: isMismatch, stale_marks: stale }: AccountView): Html =>
  html`${isMismatch && html` <span class="badge warn">dates differ</span>`}${stale.length > 0 && html` <span class="badge warn">no price</span>`}`;
