import { renderFacts } from '../../pages/facts.page.js';
import { type Html, html } from '../../pages/html.js';
import { renderAdministrationNavigation } from '../../pages/navigation.page.js';
import { renderExactMoney } from '../../pages/money.page.js';
import type { PageContent, PageContext } from '../../pages/page.js';
import { renderNumber, renderTable, renderText } from '../../pages/table.page.js';
import type { ProductGroupPageView, ProductGroupView } from './product-group.view.js';
import { createProductColumns } from '../products/product.page.js';
import { formatDayMinute, formatWeekEnd, formatWeekMinute } from '../calendar/session-hours-text.js';
import { referenceListPage } from '../reference-lists.page.js';

/** Whether a market is open, and until when. */
function renderSessionState({
  is_open: isOpen,
  opens_at: opens,
  closes_at: closes,
}: ProductGroupView['session']): Html {
  const until = isOpen ? closes : opens;
  return html`<span class="badge ${isOpen ? 'good' : 'warn'}">${isOpen ? 'open' : 'closed'}</span> until <time datetime="${until}">${until.slice(0, 16).replace('T', ' ')}Z</time>`;
}

export function productGroupsPage(groups: readonly ProductGroupView[], context: PageContext): PageContent {
  return referenceListPage(
    {
      title: 'Product groups',
      table: 'product-groups',
      lead: 'Products of one exchange and currency with the same hours, holidays and margins.',
      rows: groups,
      createLink: ['/productgroups/new', 'New group'],
      columns: [
        { title: 'Symbol', cell: ({ id, symbol }) => html`<a href="/productgroups/${id}">${symbol}</a>` },
        { title: 'Name', isPlain: true, cell: ({ name }) => renderText(name) },
        { title: 'Exchange', cell: ({ exchange }) => renderText(exchange) },
        { title: 'Products', figure: ({ products }) => products.length },
        { title: 'Now', cell: ({ session }) => renderSessionState(session) },
        { title: 'Currency', cell: ({ currency }) => renderText(currency) },
        { title: 'Initial margin', money: (group) => group.initial_margin, isExact: true },
        { title: 'Maintenance', money: (group) => group.maintenance_margin, isExact: true },
      ],
    },
    context,
  );
}

const selfTradeNames: Readonly<Record<ProductGroupView['self_trade_policy'], string>> = {
  CancelAggressor: 'cancels the incoming order',
  CancelResting: 'cancels the resting order',
  CancelBoth: 'cancels both orders',
};

/** Shows a product group with its terms, products and hours. */
export function productGroupPage(group: ProductGroupPageView, context: PageContext): PageContent {
  const { id, symbol, name, exchange, currency, timezone, session, products } = group;
  return {
    title: `${symbol}, ${name}`,
    styles: ['cards.css'],
    body: html`<article class="group">
<p class="back"><a href="/productgroups">All product groups</a></p>
<h1>${name}</h1>
${context.isAdministrator && renderAdministrationNavigation(context)}
<p class="lead"><code>${symbol}</code> at ${exchange}, ${renderSessionState(session)}</p>
${context.isAdministrator && html`<p class="actions"><a class="button" href="/productgroups/${id}/change">Change …</a> <a class="button" href="/products/new?group_id=${id}">New product …</a></p>`}
${renderFacts([
  ['Session date', html`<time datetime="${session.date}">${session.date}</time>`],
  ['Currency', renderText(currency)],
  ['Time zone', renderText(timezone)],
  ['Initial margin', html`${renderExactMoney(group.initial_margin, currency)} ${currency} per contract`],
  ['Maintenance margin', html`${renderExactMoney(group.maintenance_margin, currency)} ${currency} per contract`],
  [
    'Price band',
    group.price_band.rawJSON === '0'
      ? renderText('none')
      : html`${renderNumber(group.price_band)} % of the reference price`,
  ],
  [
    'Self-trade prevention',
    html`${selfTradeNames[group.self_trade_policy]}, ${group.self_trade_scope === 'owner' ? 'among all accounts of one owner' : 'within one account'}`,
  ],
])}
<h2>Products</h2>
${products.length === 0 ? html`<p class="empty">None yet.</p>` : renderTable('Products', products, createProductColumns(context), { areCards: true })}
<p><a href="/instruments?product_group_id=${id}">All instruments of this group</a></p>
<h2>Weekly hours</h2>
<p>In ${timezone} time. The session date is the date on which the session ends.${group.trades_at_all_hours === true && ' This sandbox trades at all hours: a session begins when the one before ends.'}</p>
${renderWeek(group)}
<h2>Holidays and early closes</h2>
${renderOverrides(group)}
</article>`,
  };
}

function renderWeek({
  session_calendar: { session_start_times: starts, session_end_times: ends },
}: ProductGroupView): Html {
  return renderTable(
    'Weekly hours',
    starts.map((start, index) => ({ start, end: ends[index] ?? start })),
    [
      { title: 'Opens', cell: ({ start }) => renderText(formatWeekMinute(start)) },
      { title: 'Closes', cell: ({ end }) => renderText(formatWeekEnd(end)) },
    ],
  );
}

function renderOverrides({ session_calendar: calendar }: ProductGroupView): Html {
  if (calendar.overrides.length === 0) return html`<p class="empty">None.</p>`;
  return renderTable('Holidays and early closes', calendar.overrides, [
    { title: 'Date', cell: ({ date }) => html`<time datetime="${date}">${date}</time>` },
    { title: 'Occasion', cell: ({ name }) => renderText(name) },
    {
      title: 'Session',
      cell: ({ end_time: endTime }) => renderText(endTime === undefined ? 'none' : `until ${formatDayMinute(endTime)}`),
    },
  ]);
}
