import { toDigits } from '../pages/number-format.js';
import { type Html, html } from '../pages/html.js';
import { renderGain, renderMoney } from '../pages/money.page.js';
import type { AccountView } from './account.view.js';

/** Renders an account's net liquidation value, its components, and how much of the buying power is used as margin. */
export function renderAccountValues(account: AccountView): Html {
  return html`<p class="sum"><span class="unit">${account.currency}</span> <span data-field="net_liq">${renderMoney(account.net_liq)}</span></p>
<dl class="parts">
<div><dt>Cash</dt><dd data-field="cash_balance">${renderMoney(account.cash_balance)}</dd></div>
<div><dt>Unrealized P&amp;L</dt><dd data-field="unrealised_pnl">${renderGain(account.unrealised_pnl)}</dd></div>
<div><dt>Realized P&amp;L</dt><dd data-field="realised_pnl">${renderGain(account.realised_pnl)}</dd></div>
</dl>
${renderMargin(account)}`;
}

/** From this share of the buying power on, the page shows a warning. */
const MUCH = 0.8;

function renderMargin({ id, margin_used: used, buying_power: power }: AccountView): Html {
  const [inUse, most] = [Number(toDigits(used)), Number(toDigits(power ?? 0))];
  if (power === null)
    return html`<p class="margin"><span>Margin used</span> <span data-field="margin_used">${renderMoney(used)}</span> <span class="hint">no margin limit</span></p>`;
  const share = most > 0 ? inUse / most : inUse > 0 ? 1 : 0;
  return html`<div class="margin">
<p><span id="margin-${id}">Margin used</span> <span data-field="margin_used">${renderMoney(used)}</span> <span class="of">of</span> <span data-field="buying_power">${renderMoney(power)}</span>${share >= MUCH && html` <span class="badge warn">${share >= 1 ? 'all of it' : 'nearly all'}</span>`}</p>
<meter min="0" max="1" high="${MUCH}" value="${Math.min(1, share).toFixed(4)}" aria-labelledby="margin-${id}">${Math.round(share * 100)}%</meter>
</div>`;
}

export const renderAccountStateBadge = ({ enabled }: Pick<AccountView, 'enabled'>): Html =>
  enabled ? html`<span class="badge good">enabled</span>` : html`<span class="badge bad">disabled</span>`;
