import type { PositionStatementCommand } from '../engine/command.js';
import type { Product } from '../engine/product.js';
import type { State } from '../engine/state.js';
import { toReferencePrice } from '../engine/statements.js';
import type { Issue } from '../errors/domain-error.js';
import { type Decimal, parseDecimal } from '../money/decimal.js';
import { PositionsRefused } from '../accounts/account-errors.js';

/** A row of a list, as submitted. */
type WrittenRow = Readonly<{ instrumentId: number; quantity: number; price: number | string }>;

type RowFault = Readonly<{ field: 'instrument_id' | 'price'; message: string }>;

/** Converts the rows of a list to engine units. If rows are invalid, throws one error that names all of them. */
export function toEngineRows(
  state: State,
  { currency }: Readonly<{ currency: string }>,
  rows: readonly WrittenRow[],
): PositionStatementCommand['positions'] {
  const issues: Issue[] = [];
  const positions = rows.map(({ instrumentId, quantity, price: written }, at) => {
    const price = parseDecimal(written);
    if (price === null) throw new RangeError(`price ${written} is no decimal number; the DTO should reject it`);
    const fault = findRowFault(state.instruments.get(instrumentId)?.product, price, currency);
    if (fault !== null) issues.push({ pointer: `/position/${at}/${fault.field}`, message: fault.message });
    return { instrumentId, quantity, price };
  });
  if (issues.length > 0) throw new PositionsRefused(issues);
  return positions;
}

/** The reason why an account of this currency cannot hold the instrument at this price; null if it can. */
export function findRowFault(product: Product | undefined, price: Decimal, currency: string): RowFault | null {
  if (product === undefined) return { field: 'instrument_id', message: 'no such instrument' };
  const { currency: traded } = product.group.terms;
  if (traded !== currency)
    return {
      field: 'instrument_id',
      message: `the instrument trades in ${traded}, but the account currency is ${currency}`,
    };
  return toReferencePrice(product, price) === null
    ? { field: 'price', message: 'the price is not possible for this instrument' }
    : null;
}
