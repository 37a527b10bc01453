import { createExactNumber } from '../../money/exact-number.js';
import { toDigits } from '../../pages/number-format.js';
import { totalFills } from './fill-totals.js';

const fill = (side: 'Buy' | 'Sell', quantity: number, price: string, instrument = 1) => ({
  side,
  quantity,
  price: createExactNumber(price),
  instrument_id: instrument,
});

const total = (fills: ReturnType<typeof fill>[]) =>
  totalFills(fills, { getSymbol: (id) => `I${id}`, formatPrice: (_, price) => price }).map(({ label, sums }) => [
    label,
    ...Object.values(sums).map(toDigits),
  ]);

describe('totalFills', () => {
  it('sums both sides of one instrument with their exact average prices', () => {
    expect(total([fill('Buy', 1, '6712.25'), fill('Buy', 3, '6713'), fill('Sell', 2, '-0.5')])).toEqual([
      ['Bought I1, average price', '4', '6712.8125'],
      ['Sold I1, average price', '2', '-0.5'],
    ]);
  });

  it('sums each instrument apart', () => {
    expect(
      total([fill('Buy', 1, '10', 2), fill('Buy', 2, '20'), fill('Buy', 3, '10', 2), fill('Buy', 5, '7', 3)]),
    ).toEqual([['Bought I2, average price', '4', '10']]);
  });

  it('has no totals for a single fill, and none of more than five instruments', () => {
    expect(total([fill('Buy', 1, '10')])).toEqual([]);
    expect(total([1, 2, 3, 4, 5, 6].flatMap((id) => [fill('Buy', 1, '10', id), fill('Buy', 1, '10', id)]))).toEqual([]);
  });
});
