import { Injectable } from '@nestjs/common';
import { ExchangeService } from '../../exchange/exchange.service.js';
import type { InstrumentDetails } from '../../instruments/instruments.service.js';
import { formatDecimal } from '../../money/decimal.js';

/** The best prices and the last trade as decimal texts; null where there is none. */
export type ChoicePrices = Readonly<{ bid: string | null; offer: string | null; last: string | null }>;

/** In a longer list, three prices a line would make the page heavy. */
const PRICED_MAX = 60;

/** Prices beside the instruments that an order can be placed for. */
@Injectable()
export class ChoicePricesService {
  constructor(private readonly exchange: ExchangeService) {}

  /** By instrument id, all of one moment; none for a long list. An instrument that was just listed may not have reached the venue. */
  find(choices: readonly InstrumentDetails[]): Promise<ReadonlyMap<number, ChoicePrices>> | ReadonlyMap<number, never> {
    if (choices.length > PRICED_MAX) return new Map<number, never>();
    return this.exchange.look(
      ({ instruments }) =>
        new Map(
          choices.flatMap(({ instrument: { id } }) => {
            const known = instruments.get(id);
            if (known === undefined) return [];
            const read = (side: 'Buy' | 'Sell' | 'Last'): string | null => {
              const price = known.board.findItem(side)?.price ?? null;
              return price === null ? null : formatDecimal(price, known.product.terms.scale);
            };
            return [[id, { bid: read('Buy'), offer: read('Sell'), last: read('Last') }] as const];
          }),
        ),
    );
  }
}
