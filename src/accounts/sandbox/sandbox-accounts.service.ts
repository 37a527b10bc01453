import { EntityManager } from '@mikro-orm/postgresql';
import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleInit,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Config } from '../../config/config.js';
import { runOutsideRequest } from '../../database/run-outside-request.js';
import type { CommandSource } from '../../exchange/commit-loop.js';
import { SYSTEM_CALLER } from '../../exchange/caller.js';
import { ExchangeService } from '../../exchange/exchange.service.js';
import { RegisteredUsersService } from '../../users/registered-users.service.js';
import { NO_LIMITS } from '../account-limits.js';
import { nextAccountId } from '../next-account-id.js';

/** What the products of the sandbox are traded in. */
const CURRENCIES = ['USD', 'EUR'] as const;

/** A million, in ten-thousandths. */
const FUNDS = 10n ** 10n;

const DAY_MS = 86_400_000;

const WITHOUT =
  'select id from users where enabled and not exists (select 1 from accounts where owner_id = users.id) order by id';

/** How soon accounts are tried again that could not be opened. */
const AGAIN_AFTER_MS = 250;

/**
 * In the sandbox everybody who may sign in has a funded account in each currency, so that their first order works. It is opened when somebody
 * registers. Where the exchange is busy or away then, it is tried again until it is done: a user without an account is found at the next start
 * as well, because both accounts and their money are one transaction.
 */
@Injectable()
export class SandboxAccountsService implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(SandboxAccountsService.name);
  private readonly isSandbox: boolean;
  /** Who has registered and could not get their accounts yet. */
  private readonly overdue = new Set<number>();
  private retry: NodeJS.Timeout | null = null;
  private isStopped = false;

  constructor(
    private readonly em: EntityManager,
    private readonly exchange: ExchangeService,
    private readonly registeredUsers: RegisteredUsersService,
    { mode }: Config,
  ) {
    this.isSandbox = mode === 'sandbox';
  }

  onModuleInit(): void {
    if (!this.isSandbox) return;
    this.registeredUsers.welcomeBy(async (userId) => {
      this.overdue.add(userId);
      await this.openOverdue(userId);
    });
  }

  /** The first administrator is seeded before there is anybody to welcome them. */
  async onApplicationBootstrap(): Promise<void> {
    if (!this.isSandbox) return;
    const users = await this.em.fork().execute<{ id: number }[]>(WITHOUT);
    for (const { id } of users) this.overdue.add(id);
    await this.openAll(users.map(({ id }) => id)).catch((error: unknown) =>
      this.log.warn(`Accounts of the sandbox are opened later: ${String(error)}`),
    );
  }

  onApplicationShutdown(): void {
    this.isStopped = true;
    if (this.retry !== null) clearTimeout(this.retry);
  }

  /** For whoever looks at their accounts and should have some by now. */
  async openOverdue(userId: number): Promise<void> {
    if (this.overdue.has(userId)) await this.openAll([userId]);
  }

  private async openAll(userIds: readonly number[]): Promise<void> {
    try {
      // Taken out first, so that two who look at once open one account.
      for (const userId of userIds) if (this.overdue.delete(userId)) await this.open(userId);
    } finally {
      if (this.overdue.size > 0) this.tryAgain();
    }
  }

  private tryAgain(): void {
    if (this.isStopped) return;
    const openOverdue = (): void => {
      this.retry = null;
      this.openAll([...this.overdue]).catch(() => undefined); // It is tried again.
    };
    this.retry ??= runOutsideRequest(() => setTimeout(openOverdue, AGAIN_AFTER_MS).unref());
  }

  private async open(ownerId: number): Promise<void> {
    const asOf = new Date(this.exchange.now() - DAY_MS).toISOString().slice(0, 10);
    try {
      await this.exchange.carryOutAll(
        SYSTEM_CALLER,
        CURRENCIES.flatMap((currency, n) => accountIn(currency, n, { ownerId, asOf })),
      );
    } catch (error) {
      if (error instanceof HasAccounts) return;
      this.overdue.add(ownerId);
      throw error;
    }
  }
}

/** They were opened before: by an attempt whose outcome was not known. */
class HasAccounts extends Error {}

/** The account and its money. All commands of a request are decided by the state before the first, so the second account has the number behind. */
function accountIn(
  currency: string,
  n: number,
  { ownerId, asOf }: Readonly<{ ownerId: number; asOf: string }>,
): CommandSource[] {
  const terms = {
    ownerId,
    name: `Sandbox ${currency}`,
    currency,
    timeZone: 'UTC',
    limits: { ...NO_LIMITS, buyingPowerPercent: 100 },
  };
  return [
    (state) => {
      if ([...state.accounts.values()].some((account) => account.ownerId === ownerId)) throw new HasAccounts();
      return { type: 'OpenAccount', acctId: nextAccountId(state) + n, ...terms };
    },
    (state) => ({ type: 'StateMoney', acctId: nextAccountId(state) + n, asOf, cashBalance: FUNDS, netLiq: FUNDS }),
  ];
}
