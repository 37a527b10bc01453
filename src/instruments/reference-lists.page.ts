import { type Html, html } from '../http/html.js';
import type { PageContent, Visit } from '../http/page.js';
import { type Column, table } from '../http/table.page.js';

type Listing<Row> = Readonly<{ title: string; lead: string; rows: readonly Row[]; columns: readonly Column<Row>[] }>;

/** The three lists look alike: what they are, a search, a table, and the way on. */
export function listPage<Row>({ title, lead, rows, columns }: Listing<Row>, { path, next }: Visit): PageContent {
  return {
    title,
    body: html`<article class="listing">
<h1>${title}</h1>
<p class="lead">${lead}</p>
${lists(path)}
${search(path)}
${rows.length === 0 ? html`<p class="empty">Nothing fits.</p>` : table(title, rows, columns)}
${next !== null && html`<p class="next"><a href="${next}" rel="next">Next page</a></p>`}
</article>`,
  };
}

const destinations = [
  ['/productgroups', 'Product groups'],
  ['/products', 'Products'],
  ['/instruments', 'Instruments'],
] as const;

function lists(path: string): Html {
  const [here] = path.split('?');
  return html`<nav class="siblings" aria-label="Reference data"><ul>${destinations.map(([href, label]) => html`<li><a href="${href}"${href === here && html` aria-current="page"`}>${label}</a></li>`)}</ul></nav>`;
}

/** The question is in the address, so a list that was searched for can be kept and sent on. */
function search(path: string): Html {
  const { pathname, searchParams } = new URL(path, 'http://here');
  return html`<form class="search" method="get" action="${pathname}" role="search">
<div class="field"><label for="search">Symbol or name</label><input id="search" name="search" type="search" maxlength="100" required value="${searchParams.get('search') ?? ''}"></div>
<p><button type="submit">Search</button> ${searchParams.size > 0 && html`<a href="${pathname}">Show all</a>`}</p>
</form>`;
}
