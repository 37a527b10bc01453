import { wayOn } from '../http/csv-link.page.js';
import { type Html, html } from '../http/html.js';
import type { PageContent, Visit } from '../http/page.js';
import { siblings } from '../http/siblings.page.js';
import { type Column, table } from '../http/table.page.js';

type Listing<Row> = Readonly<{
  title: string;
  lead: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  filters?: Html;
  summary?: Html | null;
  hasCsv?: boolean;
  /** What makes the rows follow what happens. */ script?: string;
}>;

/** The lists of this room look alike, and lead to each other. */
export function listing<Row>(
  { title, lead, rows, columns, filters, summary, hasCsv = false, script }: Listing<Row>,
  { path, next }: Visit,
): PageContent {
  return {
    title,
    styles: ['orders.css'],
    ...(script !== undefined && { scripts: [script] }),
    body: html`<article class="listing">
<h1>${title}</h1>
<p class="lead">${lead}</p>
${tradingPages(path)}
${filters}
<div id="rows">${rows.length === 0 ? html`<p class="empty">There is nothing here yet.</p>` : html`${summary}${table(title, rows, columns)}`}</div>
${wayOn({ path, next }, hasCsv && rows.length > 0)}
</article>`,
  };
}

export const tradingPages = (path: string): Html =>
  siblings('Trading', path, [
    ['/orders', 'Orders'],
    ['/fills', 'Fills'],
    ['/orderactions', 'Actions'],
  ]);
