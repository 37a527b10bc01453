import type { BreakNote } from './break-note.entity.js';
import { moment } from '../exchange-numbers.js';
import type { FoundBreak } from './stated.js';

/**
 * Where a list of reference positions and the books of this service differ.
 *
 * @example { "id": 3, "acct_id": 7, "as_of": "2026-01-30", "instrument_id": 1, "symbol": "ESZ26", "kind": "quantity", "internal": 2, "reference": 5, "difference": 3, "status": "Open", "opened_at": "2026-01-31T06:00:00.000Z", "closed_at": null }
 */
export type BreakView = ReturnType<typeof breakView>;

export function breakView({ broken, symbol }: FoundBreak) {
  const { id, acctId, asOf, instrumentId, kind, internal, reference, difference, status, openedAt, closedAt } = broken;
  return {
    id,
    acct_id: acctId,
    as_of: asOf,
    instrument_id: instrumentId,
    symbol,
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

/**
 * What somebody has written down about a break.
 *
 * @example { "id": 12, "break_id": 3, "text": "Trade 4711 was reported a day late.", "user_id": 1, "at": "2026-01-31T07:12:00.000Z", "list_id": 514 }
 */
export type BreakNoteView = ReturnType<typeof breakNoteView>;

export function breakNoteView({ id, breakId, text, userId, at, statementSeq }: BreakNote) {
  return {
    id,
    break_id: breakId,
    text,
    /** Who wrote it. */
    user_id: userId,
    at: at.toISOString(),
    /** The list that it was written for, which closed the break or changed the difference; null where it was written by itself. */
    list_id: statementSeq,
  };
}

/**
 * A break as a list shows it.
 *
 * @example { "id": 3, "acct_id": 7, "as_of": "2026-01-30", "instrument_id": 1, "symbol": "ESZ26", "kind": "quantity", "internal": 2, "reference": 5, "difference": 3, "status": "Open", "opened_at": "2026-01-31T06:00:00.000Z", "closed_at": null, "age_days": 2, "note": { "id": 12, "break_id": 3, "text": "Asked the back office.", "user_id": 1, "at": "2026-01-31T07:12:00.000Z", "list_id": null } }
 */
export type ListedBreakView = BreakView &
  Readonly<{
    /** For how many whole days it has been open, or was. */
    age_days: number;
    /** What was written down last; null where nothing was. */
    note: BreakNoteView | null;
  }>;

const DAY_MS = 86_400_000;

export function listedBreakView(found: FoundBreak, note: BreakNote | undefined, now: number): ListedBreakView {
  const { broken } = found;
  return {
    ...breakView(found),
    age_days: Math.max(0, Math.floor(((broken.closedAt ?? now) - broken.openedAt) / DAY_MS)),
    note: note === undefined ? null : breakNoteView(note),
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
