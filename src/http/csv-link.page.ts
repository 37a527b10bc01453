import { downloadOf } from './download.js';
import { type Html, html } from './html.js';
import type { Visit } from './page.js';

/** The list of a page as a file. Where there is more than the page shows, the link says that the file has it. */
const csvLink = ({ path, next }: Pick<Visit, 'path' | 'next'>): Html =>
  html`<p><a class="csv" href="${downloadOf(path)}" download>CSV</a>${next !== null && html` <span class="hint">all of it</span>`}</p>`;

/** The way on, and the list as a file. */
export const wayOn = ({ path, next }: Pick<Visit, 'path' | 'next'>, hasRows: boolean, onward = 'Next page'): Html =>
  html`<div class="toolbar">${next !== null && html`<p class="next"><a href="${next}" rel="next">${onward}</a></p>`}${hasRows && csvLink({ path, next })}</div>`;
