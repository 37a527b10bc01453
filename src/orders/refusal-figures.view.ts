import type { RefusalFigures } from '../engine/refusal.js';
import type { ProblemFigures } from '../errors/problem-figures.view.js';
import { exactNumber } from '../http/exact-number.js';

/** The names on the wire where they are not those of the journal. */
const names: Readonly<Record<string, string>> = { buyingPower: 'buying_power', wouldBe: 'would_be' };

const numberOf = (digits: string): number => exactNumber(digits) as unknown as number;

const valueOf = (name: string, value: string | readonly string[]): unknown =>
  typeof value !== 'string' ? value.map(numberOf) : name === 'currency' ? value : numberOf(value);

/** The figures of a refusal as numbers with exactly the digits that are kept, always in one order: the database has its own. */
export function refusalFiguresView(figures: RefusalFigures): ProblemFigures {
  const values = figures as unknown as Readonly<Record<string, string | readonly string[]>>;
  return Object.fromEntries(
    ORDER.flatMap((name) => (values[name] === undefined ? [] : [[names[name] ?? name, valueOf(name, values[name])]])),
  );
}

const ORDER = [
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
