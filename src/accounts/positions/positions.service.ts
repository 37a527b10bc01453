import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { ExchangeService } from '../../exchange/exchange.service.js';
import { AccountAccessService } from '../account-access.service.js';
import { type LivePosition, listLivePositions, type PositionFilter } from './live-position.js';

/** Reads positions from the exchange's memory, so that they agree with the account values. */
@Injectable()
export class PositionsService {
  constructor(
    private readonly exchange: ExchangeService,
    private readonly access: AccountAccessService,
  ) {}

  async list(actor: Actor, filter: PositionFilter): Promise<LivePosition[]> {
    return this.listOnAccounts(await this.access.findReadableAccounts(actor), filter);
  }

  /** The positions of these accounts. The caller has found that the user may view them. */
  listOnAccounts(readable: readonly number[] | 'all', filter: PositionFilter): Promise<LivePosition[]> {
    return this.exchange.look((state) => listLivePositions(state, readable, filter));
  }
}
