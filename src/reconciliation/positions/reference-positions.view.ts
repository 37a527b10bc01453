import { toTimestamp, toPrice } from '../../accounts/exchange-numbers.js';
import { type BreakView, toBreakView } from '../breaks/break.view.js';
import type { FoundBreaks, ListedPositions, StatedPositions, StatedRow } from '../stated.js';

/** The instrument whose quantity the draft changes. */
type DraftChangeView = Readonly<{ instrument_id: number; before: number; quantity: number }>;

/** The prefilled form for a new list, with the reason for it as text. */
export type ReferenceDraftView = Readonly<{
  acct_id: number | null;
  as_of: string | null;
  position: readonly StatedPositionView[];
  reason: string | null;
  change: DraftChangeView | null;
  rows: number | null;
}>;

/**
 * A list of an account's positions at the close of a date, as it was posted.
 *
 * @example { "id": 512, "acct_id": 7, "as_of": "2026-01-30", "rows": 1, "posted_at": "2026-01-31T06:00:00.000Z", "posted_by": 1 }
 */
export type PostedListView = ReturnType<typeof toReferencePositionsView>;

export function toReferencePositionsView({ statement, postedBy, rows }: StatedPositions) {
  return {
    id: statement.seq,
    acct_id: statement.acctId,
    as_of: statement.asOf,
    /** Number of instruments in the list. */
    rows,
    posted_at: toTimestamp(statement.postedAt),
    /** The user who posted it. Null is the system. */
    posted_by: postedBy,
  };
}

/**
 * A list of an account's positions at the close of a date. The latest list of a date counts.
 *
 * @example { "id": 512, "acct_id": 7, "as_of": "2026-01-30", "rows": 1, "posted_at": "2026-01-31T06:00:00.000Z", "posted_by": 1, "replaced_by": null }
 */
export type ReferencePositionsView = PostedListView &
  Readonly<{
    /** The list of the same account and date that counts in its place. Null if this one counts. */
    replaced_by: number | null;
  }>;

export const toListedPositionsView = (listed: ListedPositions): ReferencePositionsView => ({
  ...toReferencePositionsView(listed),
  replaced_by: listed.replacedBy,
});

export const REFERENCE_COLUMNS = [
  'id',
  'acct_id',
  'acct_name',
  'owner_name',
  'as_of',
  'rows',
  'posted_at',
  'posted_by',
  'replaced_by',
];

/**
 * A row of a list.
 *
 * @example { "instrument_id": 1, "symbol": "ESZ26", "quantity": -3, "price": 6712.25 }
 */
type StatedPositionView = ReturnType<typeof toStatedPositionView>;

export function toStatedPositionView({ row, scale, symbol }: StatedRow) {
  return {
    instrument_id: row.instrumentId,
    symbol,
    quantity: row.quantity,
    price: toPrice(row.price, scale + row.extraDecimals),
  };
}

/**
 * A list with its rows.
 *
 * @example { "id": 512, "acct_id": 7, "as_of": "2026-01-30", "rows": 1, "posted_at": "2026-01-31T06:00:00.000Z", "posted_by": 1, "replaced_by": null, "position": [{ "instrument_id": 1, "symbol": "ESZ26", "quantity": -3, "price": 6712.25 }] }
 */
export type ReferenceStatementView = ReferencePositionsView & Readonly<{ position: readonly StatedPositionView[] }>;

export function toReferenceStatementView(stated: ListedPositions, rows: readonly StatedRow[]): ReferenceStatementView {
  return { ...toListedPositionsView(stated), position: rows.map(toStatedPositionView) };
}

/**
 * The posted list, with the breaks that the comparison with the books opened, changed and closed.
 *
 * @example { "id": 512, "acct_id": 7, "as_of": "2026-01-30", "rows": 1, "posted_at": "2026-01-31T06:00:00.000Z", "posted_by": 1, "replaced_by": null, "position": [{ "instrument_id": 1, "symbol": "ESZ26", "quantity": -3, "price": 6712.25 }], "breaks": { "opened": [{ "id": 3, "acct_id": 7, "as_of": "2026-01-30", "instrument_id": 1, "symbol": "ESZ26", "kind": "quantity", "internal": 2, "reference": -3, "difference": -5, "status": "Open", "opened_at": "2026-01-31T06:00:00.000Z", "closed_at": null }], "changed": [], "closed": [] } }
 */
export type PostedReferencePositionsView = ReferenceStatementView &
  Readonly<{
    breaks: Readonly<{ opened: readonly BreakView[]; changed: readonly BreakView[]; closed: readonly BreakView[] }>;
  }>;

export function toPostedReferencePositionsView(
  stated: ListedPositions,
  rows: readonly StatedRow[],
  { opened, changed, closed }: FoundBreaks,
): PostedReferencePositionsView {
  return {
    ...toReferenceStatementView(stated, rows),
    breaks: { opened: opened.map(toBreakView), changed: changed.map(toBreakView), closed: closed.map(toBreakView) },
  };
}
