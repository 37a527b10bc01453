import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { ExchangeService } from '../../exchange/exchange.service.js';
import { AccountsService } from '../accounts.service.js';
import { type LivePosition, listLivePositions, type PositionFilter } from './live-position.js';

/** Reads positions from the exchange's memory, so that they agree with the account values. */
@Injectable()
export class PositionsService {
  constructor(
    private readonly exchange: ExchangeService,
    private readonly accounts: AccountsService,
  ) {}

  /** With a text, the positions of the accounts that it names. `leftOut` are owners. */
  async list(
    actor: Actor,
    filter: PositionFilter,
    { account, leftOut }: Readonly<{ account: string | undefined; leftOut: ReadonlySet<number> }>,
  ): Promise<LivePosition[]> {
    return this.listOnAccounts(await this.accounts.findReadableWithout(actor, leftOut, account), filter);
  }

  /** The positions of these accounts. The caller has found that the user may view them. */
  listOnAccounts(readable: readonly number[] | 'all', filter: PositionFilter): Promise<LivePosition[]> {
    return this.exchange.look((state) => listLivePositions(state, readable, filter));
  }
}
