import { renderTableTools } from '../../pages/table-settings.page.js';
import { renderListLinks, type TableColumn, type TableTotal, renderTable } from '../../pages/table.page.js';
import { renderMarketMakerChoice } from '../../pages/choices.page.js';
import type { WithMarketMakerChoice } from '../../accounts/market-maker-choice.js';
import { type Html, html } from '../../pages/html.js';
import type { PageContent, PageContext } from '../../pages/page.js';
import { renderSectionNavigation } from '../../pages/navigation.page.js';
import { renderAccountFilter } from '../../pages/account-field.page.js';
import { orderStateLabels } from '../order-text.js';

const statuses = ['Open', 'Filled', 'Cancelled', 'Expired', 'Rejected'] as const;

/** The same question for orders of another status. Only working orders are sorted. */
export function renderStatusTabs(path: string): Html {
  const { searchParams } = new URL(path, 'http://here');
  const chosen = searchParams.getAll('status').filter((status) => status !== '');
  const renderTab = (label: string, status: string | null): Html => {
    const left = ['status', 'cursor', 'newest', ...(status === 'Open' ? [] : ['sort'])];
    const query = new URLSearchParams(
      [...searchParams].filter(([name, value]) => !left.includes(name) && value !== ''),
    );
    if (status !== null) query.set('status', status);
    const isCurrent = status === null ? chosen.length === 0 : chosen.length === 1 && chosen[0] === status;
    return html`<li><a href="/orders${query.size > 0 && `?${query}`}"${isCurrent && html` aria-current="page"`}>${label}</a></li>`;
  };
  return html`<nav class="tabs" aria-label="Status"><ul>${renderTab('All', null)}${statuses.map((status) => renderTab(status === 'Cancelled' ? orderStateLabels.Cancelled : status, status))}</ul></nav>`;
}

/** A moment in the address does not fit a field for a date. */
const DATE_LENGTH = 10;

type Field = Readonly<{ name: string; label: string; type?: 'text' | 'date'; numeric?: true }>;

/** A form that asks a list for less: whatever stands in it already is shown, and what the form has no field for is kept. */
export function renderOrderFilterForm(context: PageContext, fields: readonly Field[], hasSide: boolean): Html {
  const { path } = context;
  const { pathname, searchParams } = new URL(path, 'http://here');
  const getParameter = (name: string): string => searchParams.get(name) ?? '';
  const names = [...fields.map(({ name }) => name), ...(hasSide ? ['side'] : [])];
  const isOpen = names.some((name) => getParameter(name) !== '');
  const otherParameters = [...searchParams].filter(
    ([name, value]) => !names.includes(name) && !['cursor', 'newest'].includes(name) && value !== '',
  );
  const renderInput = ({ name, label, type = 'text', numeric }: Field): Html =>
    html`<div class="field"><label for="f-${name}">${label}</label><input id="f-${name}" name="${name}" type="${type === 'date' && getParameter(name).length > DATE_LENGTH ? 'text' : type}" value="${getParameter(name)}"${type === 'text' && html` autocomplete="off" maxlength="64"`}${numeric && html` inputmode="numeric"`}></div>`;
  const renderField = (field: Field): Html =>
    field.name === 'acct_id' ? renderAccountFilter('f-acct_id', getParameter('acct_id'), context) : renderInput(field);
  return html`<details class="filter"${isOpen && ' open'}><summary>Filter</summary>
<form action="${pathname}" role="search">
${otherParameters.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${fields.map(renderField)}
${hasSide && html`<div class="field"><label for="f-side">Side</label><select id="f-side" name="side"><option value="">Both</option>${(['Buy', 'Sell'] as const).map((side) => html`<option value="${side}"${getParameter('side') === side && ' selected'}>${side}</option>`)}</select></div>`}
<p class="actions"><button type="submit">Show</button>${isOpen && html` <a href="${toWholeList(path)}">Clear filter</a>`}</p>
</form></details>`;
}

export const renderOrderFilter = (context: PageContext): Html =>
  renderOrderFilterForm(
    context,
    [
      { name: 'symbol', label: 'Instrument' },
      { name: 'acct_id', label: 'Account' },
      ...(context.isAdministrator ? [{ name: 'account', label: 'Owner or account name' }] : []),
      { name: 'client_order_id', label: 'Your reference' },
      { name: 'session_date', label: 'Session', type: 'date' },
      { name: 'from', label: 'From', type: 'date' },
      { name: 'to', label: 'To', type: 'date' },
    ],
    true,
  );

type TradingList<Row> = Readonly<{
  title: string;
  lead: string;
  rows: WithMarketMakerChoice<Row>;
  columns: readonly TableColumn<Row>[];
  /** The name by which a browser remembers the columns; without it they cannot be chosen. */
  table?: string;
  filters?: Html;
  /** Of its article, for style sheets. */ className?: string;
  totals?: readonly TableTotal[];
  hasCsv?: boolean;
  /** What makes the rows follow what happens. */ script?: string;
}>;

/** The list without filters. Whether it has the market maker's rows is no filter: it stays from list to list. */
export function toWholeList(path: string, pathname = path.split('?', 1)[0] ?? path): string {
  const choice = new URL(path, 'http://here').searchParams.get('market_maker');
  return choice ? `${pathname}?${new URLSearchParams({ market_maker: choice })}` : pathname;
}

/** The lists of this module look alike, and link to each other. */
export function tradingListPage<Row>(
  { title, lead, rows, columns, table, totals = [], filters, className, hasCsv = false, script }: TradingList<Row>,
  context: PageContext,
): PageContent {
  const { path, nextUrl } = context;
  const settings = table === undefined ? undefined : { table, context };
  return {
    title,
    styles: ['orders.css', 'cards.css'],
    ...(script !== undefined && { scripts: [script] }),
    body: html`<article class="listing${className !== undefined && ` ${className}`}">
<h1>${title}</h1>
<p class="lead">${lead}</p>
${renderTradingTabs(path)}
${renderMarketMakerChoice(rows.marketMaker, path)}
<div class="list-tools">${rows.length > 0 && settings && renderTableTools(columns, settings)}${filters}</div>
<div id="rows">${rows.length === 0 ? html`<p class="empty">No entries yet.</p>` : renderTable(title, rows, columns, { areCards: true, settings, totals })}</div>
${renderListLinks({ path, nextUrl }, hasCsv && rows.length > 0)}
</article>`,
  };
}

export const renderTradingTabs = (path: string): Html =>
  renderSectionNavigation('Trading', path, [
    [toWholeList(path, '/orders'), 'Orders'],
    [toWholeList(path, '/fills'), 'Fills'],
    [toWholeList(path, '/orderactions'), 'Actions'],
  ]);
