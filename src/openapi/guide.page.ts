import { type Html, html } from '../pages/html.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { areTranslations, renderCode, renderSamples } from './code.page.js';
import { frameDocumentation, type PagePart } from './documentation-frame.page.js';
import type { GuideView } from './documentation.view.js';
import { type Block, parseMarkdown } from './markdown.js';
import { getReader } from './reader.js';
import { renderSpans } from './spans.page.js';

/** A document of the repository, with a link to each of its parts. */
export function guidePage(view: GuideView, context: PageContext): PageContent {
  const { title, summary, text } = view;
  const [, ...blocks] = parseMarkdown(text);
  const article = html`<h1>${title}</h1>
<p class="lead">${renderSpans(summary)}</p>
${renderBlocks(blocks)}`;
  return frameDocumentation(
    { title, article, reader: getReader(view), kind: 'guide', parts: listParts(blocks) },
    context,
  );
}

export const listParts = (blocks: readonly Block[]): readonly PagePart[] =>
  blocks.flatMap((block) =>
    block.kind === 'heading' && block.level === 2 ? [{ id: block.id, text: renderSpans(block.text) }] : [],
  );

type CodeBlock = Extract<Block, { kind: 'code' }>;

/** Code blocks that follow one another in several languages are one example. */
export function renderBlocks(blocks: readonly Block[]): Html {
  const parts = blocks.map((block, at): Html => {
    if (block.kind !== 'code') return renderBlock(block, at, blocks);
    if (isTranslation(blocks, at)) return html``;
    const samples = [block, ...listTranslations(blocks, at)];
    return samples.length === 1
      ? html`${renderCode(block.text, 'wrapped')}\n`
      : html`${renderSamples(
          samples.map(({ language, text: code }) => ({ language, code })),
          `sample-${at}`,
        )}\n`;
  });
  return html`${parts}`;
}

/** The code blocks right after this one that are its translations. */
function listTranslations(blocks: readonly Block[], at: number): readonly CodeBlock[] {
  const translations: CodeBlock[] = [];
  const languages = [(blocks[at] as CodeBlock).language];
  for (const block of blocks.slice(at + 1)) {
    if (block.kind !== 'code' || !areTranslations([...languages, block.language])) break;
    languages.push(block.language);
    translations.push(block);
  }
  return translations;
}

const isTranslation = (blocks: readonly Block[], at: number): boolean => {
  const before = blocks.slice(0, at).findLastIndex(({ kind }) => kind !== 'code') + 1;
  return before < at && before + listTranslations(blocks, before).length >= at;
};

function renderBlock(block: Exclude<Block, CodeBlock>, at: number, all: readonly Block[]): Html {
  if (block.kind === 'heading')
    return block.level === 2
      ? html`<h2 id="${block.id}">${renderSpans(block.text)}</h2>\n`
      : html`<h3 id="${block.id}">${renderSpans(block.text)}</h3>\n`;
  if (block.kind === 'list')
    return html`<ul>${block.items.map((item) => html`<li>${renderSpans(item)}</li>\n`)}</ul>\n`;
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
