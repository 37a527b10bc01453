import { EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { findNextAccountId } from '../accounts/live-account.js';
import { NO_LIMITS } from '../accounts/live-account.js';
import { AuditService } from '../audit/audit.service.js';
import { Config } from '../config/config.js';
import { type CommandCaller, SYSTEM_CALLER } from '../exchange/caller.js';
import { ExchangeService } from '../exchange/exchange.service.js';
import { MARKET_MAKER_HASHES } from '../users/market-maker-users.service.js';
import { User } from '../users/user.entity.js';
import type { MarketMakerAccountPair } from './quote-cycle.js';

const [MAKER, FLOW] = [
  {
    passwordHash: MARKET_MAKER_HASHES.maker,
    email: 'market-maker',
    firstName: 'Market maker',
    account: 'Market maker',
  },
  { passwordHash: MARKET_MAKER_HASHES.flow, email: 'market-flow', firstName: 'Market flow', account: 'Market flow' },
] as const;

/** Two users, because accounts of one owner do not trade with each other. */
type MarketMakerUser = typeof MAKER | typeof FLOW;

/** A thousand million, in ten-thousandths; nothing is measured by it, since these accounts have no limits. */
const FUNDS = 10n ** 13n;
const DAY_MS = 86_400_000;

/** In whose name the sandbox trades, and by which accounts in each currency. */
export type MarketMakerAccounts = Readonly<{
  caller: CommandCaller;
  makers: ReadonlyMap<string, MarketMakerAccountPair>;
}>;

/** The user and the accounts of the market maker: made when they are first needed, and the same ever after. */
@Injectable()
export class MarketMakerAccountsService {
  constructor(
    private readonly em: EntityManager,
    private readonly exchange: ExchangeService,
    private readonly audit: AuditService,
    private readonly config: Config,
  ) {}

  get isEnabled(): boolean {
    return this.config.hasMarketMaker;
  }

  async findOrCreateAccounts(currencies: readonly string[]): Promise<MarketMakerAccounts> {
    const [userId, flowId] = [await this.findOrCreateUser(MAKER), await this.findOrCreateUser(FLOW)];
    const makers = new Map<string, MarketMakerAccountPair>();
    for (const currency of currencies) {
      const [maker, flow] = [
        await this.findOrCreateAccount(userId, currency, MAKER),
        await this.findOrCreateAccount(flowId, currency, FLOW),
      ];
      await this.grantTrading(flow, userId);
      makers.set(currency, { maker, flow });
    }
    return { caller: { userId, actingUserId: userId, clientId: null, isAdministrator: false }, makers };
  }

  private async findOrCreateUser(marketMakerUser: MarketMakerUser): Promise<number> {
    return (
      (await this.em.fork().findOne(User, { passwordHash: marketMakerUser.passwordHash }))?.id ??
      this.createUser(marketMakerUser)
    );
  }

  /** One caller gives the orders of both. */
  private async grantTrading(acctId: number, userId: number): Promise<void> {
    const mayTrade = await this.exchange.look(({ accounts }) => accounts.get(acctId)?.grants.get(userId) === 'Trade');
    if (!mayTrade)
      await this.exchange.execute(SYSTEM_CALLER, { type: 'GrantAccount', acctId, userId, access: 'Trade' });
  }

  /** Disabled, so that nobody signs in or acts for it, whatever is done to its password. Its email may belong to a user by now. */
  private async createUser(marketMakerUser: MarketMakerUser, number = 1): Promise<number> {
    const user = new User(
      `${marketMakerUser.email}${number === 1 ? '' : number}@kontor.example`,
      marketMakerUser.firstName,
      'of the sandbox',
      marketMakerUser.passwordHash,
    );
    user.enabled = false;
    try {
      await this.em.fork().transactional(async (em) => {
        await em.persist(user).flush();
        await this.audit.record({
          action: 'user.registered',
          userId: user.id,
          actingUserId: null,
          clientId: null,
          changes: { market_maker: true },
        });
      });
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException) return this.createUser(marketMakerUser, number + 1);
      throw error;
    }
    return user.id;
  }

  /** By their numbers, which nobody changes: administrators may give them other names. */
  private async findOrCreateAccount(
    ownerId: number,
    currency: string,
    marketMakerUser: MarketMakerUser,
  ): Promise<number> {
    const accountIds = await this.exchange.look(({ accounts }) =>
      [...accounts.values()].filter((one) => one.ownerId === ownerId && one.currency === currency).map(({ id }) => id),
    );
    return accountIds.sort((a, b) => a - b)[0] ?? this.openAccount(ownerId, currency, marketMakerUser.account);
  }

  private async openAccount(ownerId: number, currency: string, name: string): Promise<number> {
    const { events } = await this.exchange.execute(SYSTEM_CALLER, (state) => ({
      type: 'OpenAccount',
      acctId: findNextAccountId(state),
      ownerId,
      name,
      currency,
      timeZone: 'UTC',
      limits: NO_LIMITS,
    }));
    const [acctId] = events.flatMap((event) => (event.type === 'AccountChanged' ? [event.acctId] : []));
    if (acctId === undefined) throw new Error(`No account could be opened for the ${name.toLowerCase()}.`);
    const asOf = new Date(this.exchange.now() - DAY_MS).toISOString().slice(0, 10);
    await this.exchange.execute(SYSTEM_CALLER, { type: 'StateMoney', acctId, asOf, cashBalance: FUNDS, netLiq: FUNDS });
    return acctId;
  }
}
