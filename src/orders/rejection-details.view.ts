import type { RefusalFigures } from '../engine/refusal.js';
import type { ProblemValues } from '../errors/domain-error.js';
import { createExactNumber } from '../money/exact-number.js';

/** Names on the wire that differ from the journal's. */
const wireNames: Readonly<Record<string, string>> = {
  buyingPower: 'buying_power',
  wouldBe: 'would_be',
  orderId: 'order_id',
};

const toExactNumber = (digits: string): number => createExactNumber(digits) as unknown as number;

const toWireValue = (name: string, value: string | readonly string[]): unknown =>
  typeof value !== 'string' ? value.map(toExactNumber) : name === 'currency' ? value : toExactNumber(value);

/** The figures of a rejection as exact numbers, in a fixed order: the database has its own. */
export function toRejectionDetailsView(details: RefusalFigures): ProblemValues {
  const values = details as unknown as Readonly<Record<string, string | readonly string[]>>;
  return Object.fromEntries(
    FIELD_ORDER.flatMap((name) =>
      values[name] === undefined ? [] : [[wireNames[name] ?? name, toWireValue(name, values[name])]],
    ),
  );
}

const FIELD_ORDER = [
  'required',
  'available',
  'used',
  'buyingPower',
  'limit',
  'wouldBe',
  'currency',
  'tick',
  'nearest',
  'low',
  'high',
  'reference',
  'orderId',
];
