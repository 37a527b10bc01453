import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { ExchangeService } from '../exchange/exchange.service.js';
import { MarketMakerUsersService } from '../users/market-maker-users.service.js';
import { canViewAllAccounts } from './account-rights.js';
import type { MarketMakerChoice, MarketMakerQuestion } from './market-maker-choice.js';

/** The owners whose accounts a list has not. `offered` is the choice that a page makes visible; null where there is none. */
type MarketMakerFilter = Readonly<{ leftOut: ReadonlySet<number>; offered: MarketMakerChoice | null }>;

const NONE: ReadonlySet<number> = new Set();

/** The accounts of the market maker fill the lists of administrators, and their totals: a page leaves them out until it is asked for them. */
@Injectable()
export class MarketMakerFilterService {
  constructor(
    private readonly users: MarketMakerUsersService,
    private readonly exchange: ExchangeService,
  ) {}

  async find(actor: Actor, { choice, isForBrowser, isNarrowed }: MarketMakerQuestion): Promise<MarketMakerFilter> {
    const isOffered = isForBrowser && !isNarrowed && canViewAllAccounts(actor);
    const applied = choice ?? (isOffered ? 'without' : 'with');
    if (!isOffered && applied === 'with') return { leftOut: NONE, offered: null };
    const owners = await this.users.findIds();
    return { leftOut: applied === 'without' ? owners : NONE, offered: isOffered && owners.size > 0 ? applied : null };
  }

  /** The accounts of these owners. */
  async listAccounts(owners: ReadonlySet<number>): Promise<readonly number[]> {
    if (owners.size === 0) return [];
    return this.exchange.look(({ accounts }) =>
      [...accounts.values()].filter(({ ownerId }) => owners.has(ownerId)).map(({ id }) => id),
    );
  }
}
