/**
 * Reads whole tables: rows as arrays of text as PostgreSQL sends them, because a million must be read in seconds and
 * the readers know the types. Everything within `readInSnapshot` is from one moment.
 */
import type { EntityColumn, EntityConstructor, TableCatalog } from '../../database/entity-statements.js';

export type RowTexts = readonly (string | null)[];

/** A connection without a time limit: reading takes as long as it takes. */
export type QuerySource = Readonly<{ query(query: TextQuery): Promise<Readonly<{ rows: unknown[][] }>> }>;

type TextQuery = Readonly<{ text: string; rowMode: 'array'; types: { getTypeParser: () => (text: string) => string } }>;

const CHUNK = 2_000;
/** `bytea` as PostgreSQL writes it. */
const HEX = '\\x'.length;

const asTexts = { getTypeParser: () => (text: string) => text };

/** One date format, no time limit, and plans for reading to the end. */
const settings = `set local statement_timeout = 0; set local datestyle = 'ISO, YMD'; set local cursor_tuple_fraction = 1; set local jit = off`;

/** `snapshot` is the moment of another connection that has exported it. */
export async function readInSnapshot<Result>(
  source: QuerySource,
  read: () => Promise<Result>,
  snapshot?: string,
): Promise<Result> {
  await readTexts(source, 'begin isolation level repeatable read read only');
  try {
    if (snapshot !== undefined) await readTexts(source, `set transaction snapshot '${snapshot}'`);
    await readTexts(source, settings);
    const result = await read();
    await readTexts(source, 'commit');
    return result;
  } catch (error) {
    await readTexts(source, 'rollback').catch(() => undefined); // The first failure is the one to report.
    throw error;
  }
}

/** All rows of a query with a small result. */
export async function readRows<Row>(
  source: QuerySource,
  question: string,
  read: (texts: RowTexts) => Row,
): Promise<Row[]> {
  return (await readTexts(source, question)).map(read);
}

/** Rows in chunks of some thousands; while one is processed, the next is on its way. Each cursor has its own name. */
export async function* readChunks(
  source: QuerySource,
  name: string,
  question: string,
  chunk = CHUNK,
): AsyncGenerator<readonly RowTexts[]> {
  const fetch = (): Promise<readonly RowTexts[]> => readTexts(source, `fetch forward ${chunk} from ${name}`);
  await readTexts(source, `declare ${name} no scroll cursor for ${question}`);
  try {
    let next = fetch();
    for (;;) {
      const rows = await next;
      if (rows.length === chunk) next = fetch();
      next.catch(() => undefined); // It is reported when it is awaited, if it is.
      if (rows.length > 0) yield rows;
      if (rows.length < chunk) break;
    }
  } finally {
    // Also where the reader has seen enough: another one may read the same table. A failure ends the transaction and the cursor with it.
    await readTexts(source, `close ${name}`).catch(() => undefined);
  }
}

/** A timestamp as milliseconds since 1970, in a format that is cheap to write and read. */
export const millisecondsSql = (column: string): string => `round(date_part('epoch', ${column}) * 1000)`;

/** Most sums are zero, and share one value. */
const parseWhole = (text: string): bigint => (text === '0' ? 0n : BigInt(text));

/** Words and dates that repeat in every row are shared. */
function createWordReader(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const word = known.get(text);
    if (word === undefined) known.set(text, text);
    return word ?? text;
  };
}

async function readTexts(source: QuerySource, text: string): Promise<readonly RowTexts[]> {
  return (await source.query({ text, rowMode: 'array', types: asTexts })).rows as RowTexts[];
}

/**
 * Rows of an entity's table in the order of its key. `where` takes the name of a property's column; `chunk` is the number of
 * rows to read at once, where they are large.
 */
export type EntitySelection<Entity, Property extends keyof Entity> = Readonly<{
  entity: EntityConstructor<Entity>;
  properties: readonly Property[];
  where?: (name: (property: keyof Entity) => string) => string;
  chunk?: number;
}>;

/** The selected properties of rows, converted as the metadata says, in chunks. */
export async function* readEntities<Entity, Property extends keyof Entity>(
  source: QuerySource,
  catalog: TableCatalog,
  selection: EntitySelection<Entity, Property>,
): AsyncGenerator<readonly Pick<Entity, Property>[]> {
  const { name, columns, key } = catalog.find(selection.entity);
  const findColumn = (property: keyof Entity): EntityColumn => {
    const column = columns.find((one) => one.property === property);
    if (column === undefined) throw new Error(`Table ${name} has no column for ${String(property)}.`);
    return column;
  };
  const selected = selection.properties.map(findColumn);
  const where = selection.where?.((property) => findColumn(property).name);
  const names = selected.map((column) => (column.kind === 'moment' ? millisecondsSql(column.name) : column.name));
  const statement = `select ${names.join(', ')} from ${name}${where === undefined ? '' : ` where ${where}`} order by ${key.join(', ')}`;
  const toEntity = createRowReader(selected);
  for await (const rows of readChunks(source, `each_${name}`, statement, selection.chunk))
    yield rows.map(toEntity) as Pick<Entity, Property>[];
}

/** All of them at once, of a table with few rows. */
export async function readAll<Entity, Property extends keyof Entity>(
  source: QuerySource,
  catalog: TableCatalog,
  selection: EntitySelection<Entity, Property>,
): Promise<Pick<Entity, Property>[]> {
  const all: Pick<Entity, Property>[] = [];
  for await (const rows of readEntities(source, catalog, selection)) for (const row of rows) all.push(row);
  return all;
}

/** Every row begins as a copy of the same empty one, so that all of them have one shape in memory. */
function createRowReader(columns: readonly EntityColumn[]): (texts: RowTexts) => Record<string, unknown> {
  const empty = Object.fromEntries(columns.map(({ property }) => [property, null]));
  const fields = columns.map(({ property, ...column }) => ({ property, parse: createParser(column) }));
  return (texts) => {
    const row: Record<string, unknown> = { ...empty };
    for (let at = 0; at < fields.length; at++) {
      const text = texts[at];
      const field = fields[at];
      if (typeof text === 'string' && field !== undefined) row[field.property] = field.parse(text);
    }
    return row;
  };
}

function createParser({ kind, type }: Pick<EntityColumn, 'kind' | 'type'>): (text: string) => unknown {
  if (kind === 'word') return createWordReader();
  if (kind === 'flag') return (text) => text === 't';
  if (type === 'jsonb') return (text) => JSON.parse(text) as unknown;
  if (type === 'bytea') return (text) => Buffer.from(text.slice(HEX), 'hex');
  if (kind === 'text') return (text) => text;
  return type === 'numeric' ? parseWhole : Number;
}
