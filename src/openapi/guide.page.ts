import { type Html, html } from '../http/html.js';
import type { PageContent } from '../http/page.js';
import type { GuideView } from './documentation.view.js';
import { type Block, blocksOf } from './markdown.js';
import { inline } from './prose.page.js';

/** A document of ours, as it stands in the repository, with a way to each of its parts. */
export function guidePage({ title, summary, text }: GuideView): PageContent {
  const [, ...blocks] = blocksOf(text);
  const parts = blocks.flatMap((block) => (block.kind === 'heading' && block.level === 2 ? [block] : []));
  return {
    title,
    body: html`<article class="docs guide">
<p class="back"><a href="/docs">All of the interface</a></p>
<h1>${title}</h1>
<p class="lead">${spans(summary)}</p>
<nav aria-label="On this page"><ul>${parts.map((part) => html`<li><a href="#${part.id}">${spans(part.text)}</a></li>`)}</ul></nav>
${blocks.map(shown)}
</article>`,
  };
}

function shown(block: Block, at: number, all: readonly Block[]): Html {
  if (block.kind === 'heading')
    return block.level === 2
      ? html`<h2 id="${block.id}">${spans(block.text)}</h2>\n`
      : html`<h3 id="${block.id}">${spans(block.text)}</h3>\n`;
  if (block.kind === 'list') return html`<ul>${block.items.map((item) => html`<li>${spans(item)}</li>\n`)}</ul>\n`;
  if (block.kind === 'code') return html`<pre tabindex="0"><code>${block.text}</code></pre>\n`;
  return block.kind === 'table' ? tableOf(block, labelAt(at, all)) : html`<p>${spans(block.text)}</p>\n`;
}

/** What scrolls by itself has a name: that of the part in which it stands. */
function labelAt(at: number, all: readonly Block[]): string {
  const heading = all.slice(0, at).findLast(({ kind }) => kind === 'heading');
  return heading?.kind === 'heading' ? heading.text.replaceAll('`', '') : 'Table';
}

/** A table of prose is set one row below the other where the screen is narrow; one with many columns keeps them. */
function tableOf(
  { head, rows }: Readonly<{ head: readonly string[]; rows: readonly (readonly string[])[] }>,
  label: string,
): Html {
  const isProse = head.length <= 3;
  return html`<section class="scroll" tabindex="0" aria-label="${label}">
<table class="rows${isProse && ' stack fields'}">
<thead><tr>${head.map((cell) => html`<th scope="col">${spans(cell)}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${row.map((cell) => html`<td${isProse && html` class="text"`}>${spans(cell)}</td>`)}</tr>\n`)}</tbody>
</table>
</section>
`;
}

const span = /(`[^`]+`)|\*\*((?:`[^`]*`|[^`])+?)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/;

/** Code first: what stands in it is no markup. */
function spans(text: string): Html {
  const found = span.exec(text);
  if (!found) return html`${text}`;
  const [whole, code, strong, label, target] = found;
  const before = text.slice(0, found.index);
  const rest = spans(text.slice(found.index + whole.length));
  if (code !== undefined) return html`${before}${inline(code)}${rest}`;
  if (strong !== undefined) return html`${before}<strong>${spans(strong)}</strong>${rest}`;
  return html`${before}<a href="${pageOf(target ?? '')}">${spans(label ?? '')}</a>${rest}`;
}

/** A document beside this one is a page beside this one. */
const pageOf = (target: string): string => target.replace(/^(\w+)\.md(?=#|$)/, '/docs/$1');
