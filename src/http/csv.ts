import { digitsOf } from './figures.js';

/**
 * Rows as RFC 4180 writes them, for spreadsheets and for programs that read one: a header, CRLF after every line, quotes where a
 * cell needs them. A column is the name of a field, or a way into one (`reference.as_of`), whose points become underscores. An
 * absent value is an empty cell; a list or an object within a row stands in its cell as JSON.
 */
export type Columns = readonly string[];

export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

export const csvOf = (rows: readonly object[], columns: Columns): string =>
  `${csvTitles(columns)}${csvLines(rows, columns)}`;

export const csvTitles = (columns: Columns): string => `${columns.map(nameOf).join(',')}\r\n`;

export function csvLines(rows: readonly object[], columns: Columns): string {
  const ways = columns.map((column) => column.split('.'));
  return rows.map((row) => `${ways.map((way) => written(valueAt(row, way))).join(',')}\r\n`).join('');
}

const nameOf = (column: string): string => column.replaceAll('.', '_');

function valueAt(row: object, way: readonly string[]): unknown {
  return way.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined,
    row,
  );
}

function written(value: unknown): string {
  if (value === null || value === undefined) return '';
  const digits = digitsOf(value);
  if (digits !== null) return digits;
  const text = harmless(typeof value === 'string' ? value : JSON.stringify(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A spreadsheet computes what begins like a formula (OWASP, "CSV Injection"), and somebody else may have chosen the text. An
 * apostrophe before it makes it text; what is plainly a number is left alone.
 */
function harmless(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^-?\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text;
}
