import { administrationPages } from '../http/administration.page.js';
import { wayOn } from '../http/csv-link.page.js';
import { type Html, html } from '../http/html.js';
import type { PageContent, Visit } from '../http/page.js';
import { siblings } from '../http/siblings.page.js';
import { type Column, table } from '../http/table.page.js';

/** One more field of the search: a parameter of the list, and the few values that it can have. */
type Choice = Readonly<{ name: string; label: string; options: readonly (readonly [value: string, words: string])[] }>;

/** `make` is what administrators do here. */
type Listing<Row> = Readonly<{
  title: string;
  lead: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  make: readonly [href: string, label: string];
  choices?: readonly Choice[];
}>;

/** The three lists look alike: what they are, a search, a table, and the way on. */
export function listPage<Row>(
  { title, lead, rows, columns, make, choices = [] }: Listing<Row>,
  visit: Visit,
): PageContent {
  const { path, isAdministrator } = visit;
  return {
    title,
    body: html`<article class="listing">
<h1>${title}</h1>
${isAdministrator ? administrationPages(path) : lists(path)}
<p class="lead">${lead}</p>
${isAdministrator && html`<p class="actions"><a class="button primary" href="${make[0]}">${make[1]}</a></p>`}
${search(path, choices)}
${narrowed(visit)}
${rows.length === 0 ? html`<p class="empty">Nothing fits.</p>` : table(title, rows, columns)}
${wayOn(visit, rows.length > 0)}
</article>`,
  };
}

const lists = (path: string): Html =>
  siblings('Reference data', path, [
    ['/productgroups', 'Product groups'],
    ['/products', 'Products'],
    ['/instruments', 'Instruments'],
  ]);

/** What the address says beyond the search, by the name of what it names. */
function narrowed({ path, named }: Visit): Html | null {
  const asked = new URL(path, 'http://here').searchParams;
  const called = (field: 'product_id' | 'product_group_id', text: string | null): string[] =>
    text === null || text === '' ? [] : [named(field, Number(text))];
  const names = [
    ...called('product_id', asked.get('product_id')),
    ...called('product_group_id', asked.get('product_group_id') ?? asked.get('group_id')),
  ];
  return names.length === 0 ? null : html`<p>Only of <strong>${names.join(' and ')}</strong>.</p>`;
}

/** The question is in the address, so a list that was searched for can be kept and sent on. */
function search(path: string, choices: readonly Choice[]): Html {
  const { pathname, searchParams: asked } = new URL(path, 'http://here');
  const kept = ['product_id', 'product_group_id', 'group_id'].filter((name) => (asked.get(name) ?? '') !== '');
  return html`<form class="search" method="get" action="${pathname}" role="search">
${kept.map((name) => html`<input type="hidden" name="${name}" value="${asked.get(name)}">\n`)}<div class="field"><label for="search">Symbol or name</label><input id="search" name="search" type="search" maxlength="100" value="${asked.get('search') ?? ''}"></div>
${choices.map(({ name, label, options }) => html`<div class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}"><option value="">Any</option>${options.map(([value, words]) => html`<option value="${value}"${value === asked.get(name) && ' selected'}>${words}</option>`)}</select></div>\n`)}<p><button type="submit">Search</button> ${asked.size > 0 && html`<a href="${pathname}">Show all</a>`}</p>
</form>`;
}
