import { toDigits } from '../pages/number-format.js';
import type { NamedField, NameDirectory, NameViewer } from '../access/name-directory.js';
import { isId } from './wire-values.js';

/** Name columns beside ids in CSV. Programs that read JSON look the names up themselves. */
export type NameColumn =
  | 'symbol'
  | 'acct_name'
  | 'owner_name'
  | 'user_name'
  | 'actor_name'
  | 'placed_by_name'
  | 'assignee_email'
  | 'closed_by_email';

/** The column with the id, and the kind of name; some names apply to one kind of row only. */
type NameSource = Readonly<{ column: NameColumn; id: string; field: NamedField; appliesTo?: (row: Row) => boolean }>;

type Row = Readonly<Record<string, unknown>>;

/** Users who see an action also see which administrator acted; other user names are shown to those who may see them. */
const toActorSources = (column: NameColumn, id: string): NameSource[] => [
  { column, id, field: 'actor_name', appliesTo: (row) => row[id] !== row['user_id'] },
  { column, id, field: 'user_name', appliesTo: (row) => row[id] === row['user_id'] },
];

const SOURCES: readonly NameSource[] = [
  { column: 'symbol', id: 'instrument_id', field: 'instrument_id' },
  { column: 'acct_name', id: 'acct_id', field: 'acct_id' },
  { column: 'owner_name', id: 'acct_id', field: 'acct_owner' },
  { column: 'owner_name', id: 'owner_id', field: 'user_name' },
  { column: 'user_name', id: 'user_id', field: 'user_name' },
  { column: 'assignee_email', id: 'assignee_id', field: 'user_id' },
  { column: 'closed_by_email', id: 'closed_by', field: 'user_id' },
  ...toActorSources('actor_name', 'acting_user_id'),
  ...toActorSources('placed_by_name', 'placed_by'),
];

const personFields: ReadonlySet<NamedField> = new Set<NamedField>(['user_name', 'actor_name', 'user_id']);

/** Adds the names to the rows. Existing columns stay. */
export async function addNames(
  rows: readonly object[],
  columns: CsvColumns,
  { names, reader }: Readonly<{ names: NameDirectory; reader: NameViewer }>,
): Promise<readonly object[]> {
  const records = rows as readonly Row[];
  const sources = SOURCES.filter(({ column }) => columns.includes(column) && records.some((row) => !(column in row)));
  const collectIds = ({ id, appliesTo }: NameSource): number[] =>
    records.flatMap((row) => (appliesTo?.(row) === false ? [] : [row[id]].filter(isId)));
  const ids = new Map<NamedField, Set<number>>();
  for (const source of sources)
    ids.set(source.field, new Set([...(ids.get(source.field) ?? []), ...collectIds(source)]));
  if (ids.size === 0) return rows;
  const getName = await names.resolve(ids, reader);
  const findNames = (
    row: Row,
    { column, id, field, appliesTo }: NameSource,
  ): readonly (readonly [string, string])[] => {
    const value = row[id];
    if (column in row || !isId(value) || appliesTo?.(row) === false) return [];
    return [[column, personFields.has(field) ? formatPersonName(getName(field, value), value) : getName(field, value)]];
  };
  return records.map((row) => ({ ...Object.fromEntries(sources.flatMap((source) => findNames(row, source))), ...row }));
}

/** Readers who may not see user names get their ids. */
const formatPersonName = (name: string, id: number): string => (name === String(id) ? `user ${id}` : name);

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
