import type { Guide } from './contract.js';

/** The documents of docs/ that are pages of the service, too, in reading order, and the addresses that each of them is about. */
export const guidePaths: Readonly<Record<string, RegExp | null>> = {
  'quick-start': null,
  'sign-in': /^\/oauth\/(?:token|revoke|introspect)$/,
  'api-keys': /^\/oauth\/client(?:\/|$)/,
  scopes: /^\/oauth\/authorize$/,
  orders: /^\/orderactions(?:\/preview)?$/,
  streams: /^\/(?:marketdata\/stream|orderactions\/stream|events|tickets)$/,
  webhooks: /^\/webhooks(?:\/|$)/,
  http: null,
  idempotency: null,
};

/** The quick start is the first thing at the address of the documentation itself. */
export const QUICK_START = 'quick-start';

/** The guide of an address; null where its own description is all there is. */
export function findGuideUrl(path: string): string | null {
  const [name] = Object.entries(guidePaths).find(([, subject]) => subject?.test(path)) ?? [];
  return name === undefined ? null : toGuideUrl(name);
}

export const toGuideUrl = (name: string): string => `/docs/${name}`;

/** Examples in the repository have placeholder addresses; readers of the page copy those of this service. */
export function insertBaseUrl({ text }: Guide, baseUrl: string): string {
  const webSocketUrl = baseUrl.replace(/^http/, 'ws');
  return text
    .replaceAll(/\bhttp:\/\/127\.0\.0\.1:3000\b/g, baseUrl)
    .replaceAll(/\b(?:ws:\/\/127\.0\.0\.1:3000|wss:\/\/kontor\.example\.org)\b/g, webSocketUrl);
}

/** What a text in Markdown is made of. Spans inside a line stay as they are written; the page reads them. */
export type Block =
  | Readonly<{ kind: 'heading'; level: 2 | 3; text: string; id: string }>
  | Readonly<{ kind: 'paragraph'; text: string }>
  | Readonly<{ kind: 'list'; items: readonly string[] }>
  | Readonly<{ kind: 'table'; head: readonly string[]; rows: readonly (readonly string[])[] }>
  | Readonly<{ kind: 'code'; language: string; text: string }>;

type ParsedBlock = Readonly<{ block: Block; lines: number }>;

/**
 * The part of Markdown that our own documents are written in: headings of two levels, paragraphs, lists of one level, tables and fenced
 * code. Strict, because what it reads is published: the build reads every document once, and anything else stops it.
 */
export function parseMarkdown(markdown: string): readonly Block[] {
  const lines = markdown.replaceAll('\r\n', '\n').split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length;) {
    if (lines[at]?.trim() === '') {
      at++;
      continue;
    }
    const { block, lines: consumed } = parseBlock(lines.slice(at));
    blocks.push(block);
    at += consumed;
  }
  return blocks;
}

function parseBlock(lines: readonly string[]): ParsedBlock {
  const [first = ''] = lines;
  if (first.startsWith('```')) return parseCode(lines);
  if (first.startsWith('|')) return parseTable(lines);
  if (first.startsWith('- ')) return parseList(lines);
  if (/^##{1,2} /.test(first)) return { block: parseHeading(first), lines: 1 };
  const length = countWhile(lines, (line) => line.trim() !== '');
  const paragraph = lines.slice(0, length);
  const unsupported = paragraph.find((line) => /^(?:#|>|```|\||\d+\. |[*+-] |\s)/.test(line));
  if (unsupported !== undefined) throw new SyntaxError(`"${unsupported}" is Markdown that is not read here.`);
  return { block: { kind: 'paragraph', text: paragraph.join(' ') }, lines: length };
}

function parseHeading(line: string): Block {
  const [marks = '', ...words] = line.split(' ');
  const text = words.join(' ');
  return { kind: 'heading', level: marks.length === 2 ? 2 : 3, text, id: toAnchor(text) };
}

/** As the sites do that show Markdown, so that one link leads to the heading here and there. */
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

function parseCode(lines: readonly string[]): ParsedBlock {
  const [first = ''] = lines;
  const length = countWhile(lines.slice(1), (line) => line !== '```');
  if (length === lines.length - 1) throw new SyntaxError(`"${first}" has no end.`);
  return {
    block: { kind: 'code', language: first.slice('```'.length).trim(), text: lines.slice(1, length + 1).join('\n') },
    lines: length + 2,
  };
}

function parseTable(lines: readonly string[]): ParsedBlock {
  const length = countWhile(lines, (line) => line.startsWith('|'));
  const [head = [], rule = [], ...rows] = lines.slice(0, length).map(parseCells);
  const isRule = rule.length > 0 && rule.every((cell) => /^:?-+:?$/.test(cell));
  const unevenRow = [head, ...rows].find((row) => row.length !== rule.length);
  if (!isRule || unevenRow)
    throw new SyntaxError(
      `"${lines[0] ?? ''}" begins a table that has no rule below its head, or not as many cells in every row.`,
    );
  return { block: { kind: 'table', head, rows }, lines: length };
}

const parseCells = (line: string): readonly string[] =>
  line
    .replace(/^\|/, '')
    .replace(/\|\s*$/, '')
    .split('|')
    .map((cell) => cell.trim());

function parseList(lines: readonly string[]): ParsedBlock {
  const length = countWhile(lines, (line) => /^(?:- | {2}\S)/.test(line));
  const items = lines.slice(0, length).join('\n').slice(2).split('\n- ');
  return { block: { kind: 'list', items: items.map((item) => item.replaceAll(/\n +/g, ' ')) }, lines: length };
}

function countWhile(lines: readonly string[], matches: (line: string) => boolean): number {
  const end = lines.findIndex((line) => !matches(line));
  return end < 0 ? lines.length : end;
}
