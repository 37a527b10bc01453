import { moment, price } from '../exchange-numbers.js';
import type { BreakSides, ListSide } from './break-sides.service.js';
import { type BreakNoteView, breakNoteView, type ListedBreakView, listedBreakView } from './break.view.js';

/** What a list of the back office says of the instrument. */
type ListSideView = Readonly<{
  id: number;
  as_of: string;
  posted_at: string;
  quantity: number;
  price: ReturnType<typeof price> | null;
}>;

/**
 * A break with what stands behind both of its sides.
 *
 * @example { "id": 3, "acct_id": 7, "as_of": "2026-01-30", "instrument_id": 1, "symbol": "ESZ26", "kind": "quantity", "internal": 2, "reference": 5, "difference": 3, "status": "Open", "opened_at": "2026-01-31T06:00:00.000Z", "closed_at": null, "list": { "id": 512, "as_of": "2026-01-30", "posted_at": "2026-01-31T06:00:00.000Z", "quantity": 5, "price": 6712.25 }, "list_before": null, "traded": [{ "session_date": "2026-01-30", "trades": 1, "quantity": 2 }], "held_now": 5, "may_state": true, "age_days": 0, "note": null, "notes": [], "history": [{ "list_id": 512, "at": "2026-01-31T06:00:00.000Z", "user_id": 1, "happened": "Opened", "internal": 2, "reference": 5, "difference": 3 }] }
 */
export type BreakSidesView = ListedBreakView &
  Readonly<{
    /** What the back office says of that close; the list that counts. */
    list: ListSideView | null;
    /** What the books begin with: the list of an earlier date; null where they begin with the first trade. */
    list_before: ListSideView | null;
    /** What was traded since, up to that close. */
    traded: readonly Readonly<{
      session_date: string;
      trades: number;
      /** What it did to the position. */ quantity: number;
    }>[];
    /** What the account holds at this moment. */
    held_now: number;
    /** Whether the caller may state positions of the account. */
    may_state: boolean;
    /** What was written down about it, oldest first. */
    notes: readonly BreakNoteView[];
    /** What lists have done to it, oldest first, with who stated them; null is the house itself. */
    history: readonly BreakStepView[];
  }>;

/** What a list has done to a break, and what both sides were by then. */
type BreakStepView = Readonly<{
  list_id: number;
  at: string;
  user_id: number | null;
  happened: 'Opened' | 'Changed' | 'Closed';
  internal: number;
  reference: number;
  difference: number;
}>;

export function breakSidesView(
  { broken, symbol, list, before, sessions, heldNow, scale, maySpeak, notes, steps }: BreakSides,
  now: number,
): BreakSidesView {
  return {
    ...listedBreakView({ broken, symbol }, notes.at(-1), now),
    list: list && sideView(list, scale),
    list_before: before && sideView(before, scale),
    traded: sessions.map(({ sessionDate, trades, quantity }) => ({ session_date: sessionDate, trades, quantity })),
    held_now: heldNow,
    may_state: maySpeak,
    notes: notes.map(breakNoteView),
    history: steps.map(({ seq, at, by, happened, row }) => ({
      list_id: seq,
      at: moment(at),
      user_id: by,
      happened,
      internal: row.internal,
      reference: row.reference,
      difference: row.difference,
    })),
  };
}

function sideView({ statement, quantity, price: held }: ListSide, scale: number): ListSideView {
  return {
    id: statement.seq,
    as_of: statement.asOf,
    posted_at: moment(statement.postedAt),
    quantity,
    price: held === null ? null : price(held.price, scale + held.extraDecimals),
  };
}
