import { type Html, html } from '../pages/html.js';
import type { PageContent } from '../pages/page.js';
import type { GuideView } from './documentation.view.js';
import { type Block, parseMarkdown } from './markdown.js';
import { renderInline } from './documentation.page.js';

/** A document of the repository, with a link to each of its parts. */
export function guidePage({ title, summary, text }: GuideView): PageContent {
  const [, ...blocks] = parseMarkdown(text);
  const parts = blocks.flatMap((block) => (block.kind === 'heading' && block.level === 2 ? [block] : []));
  return {
    title,
    body: html`<article class="docs guide">
<p class="back"><a href="/docs">Documentation</a></p>
<h1>${title}</h1>
<p class="lead">${renderSpans(summary)}</p>
<nav aria-label="On this page"><ul>${parts.map((part) => html`<li><a href="#${part.id}">${renderSpans(part.text)}</a></li>`)}</ul></nav>
${blocks.map(renderBlock)}
</article>`,
  };
}

function renderBlock(block: Block, at: number, all: readonly Block[]): Html {
  if (block.kind === 'heading')
    return block.level === 2
      ? html`<h2 id="${block.id}">${renderSpans(block.text)}</h2>\n`
      : html`<h3 id="${block.id}">${renderSpans(block.text)}</h3>\n`;
  if (block.kind === 'list')
    return html`<ul>${block.items.map((item) => html`<li>${renderSpans(item)}</li>\n`)}</ul>\n`;
  if (block.kind === 'code') return html`<pre tabindex="0"><code>${block.text}</code></pre>\n`;
  return block.kind === 'table'
    ? renderBlockTable(block, findLabel(at, all))
    : html`<p>${renderSpans(block.text)}</p>\n`;
}

/** What scrolls by itself has a name: that of the part in which it stands. */
function findLabel(at: number, all: readonly Block[]): string {
  const heading = all.slice(0, at).findLast(({ kind }) => kind === 'heading');
  return heading?.kind === 'heading' ? heading.text.replaceAll('`', '') : 'Table';
}

/** A table of prose is set one row below the other where the screen is narrow; one with many columns keeps them. */
function renderBlockTable(
  { head, rows }: Readonly<{ head: readonly string[]; rows: readonly (readonly string[])[] }>,
  label: string,
): Html {
  const isProse = head.length <= 3;
  return html`<section class="scroll" tabindex="0" aria-label="${label}">
<table class="rows${isProse && ' stack fields'}">
<thead><tr>${head.map((cell) => html`<th scope="col">${renderSpans(cell)}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${row.map((cell) => html`<td${isProse && html` class="text"`}>${renderSpans(cell)}</td>`)}</tr>\n`)}</tbody>
</table>
</section>
`;
}

const SPAN = /(`[^`]+`)|\*\*((?:`[^`]*`|[^`])+?)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/;

/** Code first: what stands in it is no markup. */
function renderSpans(text: string): Html {
  const match = SPAN.exec(text);
  if (!match) return html`${text}`;
  const [whole, code, strong, label, target] = match;
  const before = text.slice(0, match.index);
  const rest = renderSpans(text.slice(match.index + whole.length));
  if (code !== undefined) return html`${before}${renderInline(code)}${rest}`;
  if (strong !== undefined) return html`${before}<strong>${renderSpans(strong)}</strong>${rest}`;
  return html`${before}<a href="${toPageUrl(target ?? '')}">${renderSpans(label ?? '')}</a>${rest}`;
}

/** A document beside this one is a page beside this one. */
const toPageUrl = (target: string): string => target.replace(/^(\w+)\.md(?=#|$)/, '/docs/$1');
