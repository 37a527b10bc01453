import type { BreakNote } from './break-note.entity.js';
import { toTimestamp } from '../accounts/exchange-numbers.js';
import type { FoundBreak } from './stated.js';

/**
 * A difference between a list of reference positions and the books of this service.
 *
 * @example { "id": 3, "acct_id": 7, "as_of": "2026-01-30", "instrument_id": 1, "symbol": "ESZ26", "kind": "quantity", "internal": 2, "reference": 5, "difference": 3, "status": "Open", "opened_at": "2026-01-31T06:00:00.000Z", "closed_at": null }
 */
export type BreakView = ReturnType<typeof toBreakView>;

export function toBreakView({ broken, symbol }: FoundBreak) {
  const { id, acctId, asOf, instrumentId, kind, internal, reference, difference, status, openedAt, closedAt } = broken;
  return {
    id,
    acct_id: acctId,
    as_of: asOf,
    instrument_id: instrumentId,
    symbol,
    kind,
    /** The position in the books, in contracts: the previous list plus the trades since. */
    internal,
    /** The position in the list, in contracts. */
    reference,
    /** `reference` minus `internal`. */
    difference,
    status,
    opened_at: toTimestamp(openedAt),
    /** Time when a list agreed with the books again. Null while the break is open. */
    closed_at: closedAt === null ? null : toTimestamp(closedAt),
  };
}

/**
 * A note on a break.
 *
 * @example { "id": 12, "break_id": 3, "text": "Trade 4711 was reported a day late.", "user_id": 1, "at": "2026-01-31T07:12:00.000Z", "list_id": 514 }
 */
export type BreakNoteView = ReturnType<typeof toBreakNoteView>;

export function toBreakNoteView({ id, breakId, text, userId, at, statementSeq }: BreakNote) {
  return {
    id,
    break_id: breakId,
    text,
    /** The author. */
    user_id: userId,
    at: at.toISOString(),
    /** The list posted with this note, which closed or changed the break. Null for a note of its own. */
    list_id: statementSeq,
  };
}

/**
 * A break with its age and latest note.
 *
 * @example { "id": 3, "acct_id": 7, "as_of": "2026-01-30", "instrument_id": 1, "symbol": "ESZ26", "kind": "quantity", "internal": 2, "reference": 5, "difference": 3, "status": "Open", "opened_at": "2026-01-31T06:00:00.000Z", "closed_at": null, "age_days": 2, "note": { "id": 12, "break_id": 3, "text": "Asked the back office.", "user_id": 1, "at": "2026-01-31T07:12:00.000Z", "list_id": null } }
 */
export type ListedBreakView = BreakView &
  Readonly<{
    /** Whole days that the break has been open, or was open. */
    age_days: number;
    /** The latest note. Null without notes. */
    note: BreakNoteView | null;
  }>;

const DAY_MS = 86_400_000;

export function toListedBreakView(found: FoundBreak, note: BreakNote | undefined, now: number): ListedBreakView {
  const { broken } = found;
  return {
    ...toBreakView(found),
    age_days: Math.max(0, Math.floor(((broken.closedAt ?? now) - broken.openedAt) / DAY_MS)),
    note: note === undefined ? null : toBreakNoteView(note),
  };
}

export const BREAK_COLUMNS = [
  'id',
  'acct_id',
  'acct_name',
  'owner_name',
  'as_of',
  'instrument_id',
  'symbol',
  'kind',
  'internal',
  'reference',
  'difference',
  'status',
  'opened_at',
  'closed_at',
  'age_days',
  'note.text',
  'note.user_id',
  'note.at',
];
