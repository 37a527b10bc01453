/** The visibility of events: a user sees the events of accounts that were owned by or granted to the user at the time of each event. */
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { AccountAccessService } from '../accounts/account-access.service.js';
import { UnknownAccountError } from '../accounts/account-errors.js';
import { canViewAllAccounts } from '../accounts/account-rights.js';
import { comparePlaces, type EventPlace } from './event-place.js';
import type { AccountEvent } from './account-event.js';

/** A range of commands: `from` inclusive, `to` exclusive. */
type VisibleSpan = { readonly from: number; to: number };

/** A user's relation to an account: owned, granted or revoked by a command, or granted now. */
export type VisibilityRow = Readonly<{ acctId: number; kind: 'Owned' | 'Given' | 'Taken' | 'Held'; seq: number }>;

type Visibility = Readonly<{
  /** All accounts that the user can view or could view before. */
  acctIds: readonly number[] | 'all';
  sees(event: Pick<AccountEvent, 'acctId' | 'seq' | 'grant'>): boolean;
  /** The accounts granted to the user at that command. */
  grantedAt(seq: number): Set<number>;
  /** The command that last revoked the user's access to an account; null if none did or the access was granted again. */
  takenBy(acctId: number): number | null;
}>;

const SEES_ALL: Visibility = { acctIds: 'all', sees: () => true, grantedAt: () => new Set(), takenBy: () => null };

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

const HELD = `
  select id as "acctId", 'Owned' as kind, 0 as place, 0 as seq from accounts where owner_id = ?
  union all
  select acct_id, case when event ->> 'access' is null then 'Taken' else 'Given' end, 1, seq from account_changes where type = 'AccountGranted' and subject_id = ?
  union all
  select acct_id, 'Held', 2, 0 from account_grants where user_id = ?
  order by place, seq`;

/** Decides which events a user may see: those of accounts that the user could view at the time of the event. */
@Injectable()
export class EventVisibilityService {
  constructor(
    private readonly em: EntityManager,
    private readonly access: AccountAccessService,
  ) {}

  /** The visibility as of the last committed command. */
  async find(actor: Actor): Promise<Visibility> {
    if (canViewAllAccounts(actor)) return SEES_ALL;
    const { userId } = actor;
    const rows = await this.em
      .fork()
      .execute<Readonly<{ acctId: string; kind: VisibilityRow['kind']; seq: string }>[]>(HELD, [
        userId,
        userId,
        userId,
      ]);
    return buildVisibility(
      userId,
      rows.map(({ acctId, kind, seq }) => ({ acctId: Number(acctId), kind, seq: Number(seq) })),
    );
  }

  /**
   * Throws the same `unknown_account` for an account that does not exist and for one that the user may not view. For a revoked
   * account it throws only if the revocation is before `place`, so that the user can still read up to it.
   */
  async require(actor: Actor, requested: readonly number[] | null, place: EventPlace): Promise<void> {
    let visibility: Visibility | null = null;
    for (const acctId of requested ?? []) {
      if (await this.access.mayRead(actor, acctId)) continue;
      const taken = (visibility ??= await this.find(actor)).takenBy(acctId);
      if (taken === null || comparePlaces(place, { seq: taken, kind: 'g', keys: [acctId, actor.userId] }) >= 0)
        throw new UnknownAccountError();
    }
  }
}

/** The visible ones of the requested accounts; null is all visible accounts. */
export function intersectAccounts(
  requested: readonly number[] | null,
  { acctIds }: Visibility,
): readonly number[] | 'all' {
  if (requested === null) return acctIds;
  if (acctIds === 'all') return requested;
  const known = new Set(acctIds);
  return requested.filter((acctId) => known.has(acctId));
}
