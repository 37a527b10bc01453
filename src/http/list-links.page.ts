import { toDownloadUrl } from './csv-download.js';
import { type Html, html } from './html.js';
import type { PageContext } from './page.js';

/** The list of a page as a file. Where there is more than the page shows, the link says that the file has it. */
const renderCsvLink = ({ path, nextUrl }: Pick<PageContext, 'path' | 'nextUrl'>): Html =>
  html`<p><a class="csv" href="${toDownloadUrl(path)}" download>CSV</a>${nextUrl !== null && html` <span class="hint">whole list</span>`}</p>`;

/** The way on, and the list as a file. */
export const renderListLinks = (
  { path, nextUrl }: Pick<PageContext, 'path' | 'nextUrl'>,
  hasRows: boolean,
  nextLabel = 'Next page',
): Html =>
  html`<div class="toolbar">${nextUrl !== null && html`<p class="next"><a href="${nextUrl}" rel="next">${nextLabel}</a></p>`}${hasRows && renderCsvLink({ path, nextUrl })}</div>`;
