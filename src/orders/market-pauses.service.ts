import { Injectable } from '@nestjs/common';
import { VenueClock } from '../clock/venue-clock.service.js';
import type { Actor } from '../access/actor.js';
import { ExchangeService } from '../exchange/exchange.service.js';
import { InstrumentsService, type ListedInstrument } from '../instruments/instruments.service.js';
import type { MarketPause } from './market-pause.js';

/** What an order that is sent now has to expect of the market: said on pages before anybody sends one. */
@Injectable()
export class MarketPauses {
  constructor(
    private readonly exchange: ExchangeService,
    private readonly instruments: InstrumentsService,
    private readonly clock: VenueClock,
  ) {}

  async among(actor: Actor, ids: readonly number[]): Promise<Map<number, MarketPause>> {
    return ids.length === 0
      ? new Map()
      : this.of(await this.instruments.list(actor, { size: ids.length, after: null, ids }), this.clock.now());
  }

  /** By the numbers of the instruments; those that take orders are not among them. */
  async of(listed: readonly ListedInstrument[], now: number): Promise<Map<number, MarketPause>> {
    const found = await this.exchange.look(({ instruments }) =>
      listed
        .map(({ instrument: { id } }) => instruments.get(id))
        .map((one) => one && { status: one.status, isGiven: one.givenStatus !== 'Open' }),
    );
    return new Map(
      listed.flatMap(({ instrument, product, group }, index) => {
        const { status, isGiven } = found[index] ?? { status: instrument.statusAt(now), isGiven: true };
        const opensAt = status === 'Closed' && !isGiven ? group.calendar(product).nextOpen(now) : null;
        return status === 'Open' ? [] : [[instrument.id, { status, opensAt }] as const];
      }),
    );
  }
}
