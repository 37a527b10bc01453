import type { AccountView } from '../accounts/account.view.js';
import { type Html, html } from '../pages/html.js';
import type { PageContext } from '../pages/page.js';
import { createOverviewLabel } from './account-label.js';
import type { OverviewView } from './overview.view.js';
import { formatMoney } from '../pages/money.page.js';
import { toDigits } from '../pages/number-format.js';

/** For users without trades: their account, and the first steps. Administrators are here for other users. */
export function renderFirstSteps({ accounts, is_sandbox: isSandbox, service }: OverviewView): Html {
  const [first] = accounts.filter(({ access, enabled }) => access !== 'Read' && enabled);
  if (service !== null) return renderAdministratorSteps(first);
  if (first === undefined) return accounts.length > 0 ? looker : noAccountSteps;
  return html`<section class="first" aria-labelledby="first">
<h2 id="first">Place your first order</h2>
<p>Your account <strong>${first.name}</strong> has ${first.currency} ${formatMoney(toDigits(first.cash_balance) ?? '0')} in cash.${isSandbox && ' It is play money, and a market maker trades at any hour.'}</p>
<ol>
<li><a href="/marketdata">Choose an instrument</a> on the market page, and open its chart and order book.</li>
<li><strong>Buy or sell a small quantity.</strong> A market order fills at once; a limit order waits for its price.</li>
<li>Come back to this page: it shows your positions, P&amp;L and working orders, live.</li>
</ol>
<p class="actions"><a class="button primary" href="/marketdata">Go to the market</a> <a class="button" href="/orders/new?acct_id=${first.id}">Open an order ticket</a></p>
<p class="hint">Trading by API? <a href="/profile/new-key">Request an API key</a> and follow <a href="/docs/quick-start">the quick start</a>.</p>
</section>`;
}

const looker = html`<section class="first" aria-labelledby="first">
<h2 id="first">You can view these accounts</h2>
<p>Other users trade them. Positions and working orders appear below.</p>
</section>`;

const noAccountSteps = html`<section class="first" aria-labelledby="first">
<h2 id="first">You have no account yet</h2>
<p>You need an account to place orders, and an administrator opens it. Give them the email address that you sign in with. The account then appears here.</p>
<p class="actions"><a class="button" href="/marketdata">View the market</a> <a class="button" href="/docs">Read the documentation</a></p>
</section>`;

const renderAdministratorSteps = (
  own: AccountView | undefined,
): Html => html`<section class="first" aria-labelledby="first">
<h2 id="first">${own === undefined ? 'You have no trading account' : 'You have no orders or positions of your own'}</h2>
<p>You administer other users’ accounts: their <a href="/orders">orders</a>, <a href="/positions">positions</a>, <a href="/accounts">accounts</a>, <a href="/users">owners</a>, and <a href="/accounts/statements/upload">statements of the back office</a>.</p>
${own !== undefined && html`<p>In your own account <strong>${own.name}</strong> you can trade as everybody does: <a href="/orders/new?acct_id=${own.id}">open an order ticket</a>.</p>`}
</section>`;

/** Problems that the user should see first, each with its consequence and the place to fix it. Empty without any. */
export function renderAttention(view: OverviewView, context: PageContext): Html | null {
  const { accounts, breaks, halted, service } = view;
  const { getName } = context;
  const label = createOverviewLabel(view, context);
  const notices = [
    ...halted.map((one) => renderHaltAttention(one, getName)),
    ...(service === null ? [] : listServiceItems(service)),
    ...accounts.flatMap((account) => renderAccountAttention(account, label, getName)),
    ...(service === null ? breaks.map((one) => renderBreakAttention(one, label)) : []),
  ];
  if (notices.length === 0) return null;
  return html`<section class="attention message" aria-labelledby="attention">
<h2 id="attention">Needs attention</h2>
<ul>${notices.map((one) => html`<li>${one}</li>\n`)}</ul>
</section>`;
}

const count = (number: number, one: string, many: string): string => (number === 1 ? `1 ${one}` : `${number} ${many}`);

function listServiceItems({
  accounts,
  disabled,
  broken,
  breaks,
  mismatched,
}: NonNullable<OverviewView['service']>): Html[] {
  return [
    breaks > 0 &&
      html`<a href="/reconciliation/breaks?status=Open">${count(breaks, 'break is open', 'breaks are open')}</a> in ${count(broken, 'account', 'accounts')}: the books and the back office differ.`,
    mismatched > 0 &&
      html`${count(mismatched, 'account counts', 'accounts count')} money and positions from different dates. <a href="/accounts/statements/upload">Upload statements</a> for the later date.`,
    disabled > 0 &&
      html`${count(disabled, 'account is', 'accounts are')} disabled, of <a href="/accounts">${accounts}</a>.`,
  ].filter((notice) => notice !== false);
}

function renderAccountAttention(
  { id, enabled, baseline_mismatch: isMismatch, stale_marks: stale, baseline }: AccountView,
  label: (id: number) => string,
  named: PageContext['getName'],
): Html[] {
  const account = html`<a href="/accounts/${id}">${label(id)}</a>`;
  return [
    !enabled &&
      html`${account} is disabled: its working orders were canceled, and new orders are rejected. An administrator can enable it.`,
    isMismatch &&
      html`${account} counts its cash from the <a href="/accounts/${id}/moneyvals?order=desc">statement of ${baseline?.as_of ?? ''}</a>, and its <a href="/refpositions?acct_id=${id}">positions</a> from another date: its values may be wrong until both have the same date.`,
    stale.length > 0 &&
      html`${account} holds ${stale.map((instrument) => named('instrument_id', instrument)).join(', ')} without a price: their unrealized P&amp;L is not included in its values.`,
  ].filter((notice) => notice !== false);
}

function renderHaltAttention(
  { instrument_id: id, orders, is_held: isHeld }: OverviewView['halted'][number],
  named: PageContext['getName'],
): Html {
  const waiting =
    orders === 0
      ? ''
      : ` ${count(orders, 'working order', 'working orders')} can only be canceled; stops do not trigger.`;
  return html`Trading in <a href="/desk/${id}">${named('instrument_id', id)}</a> is halted.${waiting}${isHeld && ' Your position cannot be closed meanwhile.'}`;
}

function renderBreakAttention(
  { acct_id: id, open }: OverviewView['breaks'][number],
  label: (id: number) => string,
): Html {
  return html`${label(id)}: the positions of the back office differ from the books in <a href="/reconciliation/breaks?acct_id=${id}&status=Open">${count(open, 'instrument', 'instruments')}</a>.`;
}
