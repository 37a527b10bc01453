import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { AccountAccessService } from '../accounts/account-access.service.js';
import { UnknownAccount } from '../accounts/account-errors.js';
import { canViewAllAccounts } from '../accounts/account-rights.js';
import { comparePlaces, type EventPlace } from './event-place.js';
import { SEES_ALL, type Visibility, buildVisibility, type VisibilityRow } from './visibility.js';

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
        throw new UnknownAccount();
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
