import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { ExchangeService } from '../exchange/exchange.service.js';
import { InstrumentsService, type InstrumentDetails } from '../instruments/instruments.service.js';

/** The impact of a halt: working orders and affected accounts. */
export type HaltImpact = InstrumentDetails &
  Readonly<{ workingOrders: number; accounts: number; stops: number; positions: number; lastsForSession: number }>;

/** Measures the impact of a halt before it is confirmed. */
@Injectable()
export class HaltsService {
  constructor(
    private readonly exchange: ExchangeService,
    private readonly instruments: InstrumentsService,
  ) {}

  async measureImpact(actor: Actor, instrumentId: number): Promise<HaltImpact> {
    const listed = await this.instruments.get(actor, instrumentId);
    const met = await this.exchange.look((state) => {
      const instrument = state.instruments.get(instrumentId);
      if (instrument === undefined)
        return { workingOrders: 0, accounts: 0, stops: 0, positions: 0, lastsForSession: 0 };
      const orders = state.listOpenOrders(instrument);
      return {
        workingOrders: orders.length,
        accounts: new Set(orders.map(({ account }) => account)).size,
        stops: [...instrument.stops.queue()].length,
        positions: state.listHoldings(instrument).filter(({ quantity }) => quantity !== 0).length,
        lastsForSession: orders.filter(({ terms }) => terms.timeInForce === 'Day').length,
      };
    });
    return { ...listed, ...met };
  }
}
