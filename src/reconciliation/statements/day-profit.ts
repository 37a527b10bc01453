/** What closes of positions have earned. */
import type { EngineAccount } from '../../engine/account.js';
import { findLatestDateUpTo } from '../../engine/latest-date.js';
import { countKept } from '../../engine/list-basis.js';
import type { ReferenceHolding } from '../../engine/position-row.js';
import type { Instrument } from '../../engine/instrument.js';
import { addProfits, NO_PROFIT, type Profit } from '../../engine/profit-history.js';
import type { State } from '../../engine/state.js';
import { toAmountValue } from '../../engine/valuation.js';
import type { PositionClose } from '../../exchange/ledger/position.entity.js';

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

type Lists = EngineAccount['references'];

/** The lists that money values of a date know: their positions are in the money. */
export const findKnownLists = (lists: Lists, money: Readonly<{ asOf: string }> | null | undefined): Lists =>
  new Map([...lists].filter(([date]) => date <= (money?.asOf ?? '')));

/**
 * What an instrument had won in an account at the end of a date, with what the last of these lists has added since its close, from its
 * price to the closing price. Later closes have it in them.
 */
export function toListedWorth(
  instruments: Instruments,
  lists: Lists,
  { id, close, date }: Readonly<{ id: number; close: PositionClose | undefined; date: string }>,
): Profit {
  const worth = toWorth(instruments, close);
  const listedOn = findLatestDateUpTo(lists.keys(), date);
  const line = listedOn === null || isBehindList(close, listedOn) ? undefined : lists.get(listedOn)?.get(id);
  return line === undefined ? worth : { ...worth, total: worth.total + toAddedWorth(instruments, line, { id, close }) };
}

/** Whether a close is counted from a list of this date, or from a later one. */
export const isBehindList = (close: PositionClose | null | undefined, listedOn: string): boolean =>
  (close?.sessionDate ?? '') > listedOn || (close?.sessionDate === listedOn && close.includesList);

function toAddedWorth(
  instruments: Instruments,
  { asOf, quantity, price, extraDecimals }: ReferenceHolding,
  { id, close }: Readonly<{ id: number; close: PositionClose | undefined }>,
): bigint {
  const instrument = getInstrument(instruments, id);
  const mark = instrument.findClosingMark(asOf)?.price;
  if (mark === undefined) return 0n;
  const added = quantity - countKept(close?.quantity ?? 0, quantity);
  const gain = BigInt(added) * (BigInt(mark) * 10n ** BigInt(extraDecimals) - BigInt(price));
  return toAmountValue({ instrument, extraDecimals }, gain);
}

export const sumProfits = (profits: readonly Profit[]): Profit => profits.reduce(addProfits, NO_PROFIT);
