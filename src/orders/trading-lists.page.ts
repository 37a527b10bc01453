import { digitsOf, pushOf, widthOfFraction } from '../http/figures.js';
import { type Html, html } from '../http/html.js';
import type { PageContent, Visit } from '../http/page.js';

/** Words, or figures that line up at their decimal point. */
export type Column<Row> = Readonly<{ title: string; cell: (row: Row) => Html } | { title: string; figure: (row: Row) => number | null }>;

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

function table<Row>(name: string, rows: readonly Row[], columns: readonly Column<Row>[]): Html {
  const cells = columns.map((column) => cellsOf(column, rows));
  return html`<section class="scroll" tabindex="0" aria-label="${name}">
<table class="rows">
<thead><tr>${columns.map((column) => html`<th scope="col"${'figure' in column && html` class="n"`}>${column.title}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${cells.map((cell) => cell(row))}</tr>\n`)}</tbody>
</table>
</section>`;
}

function cellsOf<Row>(column: Column<Row>, rows: readonly Row[]): (row: Row) => Html {
  if ('cell' in column) return (row) => html`<td>${column.cell(row)}</td>`;
  const widest = rows.reduce((most, row) => Math.max(most, widthOfFraction(digitsOf(column.figure(row)) ?? '')), 0);
  return (row) => {
    const digits = digitsOf(column.figure(row));
    if (digits === null) return html`<td class="n">${words(null)}</td>`;
    const push = pushOf(digits, widest);
    return html`<td class="n${push > 0 && ` short-${push}`}">${digits}</td>`;
  };
}

export const words = (text: string | null): Html => (text === null ? html`<span class="none"><span aria-hidden="true">–</span><span class="hidden">none</span></span>` : html`${text}`);

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
