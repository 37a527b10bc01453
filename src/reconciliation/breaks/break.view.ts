import { type BreakAssignment, isOverdue } from './break-assignment.entity.js';
import { type BreakClosing, isAcceptance } from './breaks.service.js';
import type { BreakNote } from './break-note.entity.js';
import type { PersonView } from '../../accounts/grant.view.js';
import { toTimestamp } from '../../accounts/exchange-numbers.js';
import type { FoundBreak } from '../stated.js';
import { DAY_MS } from '../statements/statement-dates.js';

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
    /** Time when a list agreed with the books again, or the figure was accepted. Null while the break is open. */
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

/** How a break was closed. */
export type BreakClosingView = Readonly<{
  /** How the break was closed: a list agreed with the books, or an administrator accepted the figure of the back office. Null while it is open. */
  resolution: 'Agreed' | 'Accepted' | null;
  /** The list of reference positions that closed the break, posted or uploaded. Null while it is open, and where the figure was accepted. */
  closed_list_id: number | null;
  /** The user who posted that list, or who accepted the figure. Null is the system, or an open break. */
  closed_by: number | null;
}>;

/**
 * A break with its age and latest note.
 *
 * @example { "id": 3, "acct_id": 7, "as_of": "2026-01-30", "instrument_id": 1, "symbol": "ESZ26", "kind": "quantity", "internal": 2, "reference": 5, "difference": 3, "status": "Open", "opened_at": "2026-01-31T06:00:00.000Z", "closed_at": null, "assignee_id": 1, "due_on": "2026-02-06", "overdue": false, "resolution": null, "closed_list_id": null, "closed_by": null, "age_days": 2, "note": { "id": 12, "break_id": 3, "text": "Asked the back office.", "user_id": 1, "at": "2026-01-31T07:12:00.000Z", "list_id": null } }
 */
export type ListedBreakView = BreakView &
  BreakClosingView &
  Readonly<{
    /** The user who resolves the break. Null is nobody. */
    assignee_id: number | null;
    /** The day until which it should be resolved. Null is no day. */
    due_on: string | null;
    /** Whether the break is open and its day has passed, in UTC. */
    overdue: boolean;
    /** Whole days that the break has been open, or was open. */
    age_days: number;
    /** The latest note. Null without notes. */
    note: BreakNoteView | null;
  }>;

/** What users have added to a break, and how it was closed. */
export type BreakRemarks = Readonly<{
  note: BreakNote | undefined;
  assignment: BreakAssignment | undefined;
  closing: BreakClosing | undefined;
}>;

export function toListedBreakView(
  found: FoundBreak,
  { note, assignment, closing }: BreakRemarks,
  now: number,
): ListedBreakView {
  const { broken } = found;
  return {
    ...toBreakView(found),
    assignee_id: assignment?.assigneeId ?? null,
    due_on: assignment?.dueOn ?? null,
    overdue: isOverdue(broken, assignment?.dueOn ?? null, now),
    ...toClosingView(broken, closing),
    age_days: Math.max(0, Math.floor(((broken.closedAt ?? now) - broken.openedAt) / DAY_MS)),
    note: note === undefined ? null : toBreakNoteView(note),
  };
}

export const toResolution = (
  broken: Pick<FoundBreak['broken'], 'status' | 'difference'>,
): BreakClosingView['resolution'] => (broken.status === 'Open' ? null : isAcceptance(broken) ? 'Accepted' : 'Agreed');

const toClosingView = (broken: FoundBreak['broken'], closing: BreakClosing | undefined): BreakClosingView => ({
  resolution: toResolution(broken),
  closed_list_id: closing?.listId ?? null,
  closed_by: closing?.userId ?? null,
});

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
  'assignee_id',
  'due_on',
  'overdue',
  'closed_list_id',
  'closed_by',
  'assignee_email',
  'closed_by_email',
  'resolution',
];

/**
 * The rows, and for the page the users to assign them to (for those who may change breaks) and to filter them by. JSON omits these,
 * because they are no elements of the array.
 */
export type WorkedBreaks = ListedBreakView[] & {
  assignees?: readonly PersonView[];
  assigneeFilter?: readonly PersonView[];
};

/** The breaks that a form has changed, the page that it stands on, and the filters of the list. */
export type UpdatedBreaksView = Readonly<{
  break_ids: readonly number[];
  accepted: boolean;
  list: string;
  page: 'list' | 'break';
}>;

/** The break that a form has noted, and the filters of the list that it was opened from. */
export type NotedBreakView = Readonly<{ break_id: number; list: string }>;
