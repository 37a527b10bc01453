import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { canViewAllAccounts } from '../../accounts/account-rights.js';
import type { Side } from '../../engine/side.js';

/** The number of open orders of an account. */
export type OpenOrderCount = Readonly<{ acctId: number; open: number }>;

const TRADABLE_ACCOUNTS_SQL = `select id from accounts where owner_id = ? union select acct_id from account_grants where user_id = ? and access = 'Trade'`;

const countsSql = (accounts: string): string => `
  select acct_id::float8 as "acctId", count(*)::int as open from orders
  where status = 'Open' and (?::bigint is null or acct_id = ?) and (?::bigint is null or instrument_id = ?) and (?::text is null or side = ?) ${accounts}
  group by acct_id order by acct_id limit 100`;

/** Counts open orders of accounts that a user may trade. */
@Injectable()
export class OpenOrderCountsService {
  constructor(private readonly em: EntityManager) {}

  async countByAccount(
    actor: Actor,
    {
      acctId = null,
      instrumentId = null,
      side = null,
    }: Readonly<{
      acctId?: number | undefined | null;
      instrumentId?: number | undefined | null;
      side?: Side | undefined | null;
    }>,
  ): Promise<OpenOrderCount[]> {
    const parameters = [acctId, acctId, instrumentId, instrumentId, side, side];
    if (canViewAllAccounts(actor)) return this.em.execute<OpenOrderCount[]>(countsSql(''), parameters);
    return this.em.execute<OpenOrderCount[]>(countsSql(`and acct_id in (${TRADABLE_ACCOUNTS_SQL})`), [
      ...parameters,
      actor.userId,
      actor.userId,
    ]);
  }
}
