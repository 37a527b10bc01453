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
