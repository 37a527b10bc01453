import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExchangeService } from '../exchange/exchange.service.js';
import type { Actor } from '../access/actor.js';
import { type NamedAccount, Names } from '../access/names.js';
import { AuditThings } from '../audit/audit-things.service.js';
import { AccountsService } from './accounts.service.js';

/** As many as somebody can look through; whoever has more looks for a name. */
const CHOOSABLE_MAX = 100;

/** Tells pages what accounts are called, and the audit log which of them somebody means by a name. */
@Injectable()
export class AccountNames implements OnModuleInit {
  constructor(
    private readonly exchange: ExchangeService,
    private readonly names: Names,
    private readonly things: AuditThings,
    private readonly accounts: AccountsService,
  ) {}

  onModuleInit(): void {
    this.things.foundBy('account', (actor, text) => this.accounts.named(actor, text));
    this.names.accountsListedBy((actor) => this.choosable(actor));
    this.names.knownBy('acct_id', (ids) =>
      this.exchange.look(({ accounts }) => {
        const found = ids.map((id) => [id, accounts.get(id)?.terms().name] as const);
        return new Map(found.filter((entry): entry is readonly [number, string] => entry[1] !== undefined));
      }),
    );
    this.names.knownBy('acct_terms', (ids) => this.exchange.look(({ accounts }) => new Map(ids.flatMap((id) => [accounts.get(id)].flatMap((account) => (account === undefined ? [] : [[id, `in ${account.currency}, owned by user ${account.ownerId}`] as const]))))));
  }

  private async choosable(actor: Actor): Promise<readonly NamedAccount[] | null> {
    const found = await this.accounts.list(actor, { size: CHOOSABLE_MAX + 1, after: null });
    return found.length > CHOOSABLE_MAX ? null : found.map(({ id, name }) => ({ id, name })).sort((one, other) => one.name.localeCompare(other.name, 'en'));
  }
}
