import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import type { Instrument } from '../engine/instrument.js';
import { ExchangeService } from '../exchange/exchange.service.js';
import { UnknownInstrumentError } from '../instruments/instrument-errors.js';

/** Reads market data from the exchange's memory: committed state only. */
@Injectable()
export class BoardsService {
  constructor(private readonly exchange: ExchangeService) {}

  /** Reads some instruments at one moment, in the requested order. */
  readBoards<Result>(
    _actor: Actor,
    instrumentIds: readonly number[],
    map: (instruments: readonly Instrument[]) => Result,
  ): Promise<Result> {
    return this.exchange.look(({ instruments }) =>
      map(
        instrumentIds.map((id) => {
          const instrument = instruments.get(id);
          if (instrument === undefined) throw new UnknownInstrumentError(id);
          return instrument;
        }),
      ),
    );
  }

  /** The same for those that the venue knows: an instrument that was just listed may not have reached it. */
  readKnownBoards<Result>(
    _actor: Actor,
    instrumentIds: readonly number[],
    map: (instruments: readonly Instrument[]) => Result,
  ): Promise<Result> {
    return this.exchange.look(({ instruments }) => map(instrumentIds.flatMap((id) => instruments.get(id) ?? [])));
  }
}
