import { type Html, html } from '../http/html.js';
import { formatMoney } from '../http/money.page.js';
import { toDigits } from '../http/number-format.js';
import type { OverviewView } from './overview.view.js';

/** For users who have not traded yet: what there is, and what to do first. */
export function firstSteps({ accounts, is_sandbox: isSandbox, service }: OverviewView): Html {
  const [first] = accounts.filter(({ access, enabled }) => access !== 'Read' && enabled);
  if (first === undefined) return accounts.length > 0 ? looker : service === null ? noAccountSteps : keeper;
  return html`<section class="first" aria-labelledby="first">
<h2 id="first">Place your first order</h2>
<p>Your account <strong>${first.name}</strong> has ${first.currency} ${formatMoney(toDigits(first.cash_balance) ?? '0')} in it.${isSandbox && ' It is play money, and the other side of the market is there at any hour: try what you like.'}</p>
<ol>
<li><a href="/marketdata">Choose an instrument</a> on the market page, and look at its ladder and its chart.</li>
<li><strong>Buy or sell a little.</strong> A market order is filled at once; a limit order waits for its price.</li>
<li>Come back here: what you hold, what it wins and what still waits is on this page, live.</li>
</ol>
<p class="actions"><a class="button primary" href="/marketdata">Go to the market</a> <a class="button" href="/orders/new?acct_id=${first.id}">Open an order ticket</a></p>
<p class="hint">Trading from a program? <a href="/profile/new-key">Request an API key</a> and read <a href="/docs">the documentation</a>.</p>
</section>`;
}

const looker = html`<section class="first" aria-labelledby="first">
<h2 id="first">You may look at these accounts</h2>
<p>Others trade them; what they hold and what works for them is shown below as soon as there is something.</p>
</section>`;

const noAccountSteps = html`<section class="first" aria-labelledby="first">
<h2 id="first">You have no account yet</h2>
<p>Orders are placed for an account, and an administrator opens one for you. Tell them the e-mail address that you sign in with. As soon as it is open, it stands here.</p>
<p class="actions"><a class="button" href="/marketdata">Look at the market meanwhile</a> <a class="button" href="/docs">Read the documentation</a></p>
</section>`;

const keeper = html`<section class="first" aria-labelledby="first">
<h2 id="first">You have no account of your own</h2>
<p>You administer those of others: <a href="/accounts">their accounts</a>, <a href="/users">their owners</a>, and what the back office <a href="/accounts/statements/upload">states about them</a>.</p>
</section>`;
