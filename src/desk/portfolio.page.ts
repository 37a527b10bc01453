import { listMarginSums, listSums, renderMargin } from '../accounts/account.page.js';
import { type Html, html } from '../pages/html.js';
import { isLostByRounding, type Sum } from '../pages/money.page.js';
import { toPaddedPrice, toShownAverage } from '../pages/number-format.js';
import type { PageContext } from '../pages/page.js';
import { type TableColumn, type TableTotal, renderTable, renderText } from '../pages/table.page.js';
import { createOverviewLabel } from './account-label.js';
import type {
  CurrencyTotalsView,
  DayPositionView,
  GroupExposureView,
  OverviewView,
  UnlistedPositionsView,
} from './overview.view.js';
import { renderCloseButton, renderCloseForm } from '../accounts/positions/positions.page.js';

const SUMMED = ['day_pnl', 'unrealised_pnl', 'realised_pnl'] as const;

/** The page shows the same figures in cards, totals and rows: where one of its sums needs every digit, all of them have it. */
export const needsEveryDigit = (view: OverviewView): boolean =>
  view.accounts.some((account) => listSums(account, account).some((sum) => isLostByRounding(sum, account.currency))) ||
  view.totals.some((total) => listTotalSums(view, total).some((sum) => isLostByRounding(sum, total.currency)));

function listTotalSums({ accounts, positions, unlisted }: OverviewView, total: CurrencyTotalsView): Sum[] {
  const isOfTotal = ({ currency }: Readonly<{ currency: string }>): boolean => currency === total.currency;
  const [members, rows] = [accounts.filter(isOfTotal), [...positions, ...unlisted].filter(isOfTotal)];
  return [
    { whole: total.net_liq, parts: members.map((account) => account.net_liq) },
    { whole: total.margin_used, parts: members.map((account) => account.margin_used) },
    ...listMarginSums(total),
    ...SUMMED.flatMap((name) =>
      [members, rows].map((list) => ({ whole: total[name], parts: list.map((one) => one[name]) })),
    ),
  ];
}

/** The sums of several accounts, by currency: amounts of two currencies have no sum. */
export const renderTotals = (totals: OverviewView['totals'], isExact: boolean): Html =>
  html`<div class="totals">${renderTable('Totals', totals, createTotalColumns(isExact), { areCards: true, rowAttributes: ({ currency }) => html` id="total-${currency}"` })}</div>`;

const createTotalColumns = (isExact: boolean): readonly TableColumn<CurrencyTotalsView>[] => [
  {
    title: 'Total',
    cell: ({ currency, accounts }) =>
      html`<strong>${currency}</strong> <small>${accounts === 1 ? '1 account' : `${accounts} accounts`}</small>`,
  },
  { title: 'Net liquidation value', key: 'net_liq', money: (one) => one.net_liq, isExact },
  { title: 'P&L today', key: 'day_pnl', gain: (one) => one.day_pnl, isExact },
  { title: 'Unrealized', key: 'unrealised_pnl', gain: (one) => one.unrealised_pnl, isExact },
  { title: 'Realized', key: 'realised_pnl', gain: (one) => one.realised_pnl, isExact },
  { title: 'Margin', cell: (one) => renderMargin(one, `total-${one.currency}`, isExact) },
];

/** Open positions with their sums, and what they are exposed to. */
export function renderPortfolio(view: OverviewView, context: PageContext, isExact: boolean): Html {
  const { positions, open_positions: open, exposure } = view;
  if (positions.length === 0 && view.accounts.length === 0) return html``;
  const closable = positions.filter(({ obstacle }) => obstacle === null);
  return html`<section class="held" aria-labelledby="positions">
<header class="head"><h2 id="positions">Open positions${open > positions.length && html` <span class="count">${positions.length} of ${open}</span>`}</h2>${closable.length > 0 && html`<p class="actions"><a class="button danger" href="/positions/close">Flatten all …</a></p>`}</header>
${positions.length === 0 ? html`<p class="empty">No open positions. Positions that you open are listed here with their P&amp;L.</p>` : renderTable('Positions with their P&L', positions, createPositionColumns(view, context, isExact), { areCards: true, rowAttributes: (one) => html` id="position-${one.acct_id}-${one.instrument_id}"`, totals: listTotals(view) })}
${positions.length > 0 && html`<p class="next"><a href="/positions">All positions</a></p>`}
${closable.length > 0 && renderCloseForm(context)}
</section>
${exposure.length > 0 && renderExposure(exposure, context)}`;
}

/** The totals are those of the accounts. What they count without a row above has a line of its own, so that each column adds up. */
const listTotals = ({ positions, totals, unlisted }: OverviewView): TableTotal[] =>
  totals
    .filter(({ currency }) => positions.some((one) => one.currency === currency))
    .flatMap((total) => [
      ...unlisted.filter(({ currency }) => currency === total.currency).map(toUnlistedTotal),
      {
        id: `sum-${total.currency}`,
        label: `Total ${total.currency}`,
        currency: total.currency,
        sums: pickSums(total),
      },
    ]);

const toUnlistedTotal = (one: UnlistedPositionsView): TableTotal => ({
  id: `${one.kind}-${one.currency}`,
  label: one.kind === 'closed' ? `Closed positions ${one.currency}` : `${one.count} more in ${one.currency}`,
  currency: one.currency,
  sums: pickSums(one),
});

const pickSums = ({ day_pnl, unrealised_pnl, realised_pnl }: UnlistedPositionsView | CurrencyTotalsView) => ({
  day_pnl,
  unrealised_pnl,
  realised_pnl,
});

function createPositionColumns(
  view: OverviewView,
  context: PageContext,
  isExact: boolean,
): readonly TableColumn<DayPositionView>[] {
  const { decimals } = view;
  const { getName } = context;
  const label = createOverviewLabel(view, context);
  const pad = (one: DayPositionView, price: DayPositionView['mark_price']) =>
    toPaddedPrice(price, decimals[one.instrument_id] ?? 0);
  return [
    {
      title: 'Instrument',
      cell: (one) => html`<a href="/desk/${one.instrument_id}">${getName('instrument_id', one.instrument_id)}</a>`,
    },
    { title: 'Quantity', key: 'quantity', figure: ({ quantity }) => quantity },
    { title: 'Actions', isPlain: true, cell: renderClose },
    { title: 'P&L today', key: 'day_pnl', gain: (one) => one.day_pnl, isExact },
    { title: 'Unrealized', key: 'unrealised_pnl', gain: (one) => one.unrealised_pnl, isExact },
    { title: 'Realized', key: 'realised_pnl', gain: (one) => one.realised_pnl, isExact },
    { title: 'Currency', cell: ({ currency }) => renderText(currency) },
    {
      title: 'Average',
      key: 'average_price',
      price: (one) => toShownAverage(one.average_price, decimals[one.instrument_id] ?? 0),
      exact: (one) => one.average_price,
    },
    { title: 'Mark', key: 'mark_price', price: (one) => pad(one, one.mark_price) },
    { title: 'Account', cell: (one) => html`<a href="/accounts/${one.acct_id}">${label(one.acct_id)}</a>` },
  ];
}

const renderClose = (one: DayPositionView): Html =>
  one.obstacle === null ? renderCloseButton(one) : html`<span class="hint">${one.obstacle}</span>`;

function renderExposure(exposure: readonly GroupExposureView[], { getName }: PageContext): Html {
  const columns: readonly TableColumn<GroupExposureView>[] = [
    {
      title: 'Product group',
      cell: ({ product_group_id: id, is_partial: isPartial }) =>
        html`<a href="/marketdata?product_group_id=${id}">${getName('product_group_id', id)}</a>${isPartial && html` <span class="badge warn">without positions that have no price</span>`}`,
    },
    { title: 'Long', key: 'long', money: ({ long }) => long },
    { title: 'Short', key: 'short', money: ({ short }) => short },
    { title: 'Net', key: 'net', money: ({ net }) => net },
    { title: 'Gross', key: 'gross', money: ({ gross }) => gross },
    { title: 'Currency', cell: ({ currency }) => renderText(currency) },
    { title: 'Margin used', key: 'margin', money: ({ margin }) => margin },
  ];
  return html`<section aria-labelledby="exposure">
<h2 id="exposure">Exposure</h2>
${renderTable('Exposure by product group', exposure, columns, { areCards: true, rowAttributes: ({ product_group_id: id }) => html` id="exposure-${id}"` })}
<p class="hint">Quantity × mark price × multiplier, in the currency of the group. Margin includes working orders.</p>
</section>
`;
}
