import { CsvError, parse } from 'csv-parse/sync';

/** `line` is the first line of the row. It counts from 1, as editors do. */
export type CsvRow = Readonly<{ line: number; cells: readonly string[] }>;
/** `uneven` are rows with another number of cells than titles: their columns are unknown. */
export type CsvTable = Readonly<{
  separator: Separator;
  titles: readonly string[];
  rows: readonly CsvRow[];
  uneven: readonly CsvRow[];
}>;

export class CsvSyntaxError extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

const SEPARATORS = [',', ';', '\t'] as const;
type Separator = (typeof SEPARATORS)[number];

const messages: Readonly<Record<string, string>> = {
  INVALID_OPENING_QUOTE: 'A quotation mark stands in the middle of a cell',
  CSV_QUOTE_NOT_CLOSED: 'A quotation mark is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'Behind a closing quotation mark the cell goes on',
};

/**
 * Parses CSV of spreadsheets and programs (RFC 4180): a row of titles, then rows. The separator is the comma, or the semicolon or tab
 * if the titles use those, or what a line above the titles says. Empty lines are skipped. Anything else is rejected with its line
 * number.
 */
export function parseCsv(text: string, rowsMax: number): CsvTable {
  // The parser counts CR LF inside a cell as two lines.
  const all = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const [first = ''] = all.split('\n', 1);
  const plain = isSeparatorLine(first) ? all.slice(first.length) : all;
  const separator = findSeparator(isSeparatorLine(first) ? first : plain);
  const [titles, ...rows] = readRows(plain, separator);
  if (titles === undefined) throw new CsvSyntaxError(1, 'There is nothing in it');
  const excess = rows[rowsMax];
  if (excess !== undefined) throw new CsvSyntaxError(excess.line, `There are more than ${rowsMax} lines`);
  const isEven = ({ cells }: CsvRow): boolean => cells.length === titles.cells.length;
  return { separator, titles: titles.cells, rows: rows.filter(isEven), uneven: rows.filter((row) => !isEven(row)) };
}

/** Excel writes `sep=;` above the titles. */
export const isSeparatorLine = (line: string): boolean => /^sep=[,;\t] *$/i.test(line);

function findSeparator(text: string): Separator {
  const [titles = ''] = text.trimStart().split('\n', 1);
  return SEPARATORS.find((separator) => titles.includes(separator)) ?? ',';
}

/** What the parser returns for `info`. It counts the last line of a row. */
type ParsedRecord = Readonly<{ record: readonly string[]; info: Readonly<{ lines: number }> }>;

function readRows(text: string, delimiter: Separator): CsvRow[] {
  try {
    const records = parse(text, {
      bom: true,
      delimiter,
      info: true,
      record_delimiter: '\n',
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as ParsedRecord[];
    return records
      .map(({ record, info }) => ({ line: info.lines - countBreaks(record), cells: record.map((cell) => cell.trim()) }))
      .filter(({ cells }) => cells.length > 1 || cells[0] !== '');
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new CsvSyntaxError(Number(error['lines']), messages[error.code] ?? error.message);
  }
}

const countBreaks = (cells: readonly string[]): number =>
  cells.reduce((count, cell) => count + cell.split('\n').length - 1, 0);
