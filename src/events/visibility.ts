/** The visibility of events: a user sees the events of accounts that were owned by or granted to the user at the time of each event. */
import type { AccountEvent } from './account-event.js';

/** A range of commands: `from` inclusive, `to` exclusive. */
type VisibleSpan = { readonly from: number; to: number };

/** A user's relation to an account: owned, granted or revoked by a command, or granted now. */
export type VisibilityRow = Readonly<{ acctId: number; kind: 'Owned' | 'Given' | 'Taken' | 'Held'; seq: number }>;

export type Visibility = Readonly<{
  /** All accounts that the user can view or could view before. */
  acctIds: readonly number[] | 'all';
  sees(event: Pick<AccountEvent, 'acctId' | 'seq' | 'grant'>): boolean;
  /** The accounts granted to the user at that command. */
  grantedAt(seq: number): Set<number>;
  /** The command that last revoked the user's access to an account; null if none did or the access was granted again. */
  takenBy(acctId: number): number | null;
}>;

export const SEES_ALL: Visibility = {
  acctIds: 'all',
  sees: () => true,
  grantedAt: () => new Set(),
  takenBy: () => null,
};

/** `rows` must be in the order of commands, rows without a command last. */
export function buildVisibility(userId: number, rows: readonly VisibilityRow[]): Visibility {
  const owned = new Set(rows.filter(({ kind }) => kind === 'Owned').map(({ acctId }) => acctId));
  const spans = new Map<number, VisibleSpan[]>();
  for (const row of rows) if (row.kind !== 'Owned') extend(spans.get(row.acctId) ?? startSpans(spans, row.acctId), row);
  const isGranted = (acctId: number, seq: number): boolean =>
    spans.get(acctId)?.some(({ from, to }) => from <= seq && seq < to) ?? false;
  return {
    acctIds: [...new Set([...owned, ...spans.keys()])],
    // A user whose access is revoked sees the event of the revocation.
    sees: ({ acctId, seq, grant }) => owned.has(acctId) || grant?.userId === userId || isGranted(acctId, seq),
    grantedAt: (seq) => new Set([...spans.keys()].filter((acctId) => isGranted(acctId, seq))),
    takenBy: (acctId) => {
      const last = spans.get(acctId)?.at(-1);
      return last === undefined || last.to === Infinity ? null : last.to;
    },
  };
}

function startSpans(spans: Map<number, VisibleSpan[]>, acctId: number): VisibleSpan[] {
  const none: VisibleSpan[] = [];
  spans.set(acctId, none);
  return none;
}

/** A grant older than the table of changes has no row of its beginning. It counts from the first command on. */
function extend(spans: VisibleSpan[], { kind, seq }: VisibilityRow): void {
  const last = spans.at(-1);
  if (kind === 'Held') {
    if (last === undefined) spans.push({ from: 0, to: Infinity });
  } else if (kind === 'Given') {
    if (last?.to !== Infinity) spans.push({ from: seq, to: Infinity });
  } else if (last === undefined) spans.push({ from: 0, to: seq });
  else last.to = Math.min(last.to, seq);
}
