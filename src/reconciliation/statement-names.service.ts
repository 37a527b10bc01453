import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { AuditSubjectsService } from '../audit/audit-subjects.service.js';
import { toContainsPattern } from '../instruments/reference-filters.js';
import { AccountAccessService } from '../accounts/account-access.service.js';

const BREAKS_OF = `
  select b.id from reconciliation_breaks b join instruments i on i.id = b.instrument_id
  where i.symbol ilike ? order by b.id desc limit 1000`;

/** Finds lists by the symbol of any instrument in them. */
const LISTS_OF = `
  select distinct s.statement_seq id from stated_positions s join instruments i on i.id = s.instrument_id
  where i.symbol ilike ? order by id desc limit 1000`;

const BREAKS = `
  select b.id, b.acct_id "acctId", i.symbol || ' of ' || b.as_of name from reconciliation_breaks b join instruments i on i.id = b.instrument_id
  where b.id = any(?::bigint[])`;

const LISTS = `select seq id, acct_id "acctId", 'list ' || seq name from position_statements where seq = any(?::bigint[])`;

type AccountNumber = Readonly<{ id: string }>;
type AccountNumberAndName = AccountNumber & Readonly<{ acctId: string; name: string }>;

/** Finds breaks and lists of positions by symbol for the audit log, and supplies their names. */
@Injectable()
export class StatementNamesService implements OnModuleInit {
  constructor(
    private readonly em: EntityManager,
    private readonly things: AuditSubjectsService,
    private readonly access: AccountAccessService,
  ) {}

  onModuleInit(): void {
    this.things.kinds.break.register({
      search: (_, text) => this.findStatements(BREAKS_OF, text),
      names: (actor, ids) => this.findNames(actor, BREAKS, ids),
    });
    this.things.kinds.list.register({
      search: (_, text) => this.findStatements(LISTS_OF, text),
      names: (actor, ids) => this.findNames(actor, LISTS, ids),
    });
  }

  private async findStatements(query: string, symbol: string): Promise<readonly number[]> {
    const found = await this.em.execute<AccountNumber[]>(query, [toContainsPattern(symbol)]);
    return found.map(({ id }) => Number(id));
  }

  /** Names of breaks or lists whose accounts the user may view now. */
  private async findNames(actor: Actor, query: string, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const readable = await this.access.findReadableAccounts(actor);
    const found = await this.em.execute<AccountNumberAndName[]>(query, [`{${ids.join(',')}}`]);
    return new Map(
      found
        .filter(({ acctId }) => readable === 'all' || readable.includes(Number(acctId)))
        .map(({ id, name }) => [Number(id), name]),
    );
  }
}
