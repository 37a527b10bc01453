import { Injectable } from '@nestjs/common';
import type { OrderAction } from '../engine/command.js';
import type { Refusal } from '../engine/refusal.js';
import { ExchangeService } from '../exchange/exchange.service.js';
import { type RefusalRoom, roomFor } from './refusal-room.js';

/** What a person in front of a refused order is told besides: what is free, and where a limit stands. What the engine said of it stays as it is kept. */
@Injectable()
export class RefusalRooms {
  constructor(private readonly exchange: ExchangeService) {}

  for(action: OrderAction, { code }: Refusal): Promise<RefusalRoom | null> {
    return this.exchange.look((state) => roomFor(state, action, code));
  }
}
