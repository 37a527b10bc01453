import { toDigits } from '../pages/number-format.js';

/**
 * Formats rows as RFC 4180 CSV: a header, CRLF after every line, quotes where a cell needs them. A column is a field or
 * a path (`reference.as_of`), whose dots become underscores. A missing value is an empty cell; a list or object is
 * JSON.
 */
export type CsvColumns = readonly string[];

export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

export const formatCsv = (rows: readonly object[], columns: CsvColumns): string =>
  `${formatCsvHeader(columns)}${formatCsvRows(rows, columns)}`;

export const formatCsvHeader = (columns: CsvColumns): string => `${columns.map(toColumnTitle).join(',')}\r\n`;

export function formatCsvRows(rows: readonly object[], columns: CsvColumns): string {
  const paths = columns.map((column) => column.split('.'));
  return rows.map((row) => `${paths.map((path) => formatCell(readValue(row, path))).join(',')}\r\n`).join('');
}

const toColumnTitle = (column: string): string => column.replaceAll('.', '_');

function readValue(row: object, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined,
    row,
  );
}

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const digits = toDigits(value);
  if (digits !== null) return digits;
  const text = escapeFormula(typeof value === 'string' ? value : JSON.stringify(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A spreadsheet evaluates text that begins like a formula (OWASP, "CSV Injection"), and the text may come from another
 * user. An apostrophe makes it text; plain numbers are not changed.
 */
function escapeFormula(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^-?\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text;
}
