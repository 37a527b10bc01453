import type { RefusalFigures } from '../engine/refusal.js';
import type { ProblemValues } from '../errors/problem-values.view.js';
import { createExactNumber } from '../http/exact-number.js';

/** The names on the wire where they are not those of the journal. */
const wireNames: Readonly<Record<string, string>> = { buyingPower: 'buying_power', wouldBe: 'would_be' };

const toExactNumber = (digits: string): number => createExactNumber(digits) as unknown as number;

const toWireValue = (name: string, value: string | readonly string[]): unknown =>
  typeof value !== 'string' ? value.map(toExactNumber) : name === 'currency' ? value : toExactNumber(value);

/** The figures of a refusal as numbers with exactly the digits that are kept, always in one order: the database has its own. */
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
];
