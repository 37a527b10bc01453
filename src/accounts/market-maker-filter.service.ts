import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { MarketMakerUsersService } from '../users/market-maker-users.service.js';
import { canViewAllAccounts } from './account-rights.js';
import type { MarketMakerChoice } from './market-maker-choice.js';

/** `isPage`: the list is for a browser, whose `usual` choice it has. `isNarrowed`: it is of certain accounts or owners, and has whichever these are. */
type MarketMakerQuestion = Readonly<{
  choice: MarketMakerChoice | undefined;
  usual: MarketMakerChoice;
  isPage: boolean;
  isNarrowed: boolean;
}>;
/** The owners whose accounts a list has not. `offered` is the choice that a page makes visible; null where there is none. */
type MarketMakerFilter = Readonly<{ leftOut: ReadonlySet<number>; offered: MarketMakerChoice | null }>;

const NONE: ReadonlySet<number> = new Set();

/** The accounts of the market maker fill the lists of administrators, and their totals: a page leaves them out until it is asked for them. */
@Injectable()
export class MarketMakerFilterService {
  constructor(private readonly users: MarketMakerUsersService) {}

  async find(actor: Actor, { choice, usual, isPage, isNarrowed }: MarketMakerQuestion): Promise<MarketMakerFilter> {
    const isOffered = isPage && !isNarrowed && canViewAllAccounts(actor);
    const applied = choice ?? (isOffered ? usual : 'with');
    if (!isOffered && applied === 'with') return { leftOut: NONE, offered: null };
    const owners = await this.users.findIds();
    return { leftOut: applied === 'without' ? owners : NONE, offered: isOffered && owners.size > 0 ? applied : null };
  }
}
