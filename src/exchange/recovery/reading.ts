/**
 * Reads whole tables: rows as arrays of text as PostgreSQL sends them, because a million must be read in seconds and
 * the readers know the types. Everything within `readInSnapshot` is from one moment.
 */
export type RowTexts = readonly (string | null)[];

/** A connection without a time limit: reading takes as long as it takes. */
export type QuerySource = Readonly<{ query(query: TextQuery): Promise<Readonly<{ rows: unknown[][] }>> }>;

type TextQuery = Readonly<{ text: string; rowMode: 'array'; types: { getTypeParser: () => (text: string) => string } }>;

const CHUNK = 2_000;

const asTexts = { getTypeParser: () => (text: string) => text };

/** One date format, no time limit, and plans for reading to the end. */
const settings = `set local statement_timeout = 0; set local datestyle = 'ISO, YMD'; set local cursor_tuple_fraction = 1; set local jit = off`;

export async function readInSnapshot<Result>(source: QuerySource, read: () => Promise<Result>): Promise<Result> {
  await readTexts(source, 'begin isolation level repeatable read read only');
  try {
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
): AsyncGenerator<readonly RowTexts[]> {
  const fetch = (): Promise<readonly RowTexts[]> => readTexts(source, `fetch forward ${CHUNK} from ${name}`);
  await readTexts(source, `declare ${name} no scroll cursor for ${question}`);
  let next = fetch();
  for (;;) {
    const rows = await next;
    if (rows.length === CHUNK) next = fetch();
    next.catch(() => undefined); // It is reported when it is awaited, if it is.
    if (rows.length > 0) yield rows;
    if (rows.length < CHUNK) break;
  }
  await readTexts(source, `close ${name}`);
}

/** A timestamp as milliseconds since 1970, in a format that is cheap to write and read. */
export const millisecondsSql = (column: string): string => `round(date_part('epoch', ${column}) * 1000)`;

export const parseNumber = (text: string | null | undefined): number => Number(text);
export const parseNumberOrNull = (text: string | null | undefined): number | null =>
  text === null || text === undefined ? null : Number(text);
export const parseFlag = (text: string | null | undefined): boolean => text === 't';
export const parseJson = (text: string | null | undefined): unknown => JSON.parse(text ?? 'null');

/** Most sums are zero, and share one value. */
export const parseWhole = (text: string | null | undefined): bigint => (text === '0' ? 0n : BigInt(text ?? 0));

/** Words and dates that repeat in every row are shared. */
export class EnumReader {
  private readonly known = new Map<string, string>();

  read(text: string | null | undefined): string {
    return this.readOrNull(text) ?? '';
  }

  readOrNull(text: string | null | undefined): string | null {
    if (text === null || text === undefined) return null;
    const known = this.known.get(text);
    if (known !== undefined) return known;
    this.known.set(text, text);
    return text;
  }
}

async function readTexts(source: QuerySource, text: string): Promise<readonly RowTexts[]> {
  return (await source.query({ text, rowMode: 'array', types: asTexts })).rows as RowTexts[];
}
