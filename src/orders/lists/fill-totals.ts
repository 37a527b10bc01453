import { formatAveragePrice } from '../../money/average-price.js';
import { toCommonScale } from '../../money/decimal.js';
import { createExactNumber, type ExactNumber } from '../../money/exact-number.js';
import { toDigits } from '../../pages/number-format.js';
import type { TableTotal } from '../../pages/table.page.js';
import type { FillView } from './fill.view.js';

type TotalledFill = Pick<FillView, 'currency' | 'side' | 'instrument_id' | 'quantity'> &
  Readonly<{ price: ExactNumber | number }>;
type PriceFormat = (instrumentId: number, price: ExactNumber) => ExactNumber | null;

const sideLabels = { Buy: 'Bought', Sell: 'Sold' } as const;

/** What was bought and sold by currency, in contracts, and the average price where all of it is of one instrument. */
export function totalFills(fills: readonly TotalledFill[], formatPrice: PriceFormat): TableTotal[] {
  if (fills.length < 2) return [];
  const groups = Map.groupBy(fills, ({ currency, side }) => `${currency} ${side}`);
  return [...(groups as Map<string, [TotalledFill, ...TotalledFill[]]>)]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([, group]) => {
      const { currency, side, instrument_id: instrumentId } = group[0];
      const average = computeAveragePrice(group);
      return {
        label: `${sideLabels[side]}, ${currency}${average === null ? '' : ', average price'}`,
        sums: {
          quantity: group.reduce((sum, fill) => sum + fill.quantity, 0),
          ...(average !== null && { price: formatPrice(instrumentId, average) }),
        },
      };
    });
}

/** Prices of different instruments have no average. */
function computeAveragePrice(fills: readonly TotalledFill[]): ExactNumber | null {
  if (new Set(fills.map((fill) => fill.instrument_id)).size !== 1) return null;
  const { units, scale } = toCommonScale(fills.map(({ price }) => toDigits(price) ?? ''));
  const cost = fills.reduce((sum, { quantity }, index) => sum + (units[index] ?? 0n) * BigInt(quantity), 0n);
  const text = formatAveragePrice(
    cost,
    fills.reduce((sum, { quantity }) => sum + quantity, 0),
    scale,
  );
  return text === null ? null : createExactNumber(text);
}
