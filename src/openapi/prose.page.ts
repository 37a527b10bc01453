import { type Html, html } from '../pages/html.js';

/** Text of a doc comment: paragraphs, and code between backticks. */
export function renderProse(text: string): Html {
  return html`${text
    .split('\n\n')
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => html`<p>${renderInline(paragraph)}</p>`)}`;
}

export function renderInline(text: string): Html {
  return html`${text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`;
}

/** A value as it travels, laid out for reading. Text that is no JSON stands as it is. */
export const renderExample = (value: unknown): Html =>
  html`<pre tabindex="0"><code>${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</code></pre>`;
