import type { EngineAccount } from '../../engine/account.js';
import type { ReferenceHolding, HoldingTrade, Holding } from '../../engine/holding.js';
import type { State } from '../../engine/state.js';
import { toSymbol } from '../../exchange/traded-instruments.js';
import { type Mark, findMark, toAmountValue } from '../../engine/valuation.js';

/** A snapshot of a position. Prices are in units of 10^-`scale`, P&L is in units of 10^-`VALUE_SCALE` of the currency. */
export type LivePosition = Readonly<{
  acctId: number;
  instrumentId: number;
  symbol: string;
  currency: string;
  scale: number;
  quantity: number;
  /** Cost of the position, with `extraDecimals` more decimals than market prices. */
  cost: bigint;
  extraDecimals: number;
  mark: Mark | null;
  realised: bigint;
  /** Null without a mark price. */
  unrealised: bigint | null;
  trades: readonly HoldingTrade[];
  reference: ReferenceHolding | null;
}>;

export type PositionFilter = Readonly<{
  size: number;
  after: readonly [number, number] | null;
  acctIds: readonly number[] | undefined;
  instrumentIds: readonly number[] | undefined;
}>;

/** Ordered by account id and instrument id. Call it between two commands. */
export function listLivePositions(
  { accounts }: State,
  readable: readonly number[] | 'all',
  { size, after, acctIds, instrumentIds }: PositionFilter,
): LivePosition[] {
  const isWanted = (acctId: number): boolean =>
    (acctIds === undefined || acctIds.includes(acctId)) && acctId >= (after?.[0] ?? 0);
  const found: LivePosition[] = [];
  for (const acctId of [...(readable === 'all' ? accounts.keys() : readable)].filter(isWanted).sort((a, b) => a - b)) {
    const account = accounts.get(acctId);
    if (account === undefined) continue;
    const from = acctId === after?.[0] ? after[1] : 0;
    for (const holding of listHoldings(account, from, instrumentIds)) {
      if (found.length === size) return found;
      found.push(toLivePosition(holding, account));
    }
  }
  return found;
}

function listHoldings(
  { holdings }: EngineAccount,
  from: number,
  instrumentIds: readonly number[] | undefined,
): Holding[] {
  return [...holdings.values()]
    .filter(
      (holding) =>
        holding.instrument.id > from && (instrumentIds?.includes(holding.instrument.id) ?? true) && isShown(holding),
    )
    .sort((a, b) => a.instrument.id - b.instrument.id);
}

/** A flat position is listed if it has trades since its reference position, or if that reference was not flat. */
function isShown({ quantity, trades, reference }: Holding): boolean {
  return quantity !== 0 || trades.length > 0 || (reference !== null && reference.quantity !== 0);
}

function toLivePosition(holding: Holding, { id: acctId, currency }: EngineAccount): LivePosition {
  const { instrument, quantity, cost, extraDecimals, realised, trades, reference } = holding;
  const { scale } = instrument.product.terms;
  const mark = findMark(holding);
  return {
    acctId,
    instrumentId: instrument.id,
    symbol: toSymbol(instrument),
    currency,
    scale,
    quantity,
    cost,
    extraDecimals,
    mark,
    reference,
    realised: toAmountValue(holding, realised),
    unrealised: mark === null ? null : toAmountValue(holding, holding.computeUnrealized(mark)),
    trades: [...trades],
  };
}
