/**
 * A snapshot: the state of the exchange behind one command, as a file. Version 6, numbers in network byte order:
 *
 *     16 bytes  "kontor snapshot" and a line feed
 *     u32       version, 6
 *     f64       the last command
 *     f64       number of open orders
 *     f64       length of the body in bytes
 *     32 bytes  hash of the batch of the journal that ends with the command
 *     32 bytes  SHA-256 of everything before and of the body
 *     body      the time of the last command, everything besides orders as `takeRest` gives it, and the open orders as columns
 *               (`order-columns.ts`), in the serialization of V8
 *
 * A change of what the body holds has another version, and a decoder reads its own version only: the state is in the tables as well.
 */
import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import type { OrderColumns } from '../../engine/order-columns.js';
import { type SnapshotRest, StateRestoration, takeRest } from '../../engine/snapshot.js';
import type { LoadedBooks } from '../store/exchange-store.js';

const MAGIC = Buffer.from('kontor snapshot\n', 'latin1');
const VERSION = 6;
const VERSION_AT = MAGIC.length;
const CHECKSUM_AT = VERSION_AT + 4 + 3 * 8 + 32;
export const HEADER_BYTES = CHECKSUM_AT + 32;

/** Which state a snapshot has: that behind `command`, whose batch has this hash. */
export type SnapshotHeader = Readonly<{ command: number; hash: Buffer; orders: number; bodyBytes: number }>;

type SnapshotBody = Readonly<{ time: number; rest: SnapshotRest; orders: OrderColumns }>;

/** A snapshot that a start passes over. */
export class UnusableSnapshotError extends Error {}

/** One with which nothing is wrong. */
export class UnneededSnapshotError extends UnusableSnapshotError {}

export function encodeSnapshot({ state, time }: LoadedBooks, hash: Buffer): Buffer {
  const body = serialize({ time, rest: takeRest(state), orders: state.orders.toColumns() } satisfies SnapshotBody);
  const header = Buffer.alloc(HEADER_BYTES);
  MAGIC.copy(header);
  let at = header.writeUInt32BE(VERSION, VERSION_AT);
  for (const number of [state.counters.command, state.orders.size, body.length]) at = header.writeDoubleBE(number, at);
  hash.copy(header, at);
  computeChecksum(header, body).copy(header, CHECKSUM_AT);
  return Buffer.concat([header, body]);
}

/** Reads the header of a snapshot of this version; whether it is damaged shows `readHeader`. Throws an `UnusableSnapshotError`. */
export function parseHeader(bytes: Buffer): SnapshotHeader {
  if (bytes.length < HEADER_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC))
    throw new UnusableSnapshotError('it does not begin as a snapshot does');
  const version = bytes.readUInt32BE(VERSION_AT);
  if (version !== VERSION) throw new UnneededSnapshotError(`version ${version} of the encoding is unknown`);
  const [command, orders, bodyBytes] = [4, 12, 20].map((at) => bytes.readDoubleBE(VERSION_AT + at)) as [
    number,
    number,
    number,
  ];
  return { command, orders, bodyBytes, hash: bytes.subarray(CHECKSUM_AT - 32, CHECKSUM_AT) };
}

/** Reads the header of a snapshot that is whole and of this version; otherwise throws an `UnusableSnapshotError`. */
export function readHeader(snapshot: Buffer): SnapshotHeader {
  const header = parseHeader(snapshot);
  const body = snapshot.subarray(HEADER_BYTES);
  if (body.length !== header.bodyBytes) throw new UnusableSnapshotError('it is torn');
  const checksum = snapshot.subarray(CHECKSUM_AT, HEADER_BYTES);
  if (!computeChecksum(snapshot, body).equals(checksum))
    throw new UnusableSnapshotError('it is damaged: its checksum is another');
  return header;
}

const computeChecksum = (header: Buffer, body: Buffer): Buffer =>
  createHash('sha256').update(header.subarray(0, CHECKSUM_AT)).update(body).digest();

/** The state of a snapshot whose header was read. */
export function decodeSnapshot(snapshot: Buffer): LoadedBooks {
  try {
    const { time, rest, orders } = deserialize(snapshot.subarray(HEADER_BYTES)) as SnapshotBody;
    return { state: new StateRestoration(rest).finish(time, orders), time };
  } catch (error) {
    throw new UnusableSnapshotError(`it cannot be decoded: ${String(error)}`, { cause: error });
  }
}
