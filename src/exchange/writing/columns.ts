/**
 * Rows for `unnest`: one PostgreSQL array per column, as text. The driver could format arrays as well, but it inspects
 * each value for its type; here the column knows it.
 */
export type ColumnKind = 'whole' | 'word' | 'text' | 'flag' | 'moment';

/** The name and type of a column, and how its value is read. */
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
/** Identifiers of letters, digits and dashes, which need no quotes. */
export const wordColumn = <Row>(
  name: string,
  of: (row: Row) => string | null,
  type = 'text',
): TableColumnRule<Row> => ({ name, kind: 'word', type, getValue: of });
/** Text of a caller, or JSON. */
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
/** Milliseconds since 1970, written as a timestamp. */
export const timeColumn = <Row>(name: string, of: (row: Row) => number | null): TableColumnRule<Row> => ({
  name,
  kind: 'moment',
  type: 'bigint',
  getValue: of,
});

/** A written table: its columns, and those that an upsert updates. */
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

/** The parameters of `insertInto`. */
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

/** A statement of a batch's transaction. */
export type SqlStatement = Readonly<{ text: string; values: readonly unknown[] }>;
