import { digitsOf, pushOf, widthOfFraction } from '../http/figures.js';
import { type Html, html } from '../http/html.js';
import type { PageContent, Visit } from '../http/page.js';

type Figure = Readonly<{ rawJSON: string }> | number | null;

/** Words, or figures that line up at their decimal point. */
type Column<Row> = Readonly<{ title: string; cell: (row: Row) => Html } | { title: string; figure: (row: Row) => Figure }>;

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

export function table<Row>(name: string, rows: readonly Row[], columns: readonly Column<Row>[]): Html {
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
    const number = column.figure(row);
    const push = number === null ? 0 : pushOf(digitsOf(number) ?? '', widest);
    return html`<td class="n${push > 0 && ` short-${push}`}">${figure(number)}</td>`;
  };
}

/** A number as it travels, or nothing where there is none. */
export const figure = (number: Figure): Html => (number === null ? nothing : html`${digitsOf(number)}`);

export const text = (value: string | null): Html => (value === null ? nothing : html`${value}`);

const nothing = html`<span class="none"><span aria-hidden="true">–</span><span class="hidden">none</span></span>`;

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
