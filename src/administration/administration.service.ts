import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ExchangeService } from '../exchange/exchange.service.js';
import { UNTRACKED } from '../database/unit-of-work.js';
import { Webhook } from '../webhooks/webhook.entity.js';

/** Counts of all areas. */
export type AdministrationFacts = Readonly<{
  people: number;
  closed: number;
  administrators: number;
  accounts: number;
  closedAccounts: number;
  groups: number;
  products: number;
  open: number;
  halted: number;
  stopped: number;
  expired: number;
  moneyAsOf: string | null;
  positionsAsOf: string | null;
  breaks: number;
  breakSince: Date | null;
  webhooks: number;
  failing: number;
  failingSince: Date | null;
  disabledByService: number;
  waiting: number;
  waitingSince: Date | null;
  refusals: number;
}>;

/** The number of audit entries that are searched for denials: the log is large and has no index of them. */
const ENTRIES = 5_000;

/** All counts in one query, so that they are of one moment. */
const FACTS = `
  select
    (select count(*)::int from users) "people",
    (select count(*)::int from users where not enabled) "closed",
    (select count(*)::int from users where enabled and role = 'Admin') "administrators",
    (select count(*)::int from accounts) "accounts",
    (select count(*)::int from accounts where not is_enabled) "closedAccounts",
    (select count(*)::int from product_groups) "groups",
    (select count(*)::int from products) "products",
    listed.*, breaks.*, hooks.*, deliveries.*,
    (select max(as_of)::text from money_values) "moneyAsOf",
    (select max(as_of)::text from position_statements) "positionsAsOf",
    (select count(*)::int from (select outcome, at from audit_entries order by id desc limit ${ENTRIES}) last where outcome = 'denied' and at > now() - interval '1 day') "refusals"
  from
    (select
      count(*) filter (where given_status = 'Open' and (expires_at is null or expires_at > now()))::int "open",
      count(*) filter (where given_status = 'Halted' and (expires_at is null or expires_at > now()))::int "halted",
      count(*) filter (where given_status = 'Closed' and (expires_at is null or expires_at > now()))::int "stopped",
      count(*) filter (where expires_at <= now())::int "expired"
    from instruments) listed,
    (select count(*)::int "breaks", min(opened_at) "breakSince" from reconciliation_breaks where status = 'Open') breaks,
    (select
      count(*) filter (where enabled)::int "webhooks",
      count(*) filter (where enabled and failing_since is not null)::int "failing",
      min(failing_since) filter (where enabled) "failingSince",
      count(*) filter (where not enabled and disabled_reason is not null)::int "disabledByService"
    from webhooks) hooks,
    (select count(*)::int "waiting", min(created_at) "waitingSince" from webhook_deliveries where status = 'Pending') deliveries`;

/** A webhook that fails or was disabled by the service. */
export type TroubledWebhook = Pick<Webhook, 'id' | 'url' | 'userId' | 'failingSince' | 'disabledReason'>;

/** Reads the counts of the administration page. */
@Injectable()
export class AdministrationService {
  constructor(
    private readonly em: EntityManager,
    private readonly exchange: ExchangeService,
  ) {}

  async loadFacts(): Promise<AdministrationFacts> {
    const [facts] = await this.em.execute<[AdministrationFacts]>(FACTS);
    return facts;
  }

  /** Failing and disabled webhooks; at most 50. Failing ones first: they can be fixed before the service disables them. */
  findTroubledWebhooks(): Promise<readonly TroubledWebhook[]> {
    const troubled = {
      $or: [
        { enabled: true, failingSince: { $ne: null } },
        { enabled: false, disabledReason: { $ne: null } },
      ],
    };
    const orderBy = { enabled: 'desc', failingSince: 'asc', id: 'asc' } as const;
    return this.em.find(Webhook, troubled, { ...UNTRACKED, orderBy, limit: 50 });
  }

  /** The number of products with an open session; null while the exchange is not open. */
  async openProducts(): Promise<number | null> {
    return this.exchange
      .look((state) => [...state.products.values()].filter(({ sessionIsOpen }) => sessionIsOpen).length)
      .catch(() => null);
  }
}
