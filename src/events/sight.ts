/** Whose events somebody may be told: by what was theirs, or granted to them, when each of them happened. */
import type { AccountEvent } from './account-event.js';

/** From one command on, up to what came before another. */
type Span = { readonly from: number; to: number };

/** What is known of an account and somebody: theirs, given or taken by a command, or granted by now. */
export type SightRow = Readonly<{ acctId: number; kind: 'Owned' | 'Given' | 'Taken' | 'Held'; seq: number }>;

export type Sight = Readonly<{
  /** Those that were ever theirs to look at. */
  acctIds: readonly number[] | 'all';
  sees(event: Pick<AccountEvent, 'acctId' | 'seq' | 'grant'>): boolean;
  /** What was granted to them when that command was carried out. */
  grantedAt(seq: number): Set<number>;
  /** Behind which command an account was last taken from them; null if it never was. */
  takenBy(acctId: number): number | null;
}>;

export const SEES_ALL: Sight = { acctIds: 'all', sees: () => true, grantedAt: () => new Set(), takenBy: () => null };

/** `rows` in the order of the commands, and those of no command at the end. */
export function sightOf(userId: number, rows: readonly SightRow[]): Sight {
  const owned = new Set(rows.filter(({ kind }) => kind === 'Owned').map(({ acctId }) => acctId));
  const spans = new Map<number, Span[]>();
  for (const row of rows) if (row.kind !== 'Owned') extend(spans.get(row.acctId) ?? begun(spans, row.acctId), row);
  const isGranted = (acctId: number, seq: number): boolean =>
    spans.get(acctId)?.some(({ from, to }) => from <= seq && seq < to) ?? false;
  return {
    acctIds: [...new Set([...owned, ...spans.keys()])],
    // Whoever loses a grant is told of it: it is about them.
    sees: ({ acctId, seq, grant }) => owned.has(acctId) || grant?.userId === userId || isGranted(acctId, seq),
    grantedAt: (seq) => new Set([...spans.keys()].filter((acctId) => isGranted(acctId, seq))),
    takenBy: (acctId) => {
      const last = spans.get(acctId)?.at(-1);
      return last === undefined || last.to === Infinity ? null : last.to;
    },
  };
}

function begun(spans: Map<number, Span[]>, acctId: number): Span[] {
  const none: Span[] = [];
  spans.set(acctId, none);
  return none;
}

/** A grant whose beginning was written nowhere, because it is older than the table of changes, holds from the first command on. */
function extend(spans: Span[], { kind, seq }: SightRow): void {
  const last = spans.at(-1);
  if (kind === 'Held') {
    if (last === undefined) spans.push({ from: 0, to: Infinity });
  } else if (kind === 'Given') {
    if (last?.to !== Infinity) spans.push({ from: seq, to: Infinity });
  } else if (last === undefined) spans.push({ from: 0, to: seq });
  else last.to = Math.min(last.to, seq);
}
