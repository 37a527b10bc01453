import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import type { Instrument } from '../engine/instrument.js';
import { ExchangeService } from '../exchange/exchange.service.js';
import { UnknownInstrumentError } from '../instruments/instrument-errors.js';

/** What instruments show now, from the memory of the exchange: what is written, and nothing that may still fail. */
@Injectable()
export class BoardsService {
  constructor(private readonly exchange: ExchangeService) {}

  /** Looks at some instruments at one moment, in the order in which they are named. */
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

  /** The same for those among them that the venue knows: an instrument that was listed a moment ago may not have reached it. */
  readKnownBoards<Result>(
    _actor: Actor,
    instrumentIds: readonly number[],
    map: (instruments: readonly Instrument[]) => Result,
  ): Promise<Result> {
    return this.exchange.look(({ instruments }) => map(instrumentIds.flatMap((id) => instruments.get(id) ?? [])));
  }
}
