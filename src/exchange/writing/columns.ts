/**
 * Rows as one array per column, as text: PostgreSQL's for `unnest`, or one of JSON. The driver could format arrays as well, but it
 * inspects each value for its type; here the metadata of the entity knows it.
 */
import type {
  ColumnKind,
  EntityColumn,
  EntityConstructor,
  EntityTable,
  TableCatalog,
} from '../../database/entity-statements.js';

type ValueReader<Row> = (row: Row) => number | bigint | string | boolean | Buffer | null;

/** How each property of an entity is written, and which ones an upsert replaces. */
export type TableDefinition<Entity, Row, Property extends keyof Entity = keyof Entity> = Readonly<{
  entity: EntityConstructor<Entity>;
  values: Readonly<Record<Property, ValueReader<Row>>>;
  replaced: 'all but key' | readonly Property[];
}>;

/** A written column with the reader of its value. */
type WrittenColumn<Row> = EntityColumn & Readonly<{ getValue: ValueReader<Row> }>;

/** A written table: its columns, and those that an upsert updates. */
export type WrittenTable<Row> = Readonly<{
  name: string;
  columns: readonly WrittenColumn<Row>[];
  key: readonly string[];
  replaced: readonly string[];
}>;

export function resolveTable<Entity, Row, Property extends keyof Entity>(
  catalog: Pick<TableCatalog, 'find'>,
  { entity, values, replaced }: TableDefinition<Entity, Row, Property>,
): WrittenTable<Row> {
  const { name, columns: all, key }: EntityTable = catalog.find(entity);
  const readers = new Map<string, ValueReader<Row>>(Object.entries(values));
  const columns = all.flatMap((column) => {
    const getValue = readers.get(column.property);
    return getValue === undefined ? [] : [{ ...column, getValue }];
  });
  if (columns.length !== readers.size) throw new Error(`Table ${name} has no column for one of its written values.`);
  const isReplaced = (column: EntityColumn): boolean =>
    replaced === 'all but key' ? !key.includes(column.name) : (replaced as readonly string[]).includes(column.property);
  return { name, columns, key, replaced: columns.filter(isReplaced).map((column) => column.name) };
}

/** `insert into … select … from rows from (unnest($5::bigint[], …))`, with parameters from number `first` on. */
export function insertInto<Row>({ name, columns, key, replaced }: WrittenTable<Row>, first: number): string {
  const names = columns.map((column) => column.name).join(', ');
  const values = columns.map((column) => toValueSql(column, column.name)).join(', ');
  const onConflict =
    replaced.length === 0
      ? ''
      : ` on conflict (${key.join(', ')}) do update set ${replaced.map((column) => `${column} = excluded.${column}`).join(', ')}`;
  return `insert into ${name} (${names}) select ${values} from ${givenSql(columns, first)}${onConflict}`;
}

/** The rows of these columns under the name `given`, an array per column. */
export function givenSql(columns: readonly EntityColumn[], first: number): string {
  const parameters = columns.map((column, index) => ({ ...column, parameter: `$${first + index}` }));
  const documents = parameters.filter(({ kind }) => kind === 'json');
  const arrays = parameters.filter(({ kind }) => kind !== 'json');
  const sources = [
    `unnest(${arrays.map(({ type, parameter }) => `${parameter}::${type}[]`).join(', ')})`,
    ...documents.map(({ parameter }) => `jsonb_array_elements(${parameter}::jsonb)`),
  ];
  const names = [...arrays, ...documents].map(({ name }) => name).join(', ');
  return `rows from (${sources.join(', ')}) as given (${names})`;
}

/** The value of a column from its element or parameter. */
export const toValueSql = ({ kind }: Readonly<{ kind: ColumnKind }>, element: string): string =>
  kind === 'moment' ? `to_timestamp(${element} / 1000.0)` : element;

/** The parameters of `insertInto`. `unnest` adds nulls to shorter arrays, so those at the end of a column are left out. */
export function toArrays<Row>({ columns }: WrittenTable<Row>, rows: readonly Row[]): string[] {
  return columns.map(({ kind, getValue }) => {
    const values = rows.map(getValue);
    if (kind === 'json') return `[${values.join()}]`;
    values.length = values.findLastIndex((value) => value !== null) + 1;
    return `{${(kind === 'text' ? values.map(quote) : values.map(String)).join()}}`;
  });
}

const quote = (value: ReturnType<ValueReader<never>>): string =>
  value === null ? 'null' : `"${String(value).replace(/["\\]/g, '\\$&')}"`;

/** A statement of a batch's transaction. */
export type SqlStatement = Readonly<{ text: string; values: readonly unknown[] }>;
