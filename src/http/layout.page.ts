import { type Html, html } from './html.js';
import type { PageContent } from './page.js';

/** The frame around every page. */
export function layout({ title, body }: PageContent): Html {
  return html`<!doctype html>
    <html lang="en">
      <head><meta charset="utf-8"><title>${title} – Kontor</title></head>
      <body><main>${body}</main></body>
    </html>`;
}
