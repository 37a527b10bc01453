import { type Html, html } from '../http/html.js';
import type { PageContent, Visit } from '../http/page.js';
import { type Column, table } from '../http/table.page.js';

type Listing<Row> = Readonly<{ title: string; lead: string; rows: readonly Row[]; columns: readonly Column<Row>[]; none: string; siblings?: Siblings }>;

/** The lists that lie beside each other, the one that is shown among them. */
export type Siblings = Readonly<{ name: string; links: readonly (readonly [href: string, label: string])[] }>;

const everything: Siblings = {
  name: 'Accounts',
  links: [
    ['/accounts', 'Accounts'],
    ['/positions', 'Positions'],
    ['/reconciliation/breaks', 'Breaks'],
  ],
};

/** The lists of this room look alike: what they are, the lists beside them, a table, and the way on. */
export function listPage<Row>({ title, lead, rows, columns, none, siblings = everything }: Listing<Row>, { path, next }: Visit): PageContent {
  return {
    title,
    body: html`<article class="listing">
<h1>${title}</h1>
<p class="lead">${lead}</p>
${besides(siblings, path)}
${rows.length === 0 ? html`<p class="empty">${none}</p>` : table(title, rows, columns)}
${next !== null && html`<p class="next"><a href="${next}" rel="next">Next page</a></p>`}
</article>`,
  };
}

export function besides({ name, links }: Siblings, path: string): Html {
  const [here] = path.split('?');
  return html`<nav class="siblings" aria-label="${name}"><ul>${links.map(([href, label]) => html`<li><a href="${href}"${href === here && html` aria-current="page"`}>${label}</a></li>`)}</ul></nav>`;
}

/** Where one account leads to. */
export const ofAccount = (id: number | string): Siblings => ({
  name: `Account ${id}`,
  links: [
    ['/accounts', 'All accounts'],
    [`/accounts/${id}`, `Account ${id}`],
    [`/accounts/${id}/moneyvals`, 'Money values'],
    [`/positions?acct_id=${id}`, 'Positions'],
    [`/reconciliation/breaks?acct_id=${id}`, 'Breaks'],
  ],
});
