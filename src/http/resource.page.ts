import { type Html, html } from './html.js';
import type { PageContent, Visit } from './page.js';

type Scalar = string | number | null | undefined;

/** Any view, as a browser can read it: the reason no endpoint can forget to answer in HTML. */
export function resourcePage(view: unknown, { path }: Visit): PageContent {
  return { title: path, body: shown(view) };
}

function shown(view: unknown): Html {
  if (Array.isArray(view)) return html`<ol>${view.map((item) => html`<li>${shown(item)}</li>`)}</ol>`;
  if (view === null || typeof view !== 'object') return html`${view as Scalar}`;
  const rows = Object.entries(view).map(([name, value]) => html`<dt>${name}</dt><dd>${shown(value)}</dd>`);
  return html`<dl>${rows}</dl>`;
}
