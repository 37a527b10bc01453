import type { PositionStatementCommand } from '../../engine/command.js';
import type { Product } from '../../engine/product.js';
import type { State } from '../../engine/state.js';
import { toReferencePrice } from '../../engine/statements.js';
import type { Issue } from '../../errors/domain-error.js';
import { type Decimal, parseDecimal } from '../../money/decimal.js';
import { PositionsRefusedError } from '../../accounts/account-errors.js';

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
  let invalidRows = 0;
  const positions = rows.map(({ instrumentId, quantity, price: written }, at) => {
    const price = parseDecimal(written);
    if (price === null) throw new RangeError(`price ${written} is no decimal number; the DTO should reject it`);
    const faults = listRowFaults(state.instruments.get(instrumentId)?.product, price, currency);
    issues.push(...faults.map(({ field, message }) => ({ pointer: `/position/${at}/${field}`, message })));
    if (faults.length > 0) invalidRows++;
    return { instrumentId, quantity, price };
  });
  if (issues.length > 0) throw new PositionsRefusedError(issues, invalidRows);
  return positions;
}

/** The reasons why an account of this currency cannot hold the instrument at this price; a price that cannot be read is null. */
export function listRowFaults(product: Product | undefined, price: Decimal | null, currency: string): RowFault[] {
  if (product === undefined) return [{ field: 'instrument_id', message: 'no such instrument' }];
  const faults: RowFault[] = [];
  const { currency: traded } = product.group.terms;
  if (traded !== currency)
    faults.push({
      field: 'instrument_id',
      message: `the instrument trades in ${traded}, but the account currency is ${currency}`,
    });
  if (price !== null && toReferencePrice(product, price) === null)
    faults.push({ field: 'price', message: 'the price is not possible for this instrument' });
  return faults;
}
