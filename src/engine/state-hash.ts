/**
 * One short number for the whole state: two engines that have come the same way agree upon it, and hardly two others. The memory of
 * client order ids is left out, because an engine that was restored may have left them in the database; so are the times of boards,
 * which rows from before they were stored do not have.
 */
import { Digest } from './digest.js';
import { takeRest } from './snapshot.js';
import type { State } from './state.js';

export function computeStateHash(state: State): string {
  const digest = new Digest();
  const { instruments, ...rest } = takeRest(state);
  const withoutTimes = instruments.map((row) => ({ ...row, boardChangedAt: null }));
  addValue(digest, { ...rest, instruments: withoutTimes, orders: state.orders.toColumns() });
  return digest.toHex();
}

function addValue(digest: Digest, value: unknown): void {
  if (value === null || typeof value !== 'object') digest.addValue(value as string | number | bigint | boolean | null);
  else if (ArrayBuffer.isView(value)) addColumn(digest, value as Uint8Array | Int32Array | Float64Array);
  else if (Array.isArray(value)) {
    digest.addWhole(value.length);
    for (const item of value) addValue(digest, item);
  } else for (const [, item] of Object.entries(value).sort(compareNames)) addValue(digest, item);
}

/** What is absent from a column of prices is NaN, which as a whole number would be zero. */
function addColumn(digest: Digest, column: Uint8Array | Int32Array | Float64Array): void {
  digest.addWhole(column.length);
  for (const number of column) digest.addValue(Number.isNaN(number) ? null : number);
}

/** A row that was stored may come back with its fields in another order. */
const compareNames = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);
