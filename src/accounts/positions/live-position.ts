import type { EngineAccount } from '../../engine/account.js';
import type { Holding } from '../../engine/holding.js';
import type { HoldingTrade, ReferenceHolding } from '../../engine/position-row.js';
import type { Instrument } from '../../engine/instrument.js';
import type { State } from '../../engine/state.js';
import { toSymbol } from '../../exchange/traded-instruments.js';
import { type SortOrder, type SortValue, sortRows } from '../../database/sorting.js';
import { type Mark, findMark, toAmountValue } from '../../engine/valuation.js';

/** A snapshot of a position. Prices are in units of 10^-`scale`, P&L is in units of 10^-`VALUE_SCALE` of the currency. */
export type LivePosition = Readonly<{
  acctId: number;
  instrumentId: number;
  symbol: string;
  status: Instrument['status'];
  currency: string;
  scale: number;
  quantity: number;
  /** Cost of the position, with `extraDecimals` more decimals than market prices. */
  cost: bigint;
  extraDecimals: number;
  /** The same in units of 10^-`VALUE_SCALE` of the currency. */
  costValue: bigint;
  mark: Mark | null;
  realised: bigint;
  /** Null without a mark price. */
  unrealised: bigint | null;
  trades: readonly HoldingTrade[];
  reference: ReferenceHolding | null;
}>;

/** The fields by which positions are sorted. */
export const POSITION_SORT_FIELDS = [
  'symbol',
  'acct_name',
  'currency',
  'quantity',
  'unrealised_pnl',
  'realised_pnl',
] as const;
export type PositionSortField = (typeof POSITION_SORT_FIELDS)[number];

export type PositionFilter = Readonly<{
  size: number;
  after: readonly [number, number] | null;
  sort?: SortOrder<PositionSortField> | null;
  offset?: number;
  acctIds: readonly number[] | undefined;
  instrumentIds: readonly number[] | undefined;
}>;

/** Ordered by account id and instrument id, unless it is sorted. Call it between two commands. */
export function listLivePositions(
  state: State,
  readable: readonly number[] | 'all',
  filter: PositionFilter,
): LivePosition[] {
  const { size, offset = 0, sort = null } = filter;
  if (sort === null) return listPositions(state, readable, filter).map(toLivePosition);
  const all = listPositions(state, readable, { ...filter, size: Infinity });
  return sortRows(all, sortValues[sort.field], sort)
    .slice(offset, offset + size)
    .map(toLivePosition);
}

type HeldPosition = Readonly<{ holding: Holding; account: EngineAccount }>;

/** Values of positions in different currencies are compared as numbers. */
const sortValues: Readonly<Record<PositionSortField, (position: HeldPosition) => SortValue>> = {
  symbol: ({ holding }) => toSymbol(holding.instrument),
  acct_name: ({ account }) => account.name,
  currency: ({ account }) => account.currency,
  quantity: ({ holding }) => holding.quantity,
  unrealised_pnl: ({ holding }) => computeUnrealized(holding, findMark(holding)),
  realised_pnl: ({ holding }) => toAmountValue(holding, holding.realised),
};

function listPositions(
  { accounts }: State,
  readable: readonly number[] | 'all',
  { size, after, acctIds, instrumentIds }: PositionFilter,
): HeldPosition[] {
  const isWanted = (acctId: number): boolean =>
    (acctIds === undefined || acctIds.includes(acctId)) && acctId >= (after?.[0] ?? 0);
  const found: HeldPosition[] = [];
  for (const acctId of [...(readable === 'all' ? accounts.keys() : readable)].filter(isWanted).sort((a, b) => a - b)) {
    const account = accounts.get(acctId);
    if (account === undefined) continue;
    const from = acctId === after?.[0] ? after[1] : 0;
    for (const holding of listHoldings(account, from, instrumentIds)) {
      if (found.length === size) return found;
      found.push({ holding, account });
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

const computeUnrealized = (holding: Holding, mark: Mark | null): bigint | null =>
  mark === null ? null : toAmountValue(holding, holding.computeUnrealized(mark));

function toLivePosition({ holding, account: { id: acctId, currency } }: HeldPosition): LivePosition {
  const { instrument, quantity, cost, extraDecimals, realised, trades, reference } = holding;
  const { scale } = instrument.product.terms;
  const mark = findMark(holding);
  return {
    acctId,
    instrumentId: instrument.id,
    symbol: toSymbol(instrument),
    status: instrument.status,
    currency,
    scale,
    quantity,
    cost,
    extraDecimals,
    costValue: toAmountValue(holding, cost),
    mark,
    reference,
    realised: toAmountValue(holding, realised),
    unrealised: computeUnrealized(holding, mark),
    trades: [...trades],
  };
}
