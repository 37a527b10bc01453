import type { ReconciliationBreak } from '../../exchange/ledger/reconciliation-break.entity.js';
import { moment } from '../exchange-numbers.js';

/**
 * Where a list of reference positions and the books of this service differ.
 *
 * @example { "id": 3, "acct_id": 7, "as_of": "2026-01-30", "instrument_id": 1, "kind": "quantity", "internal": 2, "reference": 5, "difference": 3, "status": "Open", "opened_at": "2026-01-31T06:00:00.000Z", "closed_at": null }
 */
export type BreakView = ReturnType<typeof breakView>;

export function breakView({ id, acctId, asOf, instrumentId, kind, internal, reference, difference, status, openedAt, closedAt }: ReconciliationBreak) {
  return {
    id,
    acct_id: acctId,
    as_of: asOf,
    instrument_id: instrumentId,
    kind,
    /** What the books have, from the list before and the trades since. */
    internal,
    /** What the list says. */
    reference,
    /** How much more the list has than the books. */
    difference,
    status,
    opened_at: moment(openedAt),
    /** When a list agreed with the books again. */
    closed_at: closedAt === null ? null : moment(closedAt),
  };
}

export const BREAK_COLUMNS = ['id', 'acct_id', 'as_of', 'instrument_id', 'kind', 'internal', 'reference', 'difference', 'status', 'opened_at', 'closed_at'];
