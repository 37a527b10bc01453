import type { GuideView, ChangeView, SearchResultView } from './documentation.view.js';
import type { ErrorView } from './error-codes.view.js';
import { type Block, parseMarkdown } from './markdown.js';
import type { BodySchemaView, OperationView } from './operation.view.js';

/** A part of the documentation that a search can find. */
type SearchEntry = Readonly<{
  kind: SearchResultView['kind'];
  title: string;
  href: string;
  text: string;
  /** What counts as much as the title. */
  summary?: string;
}>;

/** In lower case. */
type SearchTexts = Readonly<{ searchTitle: string; searchSummary: string; searchText: string }>;

/** Beyond that, another word helps more than another result. */
const RESULTS_MAX = 30;
const PASSAGE_LENGTH = 180;

/** Finds words in guides, endpoints, errors and changes. */
export class SearchIndex {
  private readonly entries: readonly (SearchEntry & SearchTexts)[];

  constructor(
    guides: readonly GuideView[],
    operations: readonly OperationView[],
    errors: readonly ErrorView[],
    changes: readonly ChangeView[],
  ) {
    const entries = [
      ...guides.flatMap(toGuideEntries),
      ...operations.map(toOperationEntry),
      ...errors.map(toErrorEntry),
      ...changes.map(toChangeEntry),
    ];
    this.entries = entries.map((entry) => ({
      ...entry,
      searchTitle: entry.title.toLowerCase(),
      searchSummary: (entry.summary ?? '').toLowerCase(),
      searchText: entry.text.toLowerCase(),
    }));
  }

  /** Every word must occur; a word in the title or summary counts more, and a whole word more than a part of one. */
  search(query: string): readonly SearchResultView[] {
    const words = splitWords(query);
    if (words.length === 0) return [];
    return this.entries
      .map((entry) => ({ entry, score: scoreEntry(entry, words) }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
      .slice(0, RESULTS_MAX)
      .map(({ entry: { kind, title, href, text } }) => ({ kind, title, href, passage: selectPassage(text, words) }));
  }
}

export const splitWords = (query: string): readonly string[] =>
  query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');

const KIND_SCORES: Readonly<Record<SearchResultView['kind'], number>> = { guide: 4, endpoint: 3, error: 2, change: 1 };

function scoreEntry(
  { kind, searchTitle, searchSummary, searchText }: Pick<SearchEntry, 'kind'> & SearchTexts,
  words: readonly string[],
): number {
  const scores = words.map(
    (word) => 8 * (scoreWord(searchTitle, word) + scoreWord(searchSummary, word)) + scoreWord(searchText, word),
  );
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score) + KIND_SCORES[kind] / 10;
}

/** 3 for a whole word, 2 for the beginning of one, 1 inside one. */
function scoreWord(text: string, word: string): number {
  const at = text.indexOf(word);
  if (at < 0) return 0;
  const escaped = escapePattern(word);
  if (new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, 'u').test(text)) return 3;
  return new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}`, 'u').test(text) ? 2 : 1;
}

/** As a pattern that means these characters. */
export const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** The text around the first word that occurs in it. */
function selectPassage(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  const from = Math.max(0, Math.min(...places, text.length) - PASSAGE_LENGTH / 3);
  const start = places.length === 0 || from === 0 ? 0 : text.indexOf(' ', from) + 1;
  const passage = text.slice(start, start + PASSAGE_LENGTH);
  const isCut = start + PASSAGE_LENGTH < text.length;
  return `${start > 0 ? '… ' : ''}${isCut ? `${passage.replace(/\s\S*$/, '')} …` : passage}`;
}

/** One entry for each part of a guide. */
function toGuideEntries({ title, href, text }: GuideView): SearchEntry[] {
  const sections: { heading: Extract<Block, { kind: 'heading' }> | null; texts: string[] }[] = [
    { heading: null, texts: [] },
  ];
  for (const block of parseMarkdown(text)) {
    if (block.kind === 'heading') sections.push({ heading: block, texts: [] });
    else sections.at(-1)?.texts.push(toText(block));
  }
  return sections.map(({ heading, texts }) => ({
    kind: 'guide',
    title: heading === null ? title : `${title}: ${stripMarks(heading.text)}`,
    href: heading === null ? href : `${href}#${heading.id}`,
    text: stripMarks(texts.join(' ')),
  }));
}

function toText(block: Block): string {
  if (block.kind === 'list') return block.items.join(' ');
  if (block.kind === 'table') return block.rows.map((row) => row.join(' – ')).join('. ');
  return block.text;
}

const stripMarks = (text: string): string =>
  text
    .replaceAll(/\[([^\]]+)\]\([^)\s]+\)/g, '$1')
    .replaceAll(/\*\*|`/g, '')
    .replaceAll(/\s+/g, ' ');

function toOperationEntry(operation: OperationView): SearchEntry {
  const { method, path, href, summary, description, operation_id: id, parameters, body, browser_only } = operation;
  const fields = [...parameters, ...(body?.fields ?? []), ...(body?.shapes ?? []).flatMap((shape) => shape.fields)];
  const names = [...new Set(fields.map(({ name }) => name))].join(', ');
  return {
    kind: 'endpoint',
    title: `${method} ${path}`,
    href,
    text: stripMarks(`${summary}. ${description} ${id}${names === '' ? '' : `. Fields: ${names}`}`),
    ...(!browser_only && { summary: stripMarks(`${summary} ${(body?.shapes ?? []).map(toShapeSummary).join(' ')}`) }),
  };
}

/** The words of the name and what the shape is for: `MassCancellation` has the word "cancellation". */
const toShapeSummary = ({ name, description }: BodySchemaView): string =>
  `${name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')} ${/^[^.]*/.exec(description)?.[0] ?? ''}`;

const toErrorEntry = ({ code, status, cause, fix, href }: ErrorView): SearchEntry => ({
  kind: 'error',
  title: code,
  href,
  text: stripMarks(`${status}. ${cause} Fix: ${fix}`),
});

const toChangeEntry = ({ id, version, kind, text }: ChangeView): SearchEntry => ({
  kind: 'change',
  title: `${version}: ${kind}`,
  href: `/changes#${id}`,
  text: stripMarks(text),
});
