import { toPrice, toTimestamp } from '../../accounts/exchange-numbers.js';
import { type PersonView, toPeopleView } from '../../accounts/grant.view.js';
import type { BreakSides, ListSide } from './break-sides.service.js';
import type { BreakClosing } from './breaks.service.js';
import { type BreakNoteView, type ListedBreakView, toBreakNoteView, toListedBreakView } from './break.view.js';

/** The quantity and price of the instrument in a list of the back office. */
type ListSideView = Readonly<{
  id: number;
  as_of: string;
  posted_at: string;
  quantity: number;
  price: ReturnType<typeof toPrice> | null;
}>;

/**
 * A break with the details of both sides.
 *
 * @example { "id": 3, "acct_id": 7, "as_of": "2026-01-30", "instrument_id": 1, "symbol": "ESZ26", "kind": "quantity", "internal": 2, "reference": 5, "difference": 3, "status": "Open", "opened_at": "2026-01-31T06:00:00.000Z", "closed_at": null, "assignee_id": 1, "due_on": "2026-02-06", "overdue": false, "resolution": null, "closed_list_id": null, "closed_by": null, "list": { "id": 512, "as_of": "2026-01-30", "posted_at": "2026-01-31T06:00:00.000Z", "quantity": 5, "price": 6712.25 }, "list_before": null, "traded": [{ "session_date": "2026-01-30", "trades": 1, "quantity": 2 }], "held_now": 5, "may_state": true, "previous_open_id": null, "next_open_id": 4, "previous_id": null, "next_id": 9, "assignees": [{ "id": 1, "email": "admin@example.org", "name": "Ann Example", "enabled": true }], "age_days": 0, "note": null, "notes": [], "history": [{ "list_id": 512, "at": "2026-01-31T06:00:00.000Z", "user_id": 1, "happened": "Opened", "internal": 2, "reference": 5, "difference": 3 }] }
 */
export type BreakSidesView = ListedBreakView &
  Readonly<{
    /** The latest list of the back office for that close. */
    list: ListSideView | null;
    /** The list of an earlier date that the books begin with. Null when they begin with the first trade. */
    list_before: ListSideView | null;
    /** Trades per session since `list_before`, up to that close. */
    traded: readonly Readonly<{
      session_date: string;
      trades: number;
      /** Net change of the position, in contracts. */ quantity: number;
    }>[];
    /** The current position of the account, in contracts. */
    held_now: number;
    /** Whether the caller may post reference positions of the account. */
    may_state: boolean;
    /** The open break before this one, by number. Null before the first. */
    previous_open_id: number | null;
    /** The open break after this one. Null after the last. */
    next_open_id: number | null;
    /** The break before this one in the list that the query filters and sorts; without a query, in that of all open breaks. */
    previous_id: number | null;
    /** The break after this one in that list. */
    next_id: number | null;
    /** The users to whom the caller may assign the break; for callers who may change it. */
    assignees: readonly PersonView[];
    /** Notes on the break, oldest first. */
    notes: readonly BreakNoteView[];
    /** Changes of the break by lists, and its acceptance, oldest first. A `user_id` of null is the system. */
    history: readonly BreakStepView[];
  }>;

/** A change of a break by a list, or its acceptance, with both sides at that time. */
type BreakStepView = ReturnType<typeof toStepView>;

export function toBreakSidesView(sides: BreakSides, now: number): BreakSidesView {
  const { list, before, scale, notes, assignment, neighbors, openNeighbors } = sides;
  return {
    ...toListedBreakView(sides, { note: notes.at(-1), assignment, closing: findClosing(sides) }, now),
    list: list && toSideView(list, scale),
    list_before: before && toSideView(before, scale),
    traded: sides.sessions.map(({ sessionDate, trades, quantity }) => ({
      session_date: sessionDate,
      trades,
      quantity,
    })),
    held_now: sides.heldNow,
    may_state: sides.mayPostStatements,
    previous_open_id: openNeighbors?.previous ?? null,
    next_open_id: openNeighbors?.next ?? null,
    previous_id: neighbors.previous,
    next_id: neighbors.next,
    assignees: toPeopleView(sides.assignees),
    notes: notes.map(toBreakNoteView),
    history: sides.steps.map(toStepView),
  };
}

function toStepView({ seq, at, by, happened, row }: BreakSides['steps'][number]) {
  return {
    /** The list that changed the break. Null where its figure was accepted. */
    list_id: happened === 'Accepted' ? null : seq,
    at: toTimestamp(at),
    user_id: by,
    happened,
    internal: row.internal,
    reference: row.reference,
    difference: row.difference,
  };
}

function toSideView({ statement, quantity, price: held }: ListSide, scale: number): ListSideView {
  return {
    id: statement.seq,
    as_of: statement.asOf,
    posted_at: toTimestamp(statement.postedAt),
    quantity,
    price: held === null ? null : toPrice(held.price, scale + held.extraDecimals),
  };
}

/** The step that closed the break for good. */
function findClosing({ broken: { status }, steps }: BreakSides): BreakClosing | undefined {
  const step = status === 'Closed' ? steps.findLast(({ row }) => row.status === 'Closed') : undefined;
  return step && { listId: step.happened === 'Accepted' ? null : step.seq, userId: step.by };
}
