/**
 * Rows as one array per column for `unnest`: of numbers in PostgreSQL's binary format, of others as its text, or one of JSON. The driver
 * could format arrays as well, but it inspects each value for its type; here the metadata of the entity knows it.
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

/** A written column with the reader of its value, and how its numbers are written. */
type WrittenColumn<Row> = EntityColumn & Readonly<{ getValue: ValueReader<Row>; numberType: NumberType | null }>;

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
    return getValue === undefined ? [] : [{ ...column, getValue, numberType: findNumberType(column.type) }];
  });
  if (columns.length !== readers.size) throw new Error(`Table ${name} has no column for one of its written values.`);
  const isReplaced = (column: EntityColumn): boolean =>
    replaced === 'all but key' ? !key.includes(column.name) : (replaced as readonly string[]).includes(column.property);
  return { name, columns, key, replaced: columns.filter(isReplaced).map((column) => column.name) };
}

/** `insert into … select … from (select unnest($5::bigint[]) as …)`, with parameters from number `first` on. */
export function insertInto<Row>({ name, columns, key, replaced }: WrittenTable<Row>, first: number): string {
  const names = columns.map((column) => column.name).join(', ');
  const onConflict =
    replaced.length === 0
      ? ''
      : ` on conflict (${key.join(', ')}) do update set ${replaced.map((column) => `${column} = excluded.${column}`).join(', ')}`;
  return `insert into ${name} (${names}) select ${names} from ${givenSql(columns, first)}${onConflict}`;
}

/**
 * The rows of these columns under the name `given`, an array per column. They are unnested beside each other in a select list: as
 * functions of a `from`, each would be stored before it is read, which takes PostgreSQL twice as long.
 */
export function givenSql(columns: readonly EntityColumn[], first: number): string {
  const elements = columns.map(({ kind, type, name }, index) => {
    const parameter = `$${first + index}`;
    return `${kind === 'json' ? `jsonb_array_elements(${parameter}::jsonb)` : `unnest(${parameter}::${type}[])`} as ${name}`;
  });
  return `(select ${elements.join(', ')}) as given`;
}

/** One statement cannot write a row twice: the last row of each key. */
export const keepLast = <Row>(rows: readonly Row[], key: (row: Row) => string | number): Row[] => [
  ...new Map(rows.map((row) => [key(row), row])).values(),
];

/** The value of a column from a parameter of its own; a moment is milliseconds. */
export const toValueSql = ({ kind }: Readonly<{ kind: ColumnKind }>, parameter: string): string =>
  kind === 'moment' ? `to_timestamp(${parameter} / 1000.0)` : parameter;

/** The parameters of `insertInto`. `unnest` adds nulls to shorter arrays, so those at the end of a column are left out. */
export function toArrays<Row>({ columns }: WrittenTable<Row>, rows: readonly Row[]): (string | Buffer)[] {
  const arrays = new NumberArrays(
    columns.reduce((sum, { numberType }) => sum + (numberType === null ? 0 : getBytesMax(numberType, rows.length)), 0),
  );
  return columns.map(({ kind, numberType, getValue }) => {
    const values = rows.map(getValue);
    if (kind === 'json') return `[${values.join()}]`;
    values.length = values.findLastIndex((value) => value !== null) + 1;
    if (numberType !== null) return arrays.add(numberType, values as Numbers);
    return `{${(kind === 'text' ? values.map(quote) : values.map(String)).join()}}`;
  });
}

const quote = (value: ReturnType<ValueReader<never>>): string =>
  value === null ? 'null' : `"${String(value).replace(/["\\]/g, '\\$&')}"`;

/** A statement of a batch's transaction. */
export type SqlStatement = Readonly<{ text: string; values: readonly unknown[] }>;

/**
 * Arrays of numbers in PostgreSQL's binary format, which takes it less time to read than text. All numbers are big-endian: how many
 * dimensions there are, whether there are nulls, and the type of the elements; the length and the first index of the dimension;
 * then each element as its length and its bytes, null as the length -1. An empty array has no dimension.
 */
export type NumberType = Readonly<{
  /** PostgreSQL's number of the type. */
  oid: number;
  bytes: number;
  write: (view: DataView, at: number, value: number | bigint) => void;
}>;

export type Numbers = readonly (number | bigint | null)[];

const numberTypes: Readonly<Record<string, NumberType>> = {
  smallint: { oid: 21, bytes: 2, write: (view, at, value) => view.setInt16(at, checkRange(value, 2 ** 15)) },
  integer: { oid: 23, bytes: 4, write: (view, at, value) => view.setInt32(at, checkRange(value, 2 ** 31)) },
  bigint: { oid: 20, bytes: 8, write: writeBigint },
  timestamptz: { oid: 1184, bytes: 8, write: writeMoment },
};

const EMPTY_BYTES = 12;
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const HALF = 2 ** 32;
/** PostgreSQL counts microseconds from there. */
const YEAR_2000 = Date.UTC(2000, 0, 1);

/** Null for a type that is not written in this format. */
export const findNumberType = (type: string): NumberType | null => numberTypes[type] ?? null;

/** The most that an array takes: nulls take less. */
export const getBytesMax = ({ bytes }: NumberType, length: number): number =>
  HEADER_BYTES + length * (LENGTH_BYTES + bytes);

/** Writes arrays one after another into one piece of memory, as a piece for each would cost more than the numbers. */
export class NumberArrays {
  private readonly memory: Buffer;
  private readonly view: DataView;
  private end = 0;

  constructor(bytesMax: number) {
    this.memory = Buffer.allocUnsafe(bytesMax);
    this.view = new DataView(this.memory.buffer, this.memory.byteOffset, bytesMax);
  }

  add(type: NumberType, values: Numbers): Buffer {
    const { view, end: start } = this;
    view.setInt32(start, values.length === 0 ? 0 : 1);
    view.setInt32(start + 8, type.oid);
    let at = start + EMPTY_BYTES;
    let hasNulls = false;
    if (values.length > 0) {
      view.setInt32(at, values.length);
      view.setInt32(at + 4, 1);
      at = start + HEADER_BYTES;
    }
    for (const value of values) {
      view.setInt32(at, value === null ? -1 : type.bytes);
      at += LENGTH_BYTES;
      if (value === null) hasNulls = true;
      else {
        type.write(view, at, value);
        at += type.bytes;
      }
    }
    view.setInt32(start + 4, hasNulls ? 1 : 0);
    this.end = at;
    return this.memory.subarray(start, at);
  }
}

/** Of a text, PostgreSQL would say it; of bytes, it would take the last ones. */
function checkRange(value: number | bigint, end: number): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number >= end || number < -end)
    throw new RangeError(`${value} does not fit into its column.`);
  return number;
}

/** Numbers of JavaScript in two halves: a bigint of each would take longer than all else. */
function writeBigint(view: DataView, at: number, value: number | bigint): void {
  if (typeof value === 'bigint') {
    if (BigInt.asIntN(64, value) !== value) throw new RangeError(`${value} does not fit into its column.`);
    view.setBigInt64(at, value);
    return;
  }
  const number = checkRange(value, Number.MAX_SAFE_INTEGER);
  const high = Math.floor(number / HALF);
  view.setInt32(at, high);
  view.setUint32(at + 4, number - high * HALF);
}

/** Given in milliseconds since 1970. */
function writeMoment(view: DataView, at: number, value: number | bigint): void {
  writeBigint(view, at, Math.round((Number(value) - YEAR_2000) * 1_000));
}
