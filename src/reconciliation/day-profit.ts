/** What closes of positions have earned. */
import type { Instrument } from '../engine/instrument.js';
import { NO_PROFIT, type Profit } from '../engine/profit-history.js';
import type { State } from '../engine/state.js';
import { toAmountValue } from '../engine/valuation.js';
import type { PositionClose } from '../exchange/ledger/position.entity.js';

export type Instruments = State['instruments'];

export function getInstrument(instruments: Instruments, id: number): Instrument {
  const instrument = instruments.get(id);
  if (instrument === undefined) throw new Error(`The exchange does not know instrument ${id}.`);
  return instrument;
}

/** The profits of a close since the first trade of all, in values. */
export function toWorth(instruments: Instruments, close: PositionClose | undefined): Profit {
  if (close === undefined) return NO_PROFIT;
  const { instrumentId, extraDecimals, profitTotal, profitRealised } = close;
  const holding = { instrument: getInstrument(instruments, instrumentId), extraDecimals };
  return { total: toAmountValue(holding, profitTotal), realised: toAmountValue(holding, profitRealised) };
}

export const sumProfits = (profits: readonly Profit[]): Profit =>
  profits.reduce(
    (all, { total, realised }) => ({ total: all.total + total, realised: all.realised + realised }),
    NO_PROFIT,
  );
