import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { ExchangeService } from '../../exchange/exchange.service.js';
import { AccountAccessService } from '../account-access.service.js';
import { type LivePosition, livePositions, type PositionFilter } from './live-position.js';

/** What accounts hold, from the memory of the exchange: so it fits what the accounts themselves are said to be worth. */
@Injectable()
export class PositionsService {
  constructor(
    private readonly exchange: ExchangeService,
    private readonly access: AccountAccessService,
  ) {}

  async list(actor: Actor, filter: PositionFilter): Promise<LivePosition[]> {
    const readable = await this.access.readableBy(actor);
    return this.exchange.look((state) => livePositions(state, readable, filter));
  }
}
