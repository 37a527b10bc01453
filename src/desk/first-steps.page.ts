import { type Html, html } from '../pages/html.js';
import { formatMoney } from '../pages/money.page.js';
import { toDigits } from '../pages/number-format.js';
import type { OverviewView } from './overview.view.js';

/** For users without trades: their account, and the first steps. */
export function renderFirstSteps({ accounts, is_sandbox: isSandbox, service }: OverviewView): Html {
  const [first] = accounts.filter(({ access, enabled }) => access !== 'Read' && enabled);
  if (first === undefined) return accounts.length > 0 ? looker : service === null ? noAccountSteps : keeper;
  return html`<section class="first" aria-labelledby="first">
<h2 id="first">Place your first order</h2>
<p>Your account <strong>${first.name}</strong> has ${first.currency} ${formatMoney(toDigits(first.cash_balance) ?? '0')} in cash.${isSandbox && ' It is play money, and a market maker trades at any hour.'}</p>
<ol>
<li><a href="/marketdata">Choose an instrument</a> on the market page, and open its chart and order book.</li>
<li><strong>Buy or sell a small quantity.</strong> A market order fills at once; a limit order waits for its price.</li>
<li>Come back to this page: it shows your positions, P&amp;L and working orders, live.</li>
</ol>
<p class="actions"><a class="button primary" href="/marketdata">Go to the market</a> <a class="button" href="/orders/new?acct_id=${first.id}">Open an order ticket</a></p>
<p class="hint">Trading by API? <a href="/profile/new-key">Request an API key</a> and read <a href="/docs">the documentation</a>.</p>
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

const keeper = html`<section class="first" aria-labelledby="first">
<h2 id="first">You have no trading account</h2>
<p>You administer other users’ accounts: <a href="/accounts">accounts</a>, <a href="/users">owners</a>, and <a href="/accounts/statements/upload">statements of the back office</a>.</p>
</section>`;
