import { readFileSync } from 'node:fs';
import type { Guide } from '../src/openapi/contract.js';
import { guidePaths, parseMarkdown } from '../src/openapi/markdown.ts';

/** The documents that the service shows as pages. Each is read once here, so that one that cannot be shown stops the build. */
export function readGuides(root: string): readonly Guide[] {
  return Object.keys(guidePaths).map((name) => parseGuide(name, readFileSync(`${root}/docs/${name}.md`, 'utf8')));
}

function parseGuide(name: string, markdown: string): Guide {
  const [, title, text] = /^# ([^\n]+)\n+([^]+)$/.exec(markdown.replaceAll('\r\n', '\n')) ?? [];
  if (title === undefined || text === undefined) throw new SyntaxError(`docs/${name}.md must begin with "# Title".`);
  const [lead] = parseMarkdown(text);
  if (lead?.kind !== 'paragraph')
    throw new SyntaxError(`docs/${name}.md must say in a first paragraph what it is about.`);
  for (const [, target = ''] of text.matchAll(/\]\(([^)]+)\)/g)) {
    if (!isServed(target))
      throw new SyntaxError(`docs/${name}.md leads to ${target}, which the service does not show.`);
  }
  return { name, title, summary: lead.text, text: text.trimEnd() };
}

/** The outside, a page of the service at its example address, a heading of the same document, or a document that is a page as well. */
const isServed = (target: string): boolean =>
  /^(?:https:|http:\/\/127\.0\.0\.1:3000\/|#)/.test(target) ||
  ['errors', 'routes', ...Object.keys(guidePaths)].some((page) => target.split('#')[0] === `${page}.md`);
