import { type Html, html } from '../http/html.js';
import { administrationPages } from '../http/administration.page.js';
import { money } from '../http/money.page.js';
import type { PageContent, Visit } from '../http/page.js';
import { figure, table, text } from '../http/table.page.js';
import type { ProductGroupView } from './product-group.view.js';
import { productColumns } from './products.page.js';
import { dayMinute, weekEnd, weekMinute } from './hours-in-words.js';
import { sessionState } from './session.page.js';

/** One group: what holds for all of its products, the products, and when they trade. */
export function productGroupPage(group: ProductGroupView, visit: Visit): PageContent {
  const { id, symbol, name, exchange, currency, timezone, session, products } = group;
  return {
    title: `${symbol}, ${name}`,
    body: html`<article class="group">
<p class="back"><a href="/productgroups">All product groups</a></p>
<h1>${name}</h1>
${visit.isAdministrator && administrationPages(visit.path)}
<p class="lead"><code>${symbol}</code> at ${exchange}, ${sessionState(session)}</p>
${visit.isAdministrator && html`<p class="actions"><a class="button" href="/productgroups/${id}/change">Change …</a> <a class="button" href="/products/new?group_id=${id}">New product …</a></p>`}
<table class="facts"><tbody>
${facts([
  ['Session date', html`<time datetime="${session.date}">${session.date}</time>`],
  ['Currency', text(currency)],
  ['Time zone', text(timezone)],
  ['Initial margin', html`${money(group.initial_margin)} ${currency} for each contract`],
  ['Maintenance margin', html`${money(group.maintenance_margin)} ${currency} for each contract`],
  [
    'Price band',
    group.price_band.rawJSON === '0' ? text('none') : html`${figure(group.price_band)} % of the reference price`,
  ],
  ['Self-trade policy', text(group.self_trade_policy)],
  [
    'Self-trade prevention',
    text(group.self_trade_scope === 'owner' ? 'among all accounts of one owner' : 'within one account'),
  ],
])}</tbody></table>
<h2>Products</h2>
${products.length === 0 ? html`<p class="empty">There is none yet.</p>` : table('Products', products, productColumns)}
<p><a href="/instruments?product_group_id=${id}">All instruments of this group</a></p>
<h2>Hours of a week</h2>
<p>In the time of ${timezone}. A session belongs to the date on which it ends.</p>
${week(group)}
<h2>Holidays and early closes</h2>
${overrides(group)}
</article>`,
  };
}

const facts = (rows: readonly (readonly [string, Html])[]): Html[] =>
  rows.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>\n`);

function week({ session_calendar: { session_start_times: starts, session_end_times: ends } }: ProductGroupView): Html {
  return table(
    'Hours of a week',
    starts.map((start, index) => ({ start, end: ends[index] ?? start })),
    [
      { title: 'Opens', cell: ({ start }) => text(weekMinute(start)) },
      { title: 'Closes', cell: ({ end }) => text(weekEnd(end)) },
    ],
  );
}

function overrides({ session_calendar: calendar }: ProductGroupView): Html {
  if (calendar.overrides.length === 0) return html`<p class="empty">There is none.</p>`;
  return table('Holidays and early closes', calendar.overrides, [
    { title: 'Date', cell: ({ date }) => html`<time datetime="${date}">${date}</time>` },
    { title: 'Occasion', cell: ({ name }) => text(name) },
    {
      title: 'Session',
      cell: ({ end_time: endTime }) => text(endTime === undefined ? 'none' : `until ${dayMinute(endTime)}`),
    },
  ]);
}
