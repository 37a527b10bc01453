import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { type AccountBar, type AccountRight, canViewAllAccounts } from './account-rights.js';

const OWN = 'select id from accounts where owner_id = ? union select acct_id from account_grants where user_id = ?';

const RIGHTS = `
  select id::float8 as id, case when owner_id = ? then 'Owner' when ? then 'Administrator' else access end as access
  from accounts left join account_grants on acct_id = id and user_id = ? where id = any(?)`;

const BARS = `
  select id::float8 as id, case when is_enabled then 'Read' else 'Disabled' end as bar
  from accounts left join account_grants on acct_id = id and user_id = ?
  where id = any(?) and (not is_enabled or (owner_id <> ? and not ? and access is distinct from 'Trade'))`;

/**
 * Decides which accounts a user may view or trade: accounts they own and accounts granted to them. Administrators may view and
 * trade every account, unless they act for a customer: then they see what the customer sees. Reads the tables, not the engine's
 * memory, so it also works while the exchange is busy.
 */
@Injectable()
export class AccountAccessService {
  constructor(private readonly em: EntityManager) {}

  /** Account ids in ascending order, or `all`. */
  async findReadableAccounts(actor: Actor): Promise<readonly number[] | 'all'> {
    return canViewAllAccounts(actor) ? 'all' : this.findOwnAccounts(actor);
  }

  /** The condition of a query for rows of the accounts that the user may view. */
  async findReadableCondition(actor: Actor): Promise<{ acctId?: { $in: number[] } }> {
    const readable = await this.findReadableAccounts(actor);
    return readable === 'all' ? {} : { acctId: { $in: [...readable] } };
  }

  async findTradableAccounts(actor: Actor): Promise<readonly number[] | 'all'> {
    return canViewAllAccounts(actor) ? 'all' : this.findOwnTradableAccounts(actor);
  }

  /** The same without those that only the administrator role opens. */
  async findOwnTradableAccounts(actor: Pick<Actor, 'userId'>): Promise<readonly number[]> {
    return this.findIds(actor, `${OWN} and access = 'Trade'`);
  }

  /** Ids of the accounts that the user owns or was granted, without those that only the administrator role opens. */
  async findOwnAccounts(actor: Pick<Actor, 'userId'>): Promise<readonly number[]> {
    return this.findIds(actor, OWN);
  }

  private async findIds({ userId }: Pick<Actor, 'userId'>, query: string): Promise<readonly number[]> {
    const found = await this.em.execute<{ id: string }[]>(`${query} order by id`, [userId, userId]);
    return found.map(({ id }) => Number(id));
  }

  async mayRead(actor: Actor, acctId: number): Promise<boolean> {
    return (await this.findRight(actor, acctId)) !== null;
  }

  async mayTrade(actor: Actor, acctId: number): Promise<boolean> {
    const right = await this.findRight(actor, acctId);
    return right !== null && right !== 'Read';
  }

  /** The accounts of `acctIds` that the user cannot trade, with the reason, so that pages can state it before an order is placed. */
  async findBars(actor: Actor, acctIds: Iterable<number>): Promise<Map<number, AccountBar>> {
    const requested = `{${[...new Set(acctIds)].join(',')}}`;
    const found = await this.em.execute<{ id: number; bar: AccountBar }[]>(BARS, [
      actor.userId,
      requested,
      actor.userId,
      canViewAllAccounts(actor),
    ]);
    return new Map(found.map(({ id, bar }) => [id, bar]));
  }

  /** The user's right on an account. Null both for an account that does not exist and for one the user may not view. */
  async findRight(actor: Actor, acctId: number): Promise<AccountRight | null> {
    return (await this.findRights(actor, [acctId])).get(acctId) ?? null;
  }

  /** The user's rights on accounts, without those that do not exist or that the user may not view. */
  async findRights(actor: Actor, acctIds: Iterable<number>): Promise<ReadonlyMap<number, AccountRight>> {
    const found = await this.em.execute<{ id: number; access: AccountRight | null }[]>(RIGHTS, [
      actor.userId,
      canViewAllAccounts(actor),
      actor.userId,
      `{${[...new Set(acctIds)].join(',')}}`,
    ]);
    return new Map(found.flatMap(({ id, access }) => (access === null ? [] : [[id, access] as const])));
  }
}
