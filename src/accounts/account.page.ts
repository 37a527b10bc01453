import { renderFacts } from '../pages/facts.page.js';
import { type Html, html } from '../pages/html.js';
import {
  chooseMoneyRenderers,
  formatCount,
  isLostByRounding,
  renderExactMoney,
  type Sum,
} from '../pages/money.page.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { renderNumber } from '../pages/table.page.js';
import { changeFold } from './account-forms.page.js';
import { ACCOUNT_TERMS, renderValueTerms } from './value-terms.page.js';
import type { AccountView, DayProfitView } from './account.view.js';
import { renderSiblingLinks, listAccountSiblings, SCRIPTS, STYLES, renderUserName } from './exchange-lists.page.js';
import { toDigits } from '../pages/number-format.js';
import { subtractDecimal } from '../money/decimal.js';
import { createExactNumber, type ExactNumber } from '../money/exact-number.js';

/** What a reader can add up in the values of an account. */
export function listSums(account: AccountView, day: DayProfitView | null): Sum[] {
  const { net_liq: net, cash_balance: cash, unrealised_pnl: open, realised_pnl: realized } = account;
  const { held, reported } = splitValue(account);
  const ofAccount = [
    { whole: net, parts: [cash, held] },
    { whole: held, parts: [open, reported] },
    ...listMarginSums(account),
  ];
  if (day === null) return ofAccount;
  const beforeClose = subtract(createExactNumber('0'), day.before_close);
  return [...ofAccount, { whole: day.day_pnl, parts: [open, realized, day.before_list, beforeClose] }];
}

type Margin = Pick<AccountView, 'margin_used' | 'buying_power'>;

export const listMarginSums = ({ margin_used: used, buying_power: power }: Margin): Sum[] =>
  power === null ? [] : [{ whole: power, parts: [used, subtract(power, used)] }];

/** What is in positions, and how much of that came with money values: trades change cash and open profit only. */
function splitValue({ net_liq: net, cash_balance: cash, unrealised_pnl: open }: AccountView) {
  const held = subtract(net, cash);
  return { held, reported: subtract(held, open) };
}

const needsEveryDigit = (account: AccountView, day: DayProfitView | null): boolean =>
  listSums(account, day).some((sum) => isLostByRounding(sum, account.currency));

/**
 * Renders an account's net liquidation value, its two parts (cash, and what is in positions), and how much of the buying power is used as margin; where
 * the page knows it, with the P&L of the day. Rounded, unless they would not add up then.
 */
export function renderAccountValues(
  account: AccountView,
  day: DayProfitView | null = null,
  isExact = needsEveryDigit(account, day),
): Html {
  const { net_liq: net, cash_balance: cash, unrealised_pnl: open, realised_pnl: realized, currency } = account;
  const { money, gain } = chooseMoneyRenderers(isExact);
  return html`<p class="sum"><span class="unit">${currency}</span> <span data-field="net_liq">${money(net, currency)}</span></p>
<dl class="parts">
<div><dt>Cash</dt><dd data-field="cash_balance">${money(cash, currency)}</dd></div>
<div><dt>In positions</dt><dd data-field="positions_value">${gain(splitValue(account).held, currency)}</dd></div>
${day !== null && html`<div><dt>P&amp;L today</dt><dd data-field="day_pnl">${gain(day.day_pnl, currency)}</dd></div>\n`}<div><dt>Unrealized P&amp;L</dt><dd data-field="unrealised_pnl">${gain(open, currency)}</dd></div>
<div><dt>Realized P&amp;L</dt><dd data-field="realised_pnl">${gain(realized, currency)}</dd></div>
</dl>
${renderMargin(account, `account-${account.id}`, isExact)}${day !== null && renderDayDifference(day, (amount) => gain(amount, currency))}${renderReportedPart(account, (amount) => gain(amount, currency))}`;
}

/** A reader can add the three figures up with it. */
const renderDayDifference = (
  { before_list: beforeList, before_close: beforeClose, listed_on: listedOn }: DayProfitView,
  gain: (amount: ExactNumber) => Html,
): Html =>
  html`${!isZero(beforeList) && html`\n<p class="hint">${gain(beforeList)} of P&amp;L today is from before the reference positions of ${listedOn}: unrealized and realized P&amp;L count from their prices.</p>`}${!isZero(beforeClose) && html`\n<p class="hint">${gain(beforeClose)} of unrealized and realized P&amp;L is from before the last close, where P&amp;L today begins.</p>`}`;

/** What stays in positions although nothing is held. */
function renderReportedPart(account: AccountView, gain: (amount: ExactNumber) => Html): Html | null {
  const { baseline } = account;
  const part = splitValue(account).reported;
  if (baseline === null || isZero(part)) return null;
  return html`\n<p class="hint">${gain(part)} of <em>In positions</em> came with the money values of ${baseline.as_of}: it is neither cash nor open profit, and stays until the next.</p>`;
}

/** From this share of the buying power on, the page shows a warning. */
const MUCH = 0.8;

/** What is used as margin and what is available, as figures and as a bar. `id` is unique in the page. */
export function renderMargin(
  { margin_used: used, buying_power: power, currency }: Margin & Partial<Pick<AccountView, 'currency'>>,
  id: string,
  isExact: boolean,
): Html {
  const { money } = chooseMoneyRenderers(isExact);
  const [inUse, most] = [Number(toDigits(used)), Number(toDigits(power ?? 0))];
  if (power === null)
    return html`<p class="margin"><span>Margin used</span> <span data-field="margin_used">${money(used, currency)}</span> <span class="hint">no margin limit</span></p>`;
  const share = most > 0 ? inUse / most : inUse > 0 ? 1 : 0;
  const percent = `${Math.round(share * 100)} %`;
  return html`<div class="margin">
<p><span id="margin-${id}">Margin used</span> <span data-field="margin_used">${money(used, currency)}</span> <span class="of">of</span> <span data-field="buying_power">${money(power, currency)}</span>${share >= MUCH && html` <span class="badge warn">${share >= 1 ? 'all of it' : 'nearly all'}</span>`}</p>
<meter min="0" max="1" high="${MUCH}" value="${Math.min(1, share).toFixed(4)}" aria-labelledby="margin-${id}">${percent}</meter>
<p class="rest"><span data-field="margin_share">${percent}</span> used, <span data-field="margin_available">${money(subtract(power, used), currency)}</span> available</p>
</div>`;
}

const subtract = (one: ExactNumber, other: ExactNumber): ExactNumber =>
  createExactNumber(subtractDecimal(one.rawJSON, other.rawJSON));

const isZero = ({ rawJSON }: ExactNumber): boolean => Number(rawJSON) === 0;

export const renderAccountStateBadge = ({ enabled }: Pick<AccountView, 'enabled'>): Html =>
  enabled ? html`<span class="badge good">enabled</span>` : html`<span class="badge bad">disabled</span>`;

/** The page of one account: values, limits, warnings, and links to its orders, fills and statements. */
export function accountPage(account: AccountView, context: PageContext): PageContent {
  const { id, name, currency, limits, access, enabled } = account;
  const { isAdministrator } = context;
  return {
    title: formatTitle(account, context),
    styles: STYLES,
    scripts: SCRIPTS,
    body: html`<article class="listing account-page">
<h1>${name}${renderOwner(account, context)}</h1>
${renderSiblingLinks(listAccountSiblings(id, context), context.path)}
<p class="lead">Account ${id} in ${currency}. You ${access === 'Owner' ? 'own it' : accessLabels[access]}. ${renderAccountStateBadge(account)}</p>
${renderWarnings(account, context)}
<div class="worth">
<section class="account" id="account-${id}" data-part="worth" aria-labelledby="worth">
<h2 id="worth" class="hidden">Current values</h2>
<p class="whose">Net liquidation value</p>
${renderAccountValues(account)}
${enabled && access !== 'Read' && html`<p class="ways"><a href="/orders/new?acct_id=${id}">New order</a> <a href="/orders?acct_id=${id}&status=Open">Working orders</a></p>`}
</section>
<section aria-labelledby="limits">
<h2 id="limits">Limits</h2>
${renderFacts([
  ['Max. order quantity', limit(limits.max_order_quantity)],
  ['Max. position per instrument', limit(limits.max_position)],
  ['Max. contracts per product', limit(limits.max_product_contracts)],
  [
    'Max. daily loss',
    limits.max_daily_loss === null ? none : html`${currency} ${renderExactMoney(limits.max_daily_loss, currency)}`,
  ],
  [
    'Max. margin (of net liquidation value)',
    limits.buying_power_percent === null ? none : html`${renderNumber(limits.buying_power_percent)} %`,
  ],
  ['Max. working orders', limit(limits.max_working_orders)],
])}
<h2>Details</h2>
${renderFacts([
  ['Baseline', renderBaseline(account)],
  [
    'Owner',
    isAdministrator
      ? html`<a href="/users/${account.owner_id}">${renderUserName(account.owner_id, context)}</a> · <a href="/accounts?owner_id=${account.owner_id}">all accounts of this user</a>`
      : html`${access === 'Owner' && 'you, '}${renderUserName(account.owner_id, context)}`,
  ],
  ['Time zone', html`${account.time_zone}`],
])}
</section>
</div>
${renderValueTerms(ACCOUNT_TERMS.filter(([name]) => name !== 'P&L today'))}
${
  isAdministrator &&
  html`<h2>Administration</h2>
<p class="actions"><a class="button" href="/accounts/${id}/grants">Manage access</a> <a class="button" href="/accounts/statements/upload?kind=positions&acct_id=${id}">Upload statements</a></p>
${changeFold(account, context)}`
}
</article>`,
  };
}

const formatTitle = ({ name, owner_id: id }: AccountView, context: PageContext): string =>
  context.isAdministrator ? `${name} of ${renderUserName(id, context)}` : name;

/** Many accounts have the same name: administrators tell them by name and email of the owner. */
function renderOwner({ owner_id: id }: AccountView, context: PageContext): Html | false {
  const [name, email] = [context.getName('user_name', id), renderUserName(id, context)];
  return (
    context.isAdministrator &&
    html` <span class="none">of ${!['', String(id)].includes(name) && `${name}, `}${email}</span>`
  );
}

const none = html`<span class="none">no limit</span>`;

const limit = (value: number | null): Html => (value === null ? none : html`${formatCount(String(value))}`);

function renderBaseline({ id, baseline: stated }: AccountView): Html {
  if (stated === null)
    return html`none: no <a href="/accounts/${id}/moneyvals?order=desc">money values</a> reported yet`;
  return html`<a href="/accounts/${id}/moneyvals?order=desc">money values</a> of <time datetime="${stated.as_of}">${stated.as_of}</time>`;
}

/** Warnings about the account, and their consequences. */
function renderWarnings(
  { id, enabled, baseline_mismatch: isMismatch, stale_marks: stale }: AccountView,
  { getName }: PageContext,
): Html | null {
  const warnings = [
    !enabled && html`The account is disabled. Its working orders were canceled, and new orders are rejected.`,
    isMismatch &&
      html`The latest money values and <a href="/refpositions?acct_id=${id}">reference positions</a> have different dates. The values of the account may be wrong until both have the same date.`,
    stale.length > 0 &&
      html`${stale.map((instrument) => getName('instrument_id', instrument)).join(', ')} ${stale.length === 1 ? 'has' : 'have'} no price. Its unrealized P&amp;L is not included in the values.`,
  ].filter((warning) => warning !== false);
  if (warnings.length === 0) return null;
  return html`<section class="attention message" aria-labelledby="attention"><h2 id="attention">Needs attention</h2><ul>${warnings.map((one) => html`<li>${one}</li>`)}</ul></section>`;
}

export const accessLabels: Readonly<Record<AccountView['access'], string>> = {
  Owner: 'owner',
  Administrator: 'administer it',
  Trade: 'may trade it',
  Read: 'may view it',
};
