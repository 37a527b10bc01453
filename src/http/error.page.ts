import { html } from './html.js';
import type { PageContent } from './page.js';
import type { Problem } from './problem.js';

/** The same facts as the JSON problem, for a reader. */
export function errorPage({ status, title, detail }: Problem): PageContent {
  return { title, body: html`<h1>${status} ${title}</h1><p>${detail}</p>` };
}
