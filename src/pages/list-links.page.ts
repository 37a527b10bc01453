import { type Html, html } from './html.js';
import type { PageContext } from './page.js';

/** The URL of a page's list as a file: the same filters from beginning to end. Empty fields are omitted. */
export function toDownloadUrl(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://here');
  for (const name of ['cursor', 'per_page']) searchParams.delete(name);
  for (const [name, value] of [...searchParams]) if (value === '') searchParams.delete(name, value);
  searchParams.set('_as', 'csv');
  return `${pathname}?${searchParams}`;
}

/** The CSV link of a page. If the file has more rows than the page, the link says so. */
const renderCsvLink = ({ path, nextUrl }: Pick<PageContext, 'path' | 'nextUrl'>): Html =>
  html`<p><a class="csv" href="${toDownloadUrl(path)}" download>CSV</a>${nextUrl !== null && html` <span class="hint">whole list</span>`}</p>`;

/** The links to the next page and the CSV file. */
export const renderListLinks = (
  { path, nextUrl }: Pick<PageContext, 'path' | 'nextUrl'>,
  hasRows: boolean,
  nextLabel = 'Next page',
): Html =>
  html`<div class="toolbar">${nextUrl !== null && html`<p class="next"><a href="${nextUrl}" rel="next">${nextLabel}</a></p>`}${hasRows && renderCsvLink({ path, nextUrl })}</div>`;
