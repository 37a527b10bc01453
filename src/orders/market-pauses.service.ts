import { Injectable } from '@nestjs/common';
import { VenueClockService } from '../clock/venue-clock.service.js';
import type { Actor } from '../access/actor.js';
import { ExchangeService } from '../exchange/exchange.service.js';
import { InstrumentsService, type InstrumentDetails } from '../instruments/instruments.service.js';
import type { Instrument } from '../engine/instrument.js';

/** Why an instrument takes no orders now; null if it does. `opensAt` is its next opening, if the calendar knows it. */
export type MarketPause = Readonly<{ status: Exclude<Instrument['status'], 'Open'>; opensAt: number | null }>;

/** Finds out why an order sent now would be rejected, for pages to show it before. */
@Injectable()
export class MarketPausesService {
  constructor(
    private readonly exchange: ExchangeService,
    private readonly instruments: InstrumentsService,
    private readonly clock: VenueClockService,
  ) {}

  async findByInstrumentIds(actor: Actor, ids: readonly number[]): Promise<Map<number, MarketPause>> {
    return ids.length === 0
      ? new Map()
      : this.findByInstruments(
          await this.instruments.list(actor, { size: ids.length, after: null, ids }),
          this.clock.now(),
        );
  }

  /** By instrument id; instruments that take orders are omitted. */
  async findByInstruments(
    listedInstruments: readonly InstrumentDetails[],
    now: number,
  ): Promise<Map<number, MarketPause>> {
    const liveStatuses = await this.exchange.look(({ instruments }) =>
      listedInstruments
        .map(({ instrument: { id } }) => instruments.get(id))
        .map(
          (instrument) =>
            instrument && { status: instrument.status, isSetByAdministrator: instrument.givenStatus !== 'Open' },
        ),
    );
    return new Map(
      listedInstruments.flatMap(({ instrument, product, group }, index) => {
        const { status, isSetByAdministrator } = liveStatuses[index] ?? {
          status: instrument.getStatusAt(now),
          isSetByAdministrator: true,
        };
        const opensAt =
          status === 'Closed' && !isSetByAdministrator ? group.createCalendar(product).findNextOpen(now) : null;
        return status === 'Open' ? [] : [[instrument.id, { status, opensAt }] as const];
      }),
    );
  }
}
