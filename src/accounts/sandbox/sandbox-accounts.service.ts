import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { Config } from '../../config/config.js';
import type { Given } from '../../exchange/commit-loop.js';
import { HOUSE } from '../../exchange/caller.js';
import { ExchangeService } from '../../exchange/exchange.service.js';
import { Newcomers } from '../../users/newcomers.service.js';
import { NO_LIMITS } from '../account-limits.js';
import { nextAccountId } from '../next-account-id.js';

/** What the products of the sandbox are traded in. */
const CURRENCIES = ['USD', 'EUR'] as const;

/** A million, in ten-thousandths. */
const FUNDS = 10n ** 10n;

const DAY_MS = 86_400_000;

const WITHOUT = 'select id from users where enabled and not exists (select 1 from accounts where owner_id = users.id) order by id';

/**
 * In the sandbox everybody who may sign in has a funded account in each currency, so that their first order works. It is opened when somebody
 * registers; where the exchange was busy then, when they look at their accounts, and at the next start at the latest.
 */
@Injectable()
export class SandboxAccounts implements OnModuleInit, OnApplicationBootstrap {
  private readonly log = new Logger(SandboxAccounts.name);
  private readonly isSandbox: boolean;
  /** Who has registered and could not get their accounts yet. */
  private readonly overdue = new Set<number>();

  constructor(
    private readonly em: EntityManager,
    private readonly exchange: ExchangeService,
    private readonly newcomers: Newcomers,
    { mode }: Config,
  ) {
    this.isSandbox = mode === 'sandbox';
  }

  onModuleInit(): void {
    if (!this.isSandbox) return;
    this.newcomers.welcomeBy(async (userId) => {
      this.overdue.add(userId);
      await this.openOverdue(userId);
    });
  }

  /** The first administrator is seeded before there is anybody to welcome them. */
  async onApplicationBootstrap(): Promise<void> {
    if (!this.isSandbox) return;
    const users = await this.em.fork().execute<{ id: number }[]>(WITHOUT);
    for (const { id } of users) this.overdue.add(id);
    await this.openAll(users.map(({ id }) => id)).catch((error: unknown) => this.log.warn(`Accounts of the sandbox are opened later: ${String(error)}`));
  }

  /** For whoever looks at their accounts and should have some by now. */
  async openOverdue(userId: number): Promise<void> {
    if (this.overdue.has(userId)) await this.openAll([userId]);
  }

  private async openAll(userIds: readonly number[]): Promise<void> {
    if (userIds.length === 0) return;
    const asOf = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
    for (const userId of userIds) {
      // Taken out first, so that two who look at once open one account.
      if (!this.overdue.delete(userId)) continue;
      try {
        for (const currency of CURRENCIES) await this.openOne(userId, currency, asOf);
      } catch (error) {
        this.overdue.add(userId);
        throw error;
      }
    }
  }

  private async openOne(ownerId: number, currency: string, asOf: string): Promise<void> {
    const open: Given = (state) => {
      const terms = { ownerId, name: `Sandbox ${currency}`, currency, timeZone: 'UTC', limits: { ...NO_LIMITS, buyingPowerPercent: 100 } };
      return { type: 'OpenAccount', acctId: nextAccountId(state), ...terms };
    };
    const { events } = await this.exchange.carryOut(HOUSE, open);
    for (const event of events) {
      if (event.type === 'AccountChanged') await this.exchange.carryOut(HOUSE, { type: 'StateMoney', acctId: event.acctId, asOf, cashBalance: FUNDS, netLiq: FUNDS });
    }
  }
}
