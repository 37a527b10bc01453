/**
 * Rows on their way into a table by `unnest`: one array of PostgreSQL a column, spelled as text. The driver would spell arrays as
 * well, but it looks at each value to find out what it is; here the column knows.
 */
export type ColumnKind = 'whole' | 'word' | 'text' | 'flag' | 'moment';

/** How a column is called, what it is, and where its value comes from. */
export type TableColumnRule<Row> = Readonly<{
  name: string;
  kind: ColumnKind;
  type: string;
  getValue: (row: Row) => number | bigint | string | boolean | null;
}>;

export const integerColumn = <Row>(
  name: string,
  of: (row: Row) => number | bigint | null,
  type = 'bigint',
): TableColumnRule<Row> => ({ name, kind: 'whole', type, getValue: of });
/** Identifiers: letters, digits and dashes, which need no quotes. */
export const wordColumn = <Row>(
  name: string,
  of: (row: Row) => string | null,
  type = 'text',
): TableColumnRule<Row> => ({ name, kind: 'word', type, getValue: of });
/** Text that a caller has written, or JSON. */
export const textColumn = <Row>(
  name: string,
  of: (row: Row) => string | null,
  type = 'text',
): TableColumnRule<Row> => ({ name, kind: 'text', type, getValue: of });
export const flagColumn = <Row>(name: string, of: (row: Row) => boolean): TableColumnRule<Row> => ({
  name,
  kind: 'flag',
  type: 'boolean',
  getValue: of,
});
/** Milliseconds since 1970, which become a time in the database. */
export const timeColumn = <Row>(name: string, of: (row: Row) => number | null): TableColumnRule<Row> => ({
  name,
  kind: 'moment',
  type: 'bigint',
  getValue: of,
});

/** A table as it is written: its columns, and which of them an existing row of the same key takes over. */
export type WrittenTable<Row> = Readonly<{
  name: string;
  columns: readonly TableColumnRule<Row>[];
  key: string;
  replaced: readonly string[];
}>;

/** `insert into … select … from unnest($5::bigint[], …)`, with parameters from number `first` on. */
export function insertInto<Row>({ name, columns, key, replaced }: WrittenTable<Row>, first: number): string {
  const names = columns.map((column) => column.name).join(', ');
  const values = columns
    .map((column) => (column.kind === 'moment' ? `to_timestamp(${column.name} / 1000.0)` : column.name))
    .join(', ');
  const arrays = columns.map(({ type }, index) => `$${first + index}::${type}[]`).join(', ');
  const onConflict =
    replaced.length === 0
      ? ''
      : ` on conflict (${key}) do update set ${replaced.map((column) => `${column} = excluded.${column}`).join(', ')}`;
  return `insert into ${name} (${names}) select ${values} from unnest(${arrays}) as given (${names})${onConflict}`;
}

/** The parameters for `insertInto`. */
export function toArrays<Row>({ columns }: WrittenTable<Row>, rows: readonly Row[]): string[] {
  return columns.map(({ kind, getValue }) =>
    kind === 'text' ? toQuotedArray(rows, getValue) : toPlainArray(rows, getValue),
  );
}

function toPlainArray<Row>(rows: readonly Row[], of: TableColumnRule<Row>['getValue']): string {
  let array = '';
  for (const row of rows) array += `,${of(row)}`;
  return `{${array.slice(1)}}`;
}

function toQuotedArray<Row>(rows: readonly Row[], of: TableColumnRule<Row>['getValue']): string {
  let array = '';
  for (const row of rows) {
    const value = of(row);
    array += value === null ? ',null' : `,"${String(value).replace(/["\\]/g, '\\$&')}"`;
  }
  return `{${array.slice(1)}}`;
}

/** One statement of the transaction in which a batch is written. */
export type SqlStatement = Readonly<{ text: string; values: readonly unknown[] }>;
