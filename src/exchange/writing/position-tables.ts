/** The values of positions, as they stand and as each command left them. */
import type { PositionRow } from '../../engine/position-row.js';
import { Position, PositionChange } from '../ledger/position.entity.js';
import type { TableDefinition } from './columns.js';

export type WrittenPosition = Readonly<{ seq: number; position: PositionRow }>;

const heldValues = {
  acctId: ({ position }: WrittenPosition) => position.acctId,
  instrumentId: ({ position }: WrittenPosition) => position.instrumentId,
  quantity: ({ position }: WrittenPosition) => position.quantity,
  cost: ({ position }: WrittenPosition) => position.cost,
  realised: ({ position }: WrittenPosition) => position.realised,
  extraDecimals: ({ position }: WrittenPosition) => position.extraDecimals,
};

export const positions: TableDefinition<Position, WrittenPosition> = {
  entity: Position,
  values: {
    ...heldValues,
    carriedTotal: ({ position }) => position.carried.total,
    carriedRealised: ({ position }) => position.carried.realised,
    referenceAsOf: ({ position }) => position.reference?.asOf ?? null,
    referenceQuantity: ({ position }) => position.reference?.quantity ?? null,
    referencePrice: ({ position }) => position.reference?.price ?? null,
    referenceExtraDecimals: ({ position }) => position.reference?.extraDecimals ?? 0,
    referenceConfirms: ({ position }) => position.referenceConfirms,
    startSession: ({ position }) => position.start?.sessionDate ?? null,
    startTotal: ({ position }) => position.start?.profit.total ?? null,
    startRealised: ({ position }) => position.start?.profit.realised ?? null,
    beforeListLastClose: ({ position }) => position.beforeList?.lastClose ?? null,
    beforeListTotal: ({ position }) => position.beforeList?.profit.total ?? null,
    beforeListRealised: ({ position }) => position.beforeList?.profit.realised ?? null,
    beforeListHeld: ({ position }) => position.beforeList?.held ?? null,
    beforeListMark: ({ position }) => position.beforeList?.mark?.price ?? null,
    beforeListMarkExtraDecimals: ({ position }) => position.beforeList?.mark?.extraDecimals ?? 0,
    beforeListTraded: ({ position }) => position.beforeList?.traded.quantity ?? null,
    beforeListTradedCost: ({ position }) => position.beforeList?.traded.cost ?? null,
    seq: ({ seq }) => seq,
  },
  replaced: 'all but key',
};

/** The same as a step that stays. */
export const positionChanges: TableDefinition<PositionChange, WrittenPosition> = {
  entity: PositionChange,
  values: { seq: ({ seq }) => seq, ...heldValues },
  replaced: [],
};
