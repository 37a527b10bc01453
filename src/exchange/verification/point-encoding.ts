/**
 * A verified point: what a verification knows behind one command, as a file from which another one goes on. Version 1, numbers in
 * network byte order:
 *
 *     16 bytes  "kontor verified" and a line feed
 *     u32       version, 1
 *     f64       the last command
 *     f64, f64  lengths in bytes of the snapshot and of the progress
 *     32 bytes  hash of the batch of the journal that ends with the command
 *     32 bytes  hash of the shape of the compared tables
 *     32 bytes  SHA-256 of everything before, of the snapshot and of the progress
 *     snapshot  the state, as `snapshot-encoding.ts` has it
 *     progress  `VerificationProgress` in the serialization of V8
 *
 * A change of what the progress holds, or of the texts of rows, has another version.
 */
import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { decodeSnapshot, encodeSnapshot, readHeader } from '../snapshot/snapshot-encoding.js';
import type { LoadedBooks } from '../store/exchange-store.js';
import type { ExpectedMemory, LargeTableName } from './expected-rows.js';
import type { TableShape } from './row-texts.js';
import type { TallyNumbers } from './tally.js';

const MAGIC = Buffer.from('kontor verified\n', 'latin1');
const VERSION = 1;
const VERSION_AT = MAGIC.length;
const HASH_AT = VERSION_AT + 4 + 3 * 8;
const SHAPE_AT = HASH_AT + 32;
const CHECKSUM_AT = SHAPE_AT + 32;
const HEADER_BYTES = CHECKSUM_AT + 32;

/** What a verification has found out besides the state. */
export type VerificationProgress = Readonly<{
  /** Compared rows of `journal`. */
  rows: number;
  changesSince: number;
  expected: ExpectedMemory;
  /** The rows of all commands up to the point; null where the verification began at another point. */
  tallies: Readonly<Record<LargeTableName, TallyNumbers>> | null;
  /** Of the database and the files of its tables. */
  identity: string;
  /** Up to where the tables of other modules are compared, by their names. */
  further: Readonly<Record<string, number>>;
}>;

export type VerifiedPoint = Readonly<{ books: LoadedBooks; hash: Buffer; progress: VerificationProgress }>;

/** A point from which a verification cannot go on. */
export class UnusablePointError extends Error {}

/** Tables with these columns have these texts of rows. */
export function hashShapes(tables: Readonly<Record<string, TableShape>>): Buffer {
  const shapes = Object.values(tables).map(({ name, key, replaced, columns }) => [
    ...[name, key, replaced],
    columns.map((column) => [column.name, column.kind, column.type]),
  ]);
  return createHash('sha256').update(JSON.stringify(shapes)).digest();
}

/** In parts, which together may have some hundred megabytes. */
export function encodePoint({ books, hash, progress }: VerifiedPoint, shapes: Buffer): readonly Buffer[] {
  const parts = [encodeSnapshot(books, hash), serialize(progress)] as const;
  const header = Buffer.alloc(HEADER_BYTES);
  MAGIC.copy(header);
  let at = header.writeUInt32BE(VERSION, VERSION_AT);
  for (const number of [books.state.counters.command, ...parts.map(({ length }) => length)])
    at = header.writeDoubleBE(number, at);
  hash.copy(header, HASH_AT);
  shapes.copy(header, SHAPE_AT);
  computeChecksum(header, parts).copy(header, CHECKSUM_AT);
  return [header, ...parts];
}

/** Throws an `UnusablePointError` where the file is damaged, or is of tables with other columns. */
export function decodePoint(point: Buffer, shapes: Buffer): VerifiedPoint {
  if (point.length < HEADER_BYTES || !point.subarray(0, MAGIC.length).equals(MAGIC))
    throw new UnusablePointError('it does not begin as a verified point does');
  const version = point.readUInt32BE(VERSION_AT);
  if (version !== VERSION) throw new UnusablePointError(`version ${version} of the encoding is unknown`);
  const [command, snapshotBytes, progressBytes] = [4, 12, 20].map((at) => point.readDoubleBE(VERSION_AT + at)) as [
    number,
    number,
    number,
  ];
  const body = point.subarray(HEADER_BYTES);
  if (body.length !== snapshotBytes + progressBytes) throw new UnusablePointError('it is torn');
  if (!computeChecksum(point, [body]).equals(point.subarray(CHECKSUM_AT, HEADER_BYTES)))
    throw new UnusablePointError('it is damaged: its checksum is another');
  if (!point.subarray(SHAPE_AT, CHECKSUM_AT).equals(shapes))
    throw new UnusablePointError('the tables have had other columns');
  return decodeBody(command, body.subarray(0, snapshotBytes), body.subarray(snapshotBytes));
}

function decodeBody(command: number, snapshot: Buffer, progress: Buffer): VerifiedPoint {
  try {
    const { hash } = readHeader(snapshot);
    const books = decodeSnapshot(snapshot);
    if (books.state.counters.command !== command) throw new Error(`its state is not that of command ${command}`);
    return { books, hash: Buffer.from(hash), progress: deserialize(progress) as VerificationProgress };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnusablePointError(`it cannot be decoded: ${reason}`, { cause: error });
  }
}

const computeChecksum = (header: Buffer, parts: readonly Buffer[]): Buffer =>
  parts.reduce((sum, part) => sum.update(part), createHash('sha256').update(header.subarray(0, CHECKSUM_AT))).digest();
