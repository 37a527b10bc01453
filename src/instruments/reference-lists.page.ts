import { renderAdministrationNavigation, renderSectionNavigation } from '../pages/navigation.page.js';
import { renderListLinks, type TableColumn, renderTableWithTools } from '../pages/table.page.js';
import { type Html, html } from '../pages/html.js';
import type { PageContent, PageContext } from '../pages/page.js';

/** A further field of the search: a parameter of the list with a few values. */
type SelectFilter = Readonly<{ name: string; label: string; options: readonly string[] }>;

/** `make` is the link for administrators to create a row. */
type ReferenceListOptions<Row> = Readonly<{
  title: string;
  lead: string;
  rows: readonly Row[];
  columns: readonly TableColumn<Row>[];
  /** The name by which a browser remembers the columns. */
  table: string;
  createLink: readonly [href: string, label: string];
  choices?: readonly SelectFilter[];
}>;

/** The layout of all reference data lists: title, search, table, next page. */
export function referenceListPage<Row>(
  { title, lead, rows, columns, table, createLink, choices = [] }: ReferenceListOptions<Row>,
  context: PageContext,
): PageContent {
  const { path, isAdministrator } = context;
  const settings = { table, context };
  return {
    title,
    styles: ['cards.css'],
    body: html`<article class="listing">
<h1>${title}</h1>
${isAdministrator ? renderAdministrationNavigation(context) : renderListNavigation(path)}
<p class="lead">${lead}</p>
${isAdministrator && html`<p class="actions"><a class="button primary" href="${createLink[0]}">${createLink[1]}</a></p>`}
${renderSearchForm(path, choices)}
${renderFilterSummary(context)}
${rows.length === 0 ? html`<p class="empty">No matches.</p>` : renderTableWithTools(title, rows, columns, { areCards: true, settings })}
${renderListLinks(context, rows.length > 0)}
</article>`,
  };
}

const renderListNavigation = (path: string): Html =>
  renderSectionNavigation('Reference data', path, [
    ['/productgroups', 'Product groups'],
    ['/products', 'Products'],
    ['/instruments', 'Instruments'],
  ]);

/** Filters of the URL beyond the search, with the names of their ids. */
function renderFilterSummary({ path, getName }: PageContext): Html | null {
  const query = new URL(path, 'http://here').searchParams;
  const toNames = (field: 'product_id' | 'product_group_id', text: string | null): string[] =>
    text === null || text === '' ? [] : [getName(field, Number(text))];
  const names = [
    ...toNames('product_id', query.get('product_id')),
    ...toNames('product_group_id', query.get('product_group_id') ?? query.get('group_id')),
  ];
  return names.length === 0 ? null : html`<p>Only of <strong>${names.join(' and ')}</strong>.</p>`;
}

/** The search is in the URL, so it can be bookmarked and shared. */
function renderSearchForm(path: string, choices: readonly SelectFilter[]): Html {
  const { pathname, searchParams: query } = new URL(path, 'http://here');
  const hiddenFields = ['product_id', 'product_group_id', 'group_id', 'sort'].filter(
    (name) => (query.get(name) ?? '') !== '',
  );
  return html`<form class="search" method="get" action="${pathname}" role="search">
${hiddenFields.map((name) => html`<input type="hidden" name="${name}" value="${query.get(name)}">\n`)}<div class="field"><label for="search">Symbol or name</label><input id="search" name="search" type="search" maxlength="100" value="${query.get('search') ?? ''}"></div>
${choices.map(({ name, label, options }) => html`<div class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}"><option value="">Any</option>${options.map((value) => html`<option value="${value}"${value === query.get(name) && ' selected'}>${value}</option>`)}</select></div>\n`)}<p><button type="submit">Search</button> ${query.size > 0 && html`<a class="button" href="${pathname}">Show all</a>`}</p>
</form>`;
}
