import { EntityManager } from '@mikro-orm/postgresql';
import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleInit,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Config } from '../../config/config.js';
import { runOutsideRequest } from '../../database/unit-of-work.js';
import type { CommandSource } from '../../exchange/command-source.js';
import { SYSTEM_CALLER } from '../../exchange/caller.js';
import { ExchangeService } from '../../exchange/exchange.service.js';
import { Account } from '../../exchange/ledger/account.entity.js';
import { UsersService } from '../../users/users.service.js';
import { User } from '../../users/user.entity.js';
import { findNextAccountId, NO_LIMITS } from '../live-account.js';

/** The currencies of the sandbox products. */
const CURRENCIES = ['USD', 'EUR'] as const;

/** A million, in ten-thousandths. */
const FUNDS = 10n ** 10n;

const DAY_MS = 86_400_000;

/** Delay before opening failed accounts is retried. */
const AGAIN_AFTER_MS = 250;

/**
 * In the sandbox every enabled user has a funded account in each currency, so that the first order can be placed at once. The
 * accounts are opened at registration. If the exchange is busy or unavailable, opening is retried until it succeeds. Both accounts
 * and their money are one transaction, so a start of the service finds every user who is still without accounts.
 */
@Injectable()
export class SandboxAccountsService implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(SandboxAccountsService.name);
  private readonly isSandbox: boolean;
  /** Ids of registered users whose accounts are not open yet. */
  private readonly overdue = new Set<number>();
  private retry: NodeJS.Timeout | null = null;
  private isStopped = false;

  constructor(
    private readonly em: EntityManager,
    private readonly exchange: ExchangeService,
    private readonly users: UsersService,
    { mode }: Config,
  ) {
    this.isSandbox = mode === 'sandbox';
  }

  onModuleInit(): void {
    if (!this.isSandbox) return;
    this.users.registrations.register(async (userId) => {
      this.overdue.add(userId);
      await this.openOverdue(userId);
    });
  }

  /** Also covers the first administrator, who is seeded before this service listens for registrations. */
  async onApplicationBootstrap(): Promise<void> {
    if (!this.isSandbox) return;
    const em = this.em.fork();
    const owners = em.createQueryBuilder(Account).select('ownerId');
    const users = await em.find(
      User,
      { enabled: true, id: { $nin: owners } },
      { fields: ['id'], orderBy: { id: 'asc' } },
    );
    for (const { id } of users) this.overdue.add(id);
    await this.openAll(users.map(({ id }) => id)).catch((error: unknown) =>
      this.log.warn(`Sandbox accounts could not be opened; retrying: ${String(error)}`),
    );
  }

  onApplicationShutdown(): void {
    this.isStopped = true;
    if (this.retry !== null) clearTimeout(this.retry);
  }

  /** Opens the missing accounts of a user, before the user's accounts are listed. */
  async openOverdue(userId: number): Promise<void> {
    if (this.overdue.has(userId)) await this.openAll([userId]);
  }

  private async openAll(userIds: readonly number[]): Promise<void> {
    try {
      // Removed first, so that two concurrent requests open the accounts once.
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
      await this.exchange.executeAll(
        SYSTEM_CALLER,
        CURRENCIES.flatMap((currency, n) => createAccountCommands(currency, n, { ownerId, asOf })),
      );
    } catch (error) {
      if (error instanceof HasAccounts) return;
      this.overdue.add(ownerId);
      throw error;
    }
  }
}

/** The accounts exist already: an earlier attempt with an unknown outcome opened them. */
class HasAccounts extends Error {}

/**
 * The commands that open an account and fund it. Every command of a request sees the state before the first one, so the n-th
 * account adds `n` to the next id.
 */
function createAccountCommands(
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
      return { type: 'OpenAccount', acctId: findNextAccountId(state) + n, ...terms };
    },
    (state) => ({ type: 'StateMoney', acctId: findNextAccountId(state) + n, asOf, cashBalance: FUNDS, netLiq: FUNDS }),
  ];
}
