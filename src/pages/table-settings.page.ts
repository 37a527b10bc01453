import { toColumnSlug } from './column-choice.js';
import { renderFormToken } from './fields.page.js';
import { type Html, html } from './html.js';
import type { PageContext } from './page.js';

/** How a list is sorted by a column now, and the URL of the order that the head of the column leads to. */
type SortState = Readonly<{ state: 'ascending' | 'descending' | null; href: string }>;
export type ColumnSort = (path: string) => SortState;

/**
 * A head sorts the whole list by a field of its parameter `sort`: first as given here, where `-` means from the greatest
 * value, then the other way round, then as without it.
 */
export const sortBy =
  (first: string): ColumnSort =>
  (path) => {
    const second = first.startsWith('-') ? first.slice(1) : `-${first}`;
    const current = new URL(path, 'http://here').searchParams.get('sort');
    const next = current === first ? second : current === second ? null : first;
    const isSorted = current === first || current === second;
    return {
      state: isSorted ? (current.startsWith('-') ? 'descending' : 'ascending') : null,
      href: next === null ? toOrderUrl(path) : toOrderUrl(path, ['sort', next]),
    };
  };

/** For long lists, which have an order from either end only: the newest first, unless asked otherwise. */
export const sortByAge: ColumnSort = (path) => {
  const { searchParams } = new URL(path, 'http://here');
  const sort = searchParams.get('sort') || null;
  if (sort !== null && sort !== 'id') return { state: sort === '-id' ? 'descending' : null, href: toOrderUrl(path) };
  return sort === 'id' || searchParams.get('newest') === 'false'
    ? { state: 'ascending', href: toOrderUrl(path) }
    : { state: 'descending', href: toOrderUrl(path, ['newest', 'false']) };
};

/** The first page in another order, or in the usual one. */
function toOrderUrl(path: string, order?: readonly [name: 'sort' | 'newest', value: string]): string {
  const { pathname, searchParams } = new URL(path, 'http://here');
  for (const name of ['cursor', 'sort', 'newest']) searchParams.delete(name);
  for (const [key, text] of [...searchParams]) if (text === '') searchParams.delete(key, text);
  if (order !== undefined) searchParams.set(...order);
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`;
}

/** What a page knows of a column besides its cells. */
export type ColumnHead = Readonly<{
  title: string;
  /** Cannot be hidden, as the first column. */ isFixed?: true;
  sort?: ColumnSort;
}>;

export const renderHead = ({ title, sort }: ColumnHead, path: string | undefined, attributes: Html): Html => {
  if (sort === undefined || path === undefined) return html`<th scope="col"${attributes}>${title}</th>`;
  const { state, href } = sort(path);
  return html`<th scope="col"${attributes}${state !== null && html` aria-sort="${state}"`}><a href="${href}">${title}</a></th>`;
};

/** The name of a table, by which a browser remembers its columns, and the page that it stands on. */
export type TableSettings = Readonly<{
  table: string;
  context: Pick<PageContext, 'path' | 'hiddenColumns' | 'formToken'>;
}>;

/** The first column identifies the row and stays, so a table is never empty. */
const isOptional = ({ isFixed }: ColumnHead, index: number): boolean => index > 0 && isFixed !== true;

export function listShownColumns<Column extends ColumnHead>(
  columns: readonly Column[],
  settings: TableSettings | undefined,
): readonly Column[] {
  const hidden = settings?.context.hiddenColumns?.get(settings.table);
  return hidden === undefined
    ? columns
    : columns.filter((column, index) => !isOptional(column, index) || !hidden.has(toColumnSlug(column.title)));
}

/** What is chosen above a table: its columns and, on narrow screens, which may have no heads, the order of its rows. */
export const renderTableTools = (columns: readonly ColumnHead[], settings: TableSettings): Html =>
  html`${renderColumnChoice(columns, settings)}${renderSortChoice(columns, settings.context.path)}`;

/** The links of the heads that sort. */
function renderSortChoice(columns: readonly ColumnHead[], path: string): Html | null {
  const links = columns.flatMap(({ title, sort }) => (sort === undefined ? [] : [{ title, ...sort(path) }]));
  const current = links.find(({ state }) => state !== null);
  if (links.length === 0) return null;
  return html`<details class="column-choice sort-choice"><summary>Sort${current && html` <span class="hint">${current.title}, ${current.state}</span>`}</summary>
<ul>${links.map(({ title, state, href }) => html`<li><a href="${href}"${state !== null && html` aria-current="true"`}>${title}${state !== null && html` <span class="hint">${state}</span>`}</a></li>\n`)}</ul>
</details>`;
}

/** The form that hides columns of a table in this browser. */
function renderColumnChoice(columns: readonly ColumnHead[], settings: TableSettings): Html {
  const { table, context } = settings;
  const shown = new Set<ColumnHead>(listShownColumns(columns, settings));
  const optional = columns.filter(isOptional);
  const hiddenCount = columns.length - shown.size;
  return html`<details class="column-choice"><summary>Columns${hiddenCount > 0 && html` <span class="hint">${hiddenCount} hidden</span>`}</summary>
<form method="post" action="/columns">${renderFormToken(context)}
<input type="hidden" name="table" value="${table}"><input type="hidden" name="back" value="${context.path}"><input type="hidden" name="offered" value="${optional.map(({ title }) => toColumnSlug(title)).join(' ')}">
<fieldset><legend>Show</legend>
${optional.map((column) => html`<label><input type="checkbox" name="show" value="${toColumnSlug(column.title)}"${shown.has(column) && ' checked'}> ${column.title}</label>\n`)}</fieldset>
<p class="actions"><button type="submit">Apply</button>${hiddenCount > 0 && html` <button type="submit" name="all" value="true">Show all</button>`}</p>
</form></details>`;
}
