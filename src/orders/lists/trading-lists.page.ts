import { renderListLinks } from '../../pages/list-links.page.js';
import { type Html, html } from '../../pages/html.js';
import type { PageContent, PageContext } from '../../pages/page.js';
import { renderSectionNavigation } from '../../pages/section-navigation.page.js';
import { type TableColumn, renderTable } from '../../pages/table.page.js';

type TradingList<Row> = Readonly<{
  title: string;
  lead: string;
  rows: readonly Row[];
  columns: readonly TableColumn<Row>[];
  filters?: Html;
  summary?: Html | null;
  hasCsv?: boolean;
  /** What makes the rows follow what happens. */ script?: string;
}>;

/** The lists of this module look alike, and link to each other. */
export function tradingListPage<Row>(
  { title, lead, rows, columns, filters, summary, hasCsv = false, script }: TradingList<Row>,
  { path, nextUrl }: PageContext,
): PageContent {
  return {
    title,
    styles: ['orders.css'],
    ...(script !== undefined && { scripts: [script] }),
    body: html`<article class="listing">
<h1>${title}</h1>
<p class="lead">${lead}</p>
${renderTradingTabs(path)}
${filters}
<div id="rows">${rows.length === 0 ? html`<p class="empty">No entries yet.</p>` : html`${summary}${renderTable(title, rows, columns)}`}</div>
${renderListLinks({ path, nextUrl }, hasCsv && rows.length > 0)}
</article>`,
  };
}

export const renderTradingTabs = (path: string): Html =>
  renderSectionNavigation('Trading', path, [
    ['/orders', 'Orders'],
    ['/fills', 'Fills'],
    ['/orderactions', 'Actions'],
  ]);
