import type { Side } from '../../engine/side.js';
import type { OpenOrderCount } from './open-order-counts.service.js';

/** The open orders that would be canceled, by account. */
export type MassCancellationFormView = Readonly<{
  accounts: readonly Readonly<{ acct_id: number; open: number }>[];
  instrument_id: number | null;
  side: Side | null;
  /** The preselected account. */
  chosen: number | null;
}>;

type MassCancellationFilter = Readonly<{ acct_id?: number | null; instrument_id?: number | null; side?: Side | null }>;

export function toMassCancellationFormView(
  counts: readonly OpenOrderCount[],
  { acct_id: chosen = null, instrument_id = null, side = null }: MassCancellationFilter,
): MassCancellationFormView {
  return { accounts: counts.map(({ acctId, open }) => ({ acct_id: acctId, open })), instrument_id, side, chosen };
}
