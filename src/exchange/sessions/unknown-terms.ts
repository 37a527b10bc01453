/** Commands for reference data that the venue has not received yet: groups before products before instruments. */
import { isDeepStrictEqual } from 'node:util';
import type { CommandBody } from '../../engine/command.js';
import type { Instrument } from '../../engine/instrument.js';
import type { State } from '../../engine/state.js';
import type { InstrumentEntity } from '../../instruments/instrument.entity.js';
import type { ProductEntity } from '../../instruments/products/product.entity.js';
import type { ProductGroupEntity } from '../../instruments/groups/product-group.entity.js';
import { toVenueProductGroup, toVenueInstrument, toVenueProduct } from '../../instruments/venue-terms.js';
import { parseDecimal } from '../../money/decimal.js';

export type ReferenceData = Readonly<{
  groups: readonly ProductGroupEntity[];
  products: readonly ProductEntity[];
  instruments: readonly InstrumentEntity[];
}>;

export function listUnknownTerms(state: State, { groups, products, instruments }: ReferenceData): CommandBody[] {
  const traded = products.filter((product) => toVenueProduct(product, null) !== null);
  const ids = new Set(traded.map(({ id }) => id));
  return [
    ...groups.flatMap((group) => toGroupCommands(state, group)),
    ...traded.flatMap((product) => toProductCommands(state, product)),
    ...instruments
      .filter(({ productId }) => ids.has(productId))
      .flatMap((instrument) => toInstrumentCommands(state, instrument)),
  ];
}

export function toGroupCommands(state: State, entity: ProductGroupEntity): CommandBody[] {
  const group = toVenueProductGroup(entity);
  return isDeepStrictEqual(state.groups.get(group.id)?.terms, group) ? [] : [{ type: 'DefineProductGroup', group }];
}

export function toProductCommands(state: State, entity: ProductEntity): CommandBody[] {
  const known = state.products.get(entity.id)?.terms;
  const product = toVenueProduct(entity, known?.scale ?? null);
  return product === null || isDeepStrictEqual(known, product) ? [] : [{ type: 'DefineProduct', product }];
}

export function toInstrumentCommands(state: State, entity: InstrumentEntity): CommandBody[] {
  const { id: instrumentId, settlementPrice } = entity;
  const known = state.instruments.get(instrumentId);
  const instrument = toVenueInstrument(entity);
  return [
    ...(isDeepStrictEqual(known?.terms, instrument) ? [] : [{ type: 'DefineInstrument', instrument } as const]),
    ...(known === undefined && settlementPrice !== null ? createSettlementCommands(instrumentId, settlementPrice) : []),
    ...(known?.isExpired === true ? [] : toStatusCommands(known ?? { givenStatus: 'Open', haltReason: null }, entity)),
  ];
}

/** A halt whose reason has changed is sent again, because rejections of orders carry the reason. */
function toStatusCommands(
  known: Pick<Instrument, 'givenStatus' | 'haltReason'>,
  { id: instrumentId, givenStatus, statusReason }: InstrumentEntity,
): CommandBody[] {
  if (givenStatus === 'Halted')
    return known.givenStatus === 'Halted' && known.haltReason === statusReason
      ? []
      : [{ type: 'HaltInstrument', instrumentId, ...(statusReason !== null && { reason: statusReason }) }];
  if (known.givenStatus === givenStatus) return [];
  return [{ type: givenStatus === 'Open' ? 'ResumeInstrument' : 'CloseInstrument', instrumentId }];
}

export function createSettlementCommands(instrumentId: number, settlementPrice: string): CommandBody[] {
  const price = parseDecimal(settlementPrice);
  return price === null ? [] : [{ type: 'SettleInstrument', instrumentId, price }];
}
