import { formatAveragePrice } from '../../money/average-price.js';
import { toCommonScale } from '../../money/decimal.js';
import { createExactNumber, type ExactNumber } from '../../money/exact-number.js';
import { toDigits } from '../../pages/number-format.js';
import type { TableTotal } from '../../pages/table.page.js';
import type { FillView } from './fill.view.js';

type TotalledFill = Pick<FillView, 'side' | 'instrument_id' | 'quantity'> & Readonly<{ price: ExactNumber | number }>;
type InstrumentWords = Readonly<{
  getSymbol: (instrumentId: number) => string;
  formatPrice: (instrumentId: number, price: ExactNumber) => ExactNumber | null;
}>;

const sideLabels = { Buy: 'Bought', Sell: 'Sold' } as const;

/** Of more instruments, sums would be a second list. */
const INSTRUMENTS_MAX = 5;

/** What was bought and sold of each instrument, in contracts, at what average price. Contracts of different instruments have no sum. */
export function totalFills(
  fills: readonly TotalledFill[],
  { getSymbol, formatPrice }: InstrumentWords,
): readonly TableTotal[] {
  const instruments = Map.groupBy(fills, (fill) => fill.instrument_id);
  if (instruments.size > INSTRUMENTS_MAX) return [];
  return [...instruments]
    .filter(([, own]) => own.length > 1)
    .map(([id, own]) => ({ id, own, symbol: getSymbol(id) }))
    .sort((one, other) => one.symbol.localeCompare(other.symbol))
    .flatMap(({ id, own, symbol }) =>
      (['Buy', 'Sell'] as const).flatMap((side) => {
        const group = own.filter((fill) => fill.side === side);
        const average = computeAveragePrice(group);
        if (average === null) return [];
        const quantity = group.reduce((sum, fill) => sum + fill.quantity, 0);
        return [
          {
            label: `${sideLabels[side]} ${symbol}, average price`,
            sums: { quantity, price: formatPrice(id, average) },
          },
        ];
      }),
    );
}

/** Null without a fill. */
function computeAveragePrice(fills: readonly TotalledFill[]): ExactNumber | null {
  if (fills.length === 0) return null;
  const { units, scale } = toCommonScale(fills.map(({ price }) => toDigits(price) ?? ''));
  const cost = fills.reduce((sum, { quantity }, index) => sum + (units[index] ?? 0n) * BigInt(quantity), 0n);
  const text = formatAveragePrice(
    cost,
    fills.reduce((sum, { quantity }) => sum + quantity, 0),
    scale,
  );
  return text === null ? null : createExactNumber(text);
}
