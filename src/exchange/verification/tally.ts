/**
 * Compares rows of two sides without storing them: each side adds the digests of its rows in any order, with one sum
 * per range of ids. If two sums differ, the few rows of that range are compared.
 */
import type { WrittenTable } from '../writing/columns.js';
import { BETWEEN, formatRow, formatValue, NOTHING } from './row-texts.js';

const ROWS_PER_SUM = 256;
const MODULUS = 2 ** 52;
const ZERO = 0x30;
const MINUS = 0x2d;
const BETWEEN_CODE = BETWEEN.charCodeAt(0);
const NOTHING_CODE = NOTHING.charCodeAt(0);
/** Of a number, with its sign and the separator before it. */
const NUMBER_CODES = 32;
/** Numbers below it are divided without fractions. */
const GROUP = 1_000_000_000;
const GROUP_DIGITS = 9;

export type TallyBucket = number;
export type RowSink = Readonly<{ add<Row>(id: number, table: WrittenTable<Row>, row: Row): void }>;

/** The characters of `formatRow` as numbers in one piece of memory: to sum up a row, no text has to be made of it. */
export class RowCodes {
  codes = new Uint16Array(1_024);
  length = 0;

  /** The codes are valid until the next row is set. */
  set<Row>({ columns }: Pick<WrittenTable<Row>, 'columns'>, row: Row): void {
    this.length = 0;
    for (const column of columns) {
      this.reserve(NUMBER_CODES);
      if (this.length > 0) this.codes[this.length++] = BETWEEN_CODE;
      const value = column.getValue(row);
      if (value === null) this.codes[this.length++] = NOTHING_CODE;
      else if (typeof value === 'number' && Number.isSafeInteger(value)) this.putWhole(value);
      else this.putText(formatValue(column, value));
    }
  }

  private putText(text: string): void {
    this.reserve(text.length);
    for (let at = 0; at < text.length; at++) this.codes[this.length++] = text.charCodeAt(at);
  }

  private putWhole(value: number): void {
    const whole = Math.abs(value);
    if (value < 0) this.codes[this.length++] = MINUS;
    if (whole < GROUP) this.putDigits(whole, countDigits(whole));
    else {
      const rest = whole % GROUP;
      this.putWhole((whole - rest) / GROUP);
      this.putDigits(rest, GROUP_DIGITS);
    }
  }

  private putDigits(value: number, count: number): void {
    let rest = value | 0;
    for (let at = this.length + count - 1; at >= this.length; at--) {
      const tenth = (rest / 10) | 0;
      this.codes[at] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    this.length += count;
  }

  private reserve(count: number): void {
    if (this.length + count <= this.codes.length) return;
    const larger = new Uint16Array(2 * (this.length + count));
    larger.set(this.codes);
    this.codes = larger;
  }
}

function countDigits(value: number): number {
  let [count, limit] = [1, 10];
  while (value >= limit) [count, limit] = [count + 1, limit * 10];
  return count;
}

const rowCodes = new RowCodes();
const NO_ROWS = { rows: 0, buckets: new Float64Array(), sums: new Float64Array() };

/** A tally as numbers alone: the number of rows, and the buckets with their sums. */
export type TallyNumbers = Readonly<{ rows: number; buckets: Float64Array; sums: Float64Array }>;

export class RowTally implements RowSink {
  rows: number;
  private readonly sums: Map<TallyBucket, number>;

  constructor({ rows, buckets, sums }: TallyNumbers = NO_ROWS) {
    this.rows = rows;
    this.sums = new Map(Array.from(buckets, (bucket, n) => [bucket, sums[n] ?? 0]));
  }

  toNumbers(): TallyNumbers {
    const { rows, sums } = this;
    return { rows, buckets: Float64Array.from(sums.keys()), sums: Float64Array.from(sums.values()) };
  }

  add<Row>(id: number, table: WrittenTable<Row>, row: Row): void {
    rowCodes.set(table, row);
    this.addHash(id, hashCodes(rowCodes.codes, rowCodes.length));
  }

  /** A row as `copy` writes it, which begins with its id. */
  addCopied(row: Uint8Array): void {
    let id = 0;
    for (let at = 0; (row[at] ?? 0) >= ZERO; at++) id = id * 10 + (row[at] ?? 0) - ZERO;
    this.addHash(id, hashCopied(row));
  }

  private addHash(id: number, hash: number): void {
    this.rows++;
    const bucket = toBucket(id);
    this.sums.set(bucket, ((this.sums.get(bucket) ?? 0) + hash) % MODULUS);
  }

  /** The buckets with different sums, in order. */
  findDifferences(other: RowTally): TallyBucket[] {
    const buckets = new Set([...this.sums.keys(), ...other.sums.keys()]);
    return [...buckets]
      .filter((bucket) => (this.sums.get(bucket) ?? 0) !== (other.sums.get(bucket) ?? 0))
      .sort((a, b) => a - b);
  }
}

const BACKSLASH = 0x5c;

/** What `hashText` gives for the text of a row that `copy` has written. Most rows are ASCII, and need not become a text. */
export function hashCopied(row: Uint8Array): number {
  for (let at = 0; at < row.length; at++) {
    const code = row[at] as number;
    if (code > 0x7f || code === BACKSLASH) return hashText(unescapeCopied(Buffer.from(row).toString()));
  }
  return hashCodes(row, row.length);
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** `copy` writes a backslash before itself and in place of control characters. */
const unescapeCopied = (text: string): string =>
  text.replace(/\\(.)/gs, (_, escaped: string) => ESCAPES[escaped] ?? escaped);

export const hashText = (text: string): number =>
  hashCodes(
    Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)),
    text.length,
  );

/** Two lanes of 32 and 20 bits, similar to FNV: for detecting accidents, not attacks. Sums of two are exact numbers. */
function hashCodes(codes: ArrayLike<number>, length: number): number {
  let [first, second] = [0x2c1b3c6d, 0x297a2d39];
  for (let at = 0; at < length; at++) {
    const code = codes[at] as number;
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x85ebca6b) + (first >>> 15);
  }
  return (first >>> 0) + ((second ^ (second >>> 16)) & 0xf_ffff) * 0x1_0000_0000;
}

const toBucket = (id: number): TallyBucket => Math.floor(id / ROWS_PER_SUM);

/** The ids of a bucket: from, and before. */
export const toIdRange = (bucket: TallyBucket): readonly [from: number, before: number] => [
  bucket * ROWS_PER_SUM,
  (bucket + 1) * ROWS_PER_SUM,
];

/** Keeps the rows of some buckets for a comparison one by one. */
export class StoredRows implements RowSink {
  readonly texts: string[] = [];
  private readonly buckets: ReadonlySet<TallyBucket>;

  constructor(buckets: readonly TallyBucket[]) {
    this.buckets = new Set(buckets);
  }

  add<Row>(id: number, table: WrittenTable<Row>, row: Row): void {
    if (this.buckets.has(toBucket(id))) this.texts.push(formatRow(table, row));
  }
}
