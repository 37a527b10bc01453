import type { EngineAccount } from '../engine/account.js';
import type { CommandActor } from '../engine/command.js';
import type { Holding } from '../engine/holding.js';
import type { Instrument } from '../engine/instrument.js';
import { findMark, toAmountValue } from '../engine/valuation.js';

/** In units of 10^-`VALUE_SCALE` of the currency; null without a mark price. */
export type PositionValues = Readonly<{
  /** What the position has gained since the last close of its instrument, or from the price of a list that came later; without either, since its first trade. */
  day: bigint | null;
  /** Quantity times mark price; negative for a short position. */
  notional: bigint | null;
}>;

export function computePositionValues(holding: Holding): PositionValues {
  const mark = findMark(holding);
  if (mark === null && holding.quantity !== 0) return { day: null, notional: null };
  return {
    day: toAmountValue(holding, holding.computeProfit(mark).total - holding.profitAtDayStart.total),
    notional: mark === null ? 0n : toAmountValue(holding, holding.computeUnrealized(mark) + holding.cost),
  };
}

/** Why a position cannot be closed at market now. */
export type CloseObstacle = 'view only' | 'account disabled' | Lowercase<Exclude<Instrument['status'], 'Open'>>;

export function findCloseObstacle(
  account: EngineAccount,
  { status }: Instrument,
  actor: CommandActor,
): CloseObstacle | null {
  if (!account.canBeTradedBy(actor)) return 'view only';
  if (!account.isEnabled) return 'account disabled';
  return status === 'Open' ? null : (status.toLowerCase() as CloseObstacle);
}
