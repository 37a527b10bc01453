/** Errors of an uploaded table are fixed line by line: everything else of the text, and the number of each line, stays. */
import { type CsvRow, type CsvTable, CsvSyntaxError, isSeparatorLine, parseCsv } from './csv-table.js';
import { InvalidRequestError } from '../../http/invalid-request-error.js';
import type { LineFault } from './statement-table.js';

/** A line with errors, as it stands in the table. `cells` is null where the line cannot be split into the table's columns. */
export type FaultyLine = Readonly<{
  line: number;
  text: string;
  cells: readonly Readonly<{ title: string; value: string }>[] | null;
  /** Each once. */
  faults: readonly LineFault[];
}>;

/** The lines without errors, at most so many, below the titles of their columns. */
export type SoundLines = Readonly<{ titles: readonly string[]; rows: readonly CsvRow[]; leftOut: number }>;

/** What was typed for a line: the whole of it as `text`, or its cells by their places; `left_out` is `yes` for a line to skip. */
type TypedLine = Readonly<Record<string, unknown>>;

/** `leftOut` are the lines that are blank now: they were to be left out, or all of their cells were emptied. */
export type CorrectedTable = Readonly<{ content: string; leftOut: readonly number[] }>;

/** The line of the column titles. */
export const TITLE_LINE = 1;

/** The lines with errors in their order, at most so many. `table` is what was read from the content; null if that is no table. */
export function listFaultyLines(
  content: string,
  table: CsvTable | null,
  { faults, most }: Readonly<{ faults: readonly LineFault[]; most: number }>,
): FaultyLine[] {
  if (faults.length === 0) return [];
  const lines = splitLines(content);
  const { titles, rows } = table ?? NO_TABLE;
  const cellsOf = new Map(rows.map(({ line, cells }) => [line, cells]));
  const byLine = Map.groupBy(faults, ({ line }) => line);
  return [...byLine]
    .sort(([one], [other]) => one - other)
    .slice(0, most)
    .map(([line, found]) => ({
      line,
      text: lines[toIndex(line, lines)] ?? '',
      cells: cellsOf.get(line)?.map((value, at) => ({ title: titles[at] ?? '', value })) ?? null,
      faults: [...new Map(found.map((fault) => [fault.message, fault])).values()],
    }));
}

/**
 * The other lines of such a table, in their order: errors name them, and they are imported together. None while the titles have errors:
 * without its columns no line was checked.
 */
export function listSoundLines(
  table: CsvTable | null,
  { faults, most }: Readonly<{ faults: readonly LineFault[]; most: number }>,
): SoundLines {
  const { titles, rows } = table ?? NO_TABLE;
  const faulty = new Set(faults.map(({ line }) => line));
  const sound = faulty.size === 0 || faulty.has(TITLE_LINE) ? [] : rows.filter(({ line }) => !faulty.has(line));
  return { titles, rows: sound.slice(0, most), leftOut: Math.max(0, sound.length - most) };
}

/**
 * The table with what was typed instead of those lines. Cells that were emptied are not in a form: they are empty. A line that is
 * left out becomes blank, so that the others keep their numbers.
 */
export function correctLines(content: string, typed: Readonly<Record<string, unknown>>): CorrectedTable {
  const lines = splitLines(content);
  const leftOut: number[] = [];
  const { separator, rows, uneven } = parseLeniently(content);
  const cellsOf = new Map(rows.map(({ line, cells }) => [line, cells]));
  const starts = [...rows, ...uneven].map(({ line }) => line).sort((one, other) => one - other);
  for (const [line, fields] of Object.entries(typed).filter(isTypedLine)) {
    const number = Number(line);
    const cells = cellsOf.get(number);
    const text = writeTypedLine(fields, cells, separator);
    if (text === null || number > lines.length) continue;
    if (text === '') leftOut.push(number);
    // A row may have taken several lines of text; the next row keeps its number.
    if (cells !== undefined || (text === '' && starts.includes(number)))
      lines.fill('', number - 1, (starts.find((start) => start > number) ?? lines.length + 1) - 1);
    lines[toIndex(number, lines)] = text;
  }
  if (leftOut.includes(TITLE_LINE))
    throw new InvalidRequestError([{ pointer: '/line/1', message: 'Line 1 has the column titles: it is needed' }]);
  return { content: lines.join('\n'), leftOut };
}

/** Empty for a line that is left out; null if the form fits the table no more, because another one changed it. */
function writeTypedLine(fields: TypedLine, cells: readonly string[] | undefined, separator: string): string | null {
  if (fields['left_out'] === 'yes') return '';
  if (fields['kind'] === 'text' || fields['text'] !== undefined) return toCell(fields['text']).replaceAll('\n', ' ');
  const values = cells?.map((_, at) => toCell(fields[at])) ?? null;
  if (values === null || values.join('') === '') return values && '';
  return values.map((value) => quote(value, separator)).join(separator);
}

const NO_TABLE: CsvTable = { separator: ',', titles: [], rows: [], uneven: [] };

const isTypedLine = (entry: [string, unknown]): entry is [string, TypedLine] =>
  /^[1-9]\d{0,6}$/.test(entry[0]) && typeof entry[1] === 'object' && entry[1] !== null;

const toCell = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const quote = (cell: string, separator: string): string =>
  cell.includes(separator) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

const splitLines = (content: string): string[] =>
  content
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .split('\n');

/** Errors of the titles are reported for line 1, and the titles may follow empty lines, or the line of the separator. */
function toIndex(line: number, lines: readonly string[]): number {
  const titles = lines.findIndex((text, at) => text.trim() !== '' && !(at === 0 && isSeparatorLine(text)));
  return line === 1 && titles > 0 ? titles : line - 1;
}

/** Text that is no table has lines only. */
function parseLeniently(content: string): CsvTable {
  try {
    return parseCsv(content, Infinity);
  } catch (error) {
    if (error instanceof CsvSyntaxError) return NO_TABLE;
    throw error;
  }
}
