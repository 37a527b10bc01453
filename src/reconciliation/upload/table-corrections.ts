/** Errors of an uploaded table are fixed line by line: everything else of the text, and the number of each line, stays. */
import { type CsvTable, CsvSyntaxError, parseCsv } from './csv-table.js';
import type { LineFault } from './statement-table.js';

/** A line with errors, as it stands in the table. `cells` is null where the line cannot be split into the table's columns. */
export type FaultyLine = Readonly<{
  line: number;
  text: string;
  cells: readonly Readonly<{ title: string; value: string }>[] | null;
  messages: readonly string[];
}>;

/** What was typed for a line: the whole of it as `text`, or its cells by their places. */
type TypedLine = Readonly<Record<string, unknown>>;

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
      messages: [...new Set(found.map(({ message }) => message))],
    }));
}

/** The table with what was typed instead of those lines. Cells that were emptied are not in a form: they are empty. */
export function correctLines(content: string, typed: Readonly<Record<string, unknown>>): string {
  const lines = splitLines(content);
  const { separator, rows, uneven } = parseLeniently(content);
  const cellsOf = new Map(rows.map(({ line, cells }) => [line, cells]));
  const starts = [...rows, ...uneven].map(({ line }) => line).sort((one, other) => one - other);
  for (const [line, fields] of Object.entries(typed).filter(isTypedLine)) {
    const number = Number(line);
    const cells = cellsOf.get(number);
    // A row may have taken several lines of text; the next row keeps its number.
    const next = starts.find((start) => start > number) ?? lines.length + 1;
    if (cells !== undefined) {
      const values = cells.map((_, at) => toCell(fields[at]));
      lines.fill('', number - 1, next - 1);
      lines[number - 1] = values.map((value) => quote(value, separator)).join(separator);
    } else if (typeof fields['text'] === 'string' && number <= lines.length)
      lines[toIndex(number, lines)] = fields['text'].replaceAll('\n', ' ');
  }
  return lines.join('\n');
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

/** Errors of the titles are reported for line 1, and the titles may follow empty lines. */
function toIndex(line: number, lines: readonly string[]): number {
  const titles = lines.findIndex((text) => text.trim() !== '');
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
