import { createExactNumber } from '../../money/exact-number.js';
import { toDigits } from '../../pages/number-format.js';
import { totalFills } from './fill-totals.js';

const fill = (side: 'Buy' | 'Sell', quantity: number, price: string, { instrument = 1, currency = 'USD' } = {}) => ({
  side,
  quantity,
  price: createExactNumber(price),
  instrument_id: instrument,
  currency,
});

const total = (fills: ReturnType<typeof fill>[]) =>
  totalFills(fills, (_, price) => price).map(({ label, sums }) => [label, ...Object.values(sums).map(toDigits)]);

describe('totalFills', () => {
  it('sums both sides of one instrument with their exact average prices', () => {
    expect(total([fill('Buy', 1, '6712.25'), fill('Buy', 3, '6713'), fill('Sell', 2, '-0.5')])).toEqual([
      ['Bought, USD, average price', '4', '6712.8125'],
      ['Sold, USD, average price', '2', '-0.5'],
    ]);
  });

  it('sums each currency apart, without a price among several instruments', () => {
    const fills = [
      fill('Buy', 1, '10'),
      fill('Buy', 2, '20', { instrument: 2 }),
      fill('Buy', 5, '7', { currency: 'EUR' }),
    ];
    expect(total(fills)).toEqual([
      ['Bought, EUR, average price', '5', '7'],
      ['Bought, USD', '3'],
    ]);
  });

  it('has no totals for a single fill', () => {
    expect(total([fill('Buy', 1, '10')])).toEqual([]);
  });
});
