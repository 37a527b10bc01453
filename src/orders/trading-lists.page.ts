import { type Html, html } from '../http/html.js';
import type { PageContent, Visit } from '../http/page.js';
import { type Column, table } from '../http/table.page.js';

type Listing<Row> = Readonly<{ title: string; lead: string; rows: readonly Row[]; columns: readonly Column<Row>[]; filters?: Html }>;

/** The lists of this room look alike, and lead to each other. */
export function listing<Row>({ title, lead, rows, columns, filters }: Listing<Row>, { path, next }: Visit): PageContent {
  return {
    title,
    body: html`<article class="listing">
<h1>${title}</h1>
<p class="lead">${lead}</p>
${siblings(path)}
${filters}
${rows.length === 0 ? html`<p class="empty">There is nothing here yet.</p>` : table(title, rows, columns)}
${next !== null && html`<p class="next"><a href="${next}" rel="next">Next page</a></p>`}
</article>`,
  };
}

export const when = (moment: string): Html => html`<time datetime="${moment}">${moment.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')}</time>`;

const destinations = [
  ['/orders', 'Orders'],
  ['/fills', 'Fills'],
  ['/orderactions', 'Actions'],
] as const;

function siblings(path: string): Html {
  const [here] = path.split('?');
  return html`<nav class="siblings" aria-label="Trading"><ul>${destinations.map(([href, label]) => html`<li><a href="${href}"${href === here && html` aria-current="page"`}>${label}</a></li>`)}</ul></nav>`;
}
