/**
 * One text per row, equal for a row of the journal and of its table, so that rows are compared as a whole and only
 * differing ones by column.
 */
import type { EntityColumn } from '../../database/entity-statements.js';
import type { WrittenTable } from '../writing/columns.js';

/** Separates two columns; no JSON and no enumerated value contains it. */
export const BETWEEN = '\u001f';
export const NOTHING = '\u001e';

/** A table without its rows. */
export type TableShape = Readonly<{
  name: string;
  key: readonly string[];
  replaced: readonly string[];
  columns: readonly EntityColumn[];
}>;

export function formatRow<Row>({ columns }: Pick<WrittenTable<Row>, 'columns'>, row: Row): string {
  let text = '';
  for (const column of columns) {
    const value = column.getValue(row);
    text += `${text === '' ? '' : BETWEEN}${value === null ? NOTHING : formatValue(column, value)}`;
  }
  return text;
}

export const formatValue = (
  { type }: Pick<EntityColumn, 'type'>,
  value: number | bigint | string | boolean | Buffer,
): string => (type === 'jsonb' ? formatSorted(JSON.parse(value as string)) : String(value));

/** The same as an SQL expression. JSON comes in the order of PostgreSQL: see `sortFields`. */
export const rowSql = ({ columns }: TableShape): string =>
  `concat_ws(E'\\x1f', ${columns.map((column) => `coalesce(${columnSql(column)}, E'\\x1e')`).join(', ')})`;

/** The same rows as lines of `copy`, which PostgreSQL writes in less than half the time. Of tables without JSON. */
export const copySql = ({ name, columns }: TableShape, condition: string): string =>
  `copy (select ${columns.map(columnSql).join(', ')} from ${name} where ${condition}) to stdout (delimiter E'\\x1f', null E'\\x1e')`;

/** Sorts the fields of JSON, for rows from `rowSql`. */
export function sortFields({ columns }: TableShape, text: string): string {
  if (!columns.some(({ type }) => type === 'jsonb')) return text;
  return text
    .split(BETWEEN)
    .map((value, at) => (columns[at]?.type === 'jsonb' ? formatSorted(JSON.parse(value)) : value))
    .join(BETWEEN);
}

export function extractKey({ columns, key }: TableShape, text: string): string {
  const values = text.split(BETWEEN);
  return columns.flatMap(({ name }, at) => (key.includes(name) ? [values[at]] : [])).join(' ');
}

/** A row after an update: columns that are not updated keep their values. */
export function keepColumns({ columns, replaced }: TableShape, before: string, after: string): string {
  const [kept, taken] = [before.split(BETWEEN), after.split(BETWEEN)];
  return columns.map(({ name }, at) => (replaced.includes(name) ? taken[at] : kept[at])).join(BETWEEN);
}

/** A row as a person reads it. */
export function describeKey({ columns, key }: TableShape, text: string): string {
  const values = text.split(BETWEEN);
  return columns.flatMap(({ name }, at) => (key.includes(name) ? [`${name} ${values[at] ?? ''}`] : [])).join(', ');
}

type DifferingColumn = Readonly<{ column: string; journal: string | null; table: string | null }>;

export function findDifferingColumns({ columns }: TableShape, journal: string, table: string): DifferingColumn[] {
  const [expected, stored] = [journal.split(BETWEEN), table.split(BETWEEN)];
  const toShownValue = (value: string | undefined): string | null =>
    value === undefined || value === NOTHING ? null : value;
  return columns.flatMap(({ name }, at) =>
    expected[at] === stored[at]
      ? []
      : [{ column: name, journal: toShownValue(expected[at]), table: toShownValue(stored[at]) }],
  );
}

function columnSql({ name, kind }: TableShape['columns'][number]): string {
  return kind === 'moment' ? `(date_part('epoch', ${name}) * 1000)::bigint::text` : `${name}::text`;
}

/** Whether a JSON text has this value; null is none. */
export const isSameJson = (text: string | null, value: unknown): boolean =>
  text !== null && value !== null && formatSorted(JSON.parse(text)) === formatSorted(value);

function formatSorted(value: unknown): string {
  return JSON.stringify(value, (_name, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
