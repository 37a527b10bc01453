import { createExactNumber } from '../money/exact-number.js';
import { labelTotals, sumColumnsByCurrency } from './table-totals.js';

const row = (currency: string, gain: string | null) => ({
  currency,
  gain: gain === null ? null : createExactNumber(gain),
});

describe('sumColumnsByCurrency', () => {
  it('sums amounts exactly, by currency', () => {
    const rows = [row('USD', '0.1'), row('EUR', '-0.5'), row('USD', '0.2'), row('EUR', '-12.25'), row('USD', '1000')];

    expect(sumColumnsByCurrency(rows, ['gain'])).toEqual([
      { id: 'total-EUR', label: 'Total EUR', currency: 'EUR', sums: { gain: createExactNumber('-12.75') } },
      { id: 'total-USD', label: 'Total USD', currency: 'USD', sums: { gain: createExactNumber('1000.3') } },
    ]);
  });

  it('has no sum of a single row, but one of each currency where there are several', () => {
    const sum = (currency: string) => ({
      id: `total-${currency}`,
      label: `Total ${currency}`,
      currency,
      sums: { gain: createExactNumber('1') },
    });

    expect(sumColumnsByCurrency([row('USD', '1')], ['gain'])).toEqual([]);
    expect(sumColumnsByCurrency([row('USD', '1'), row('EUR', '1')], ['gain'])).toEqual([sum('EUR'), sum('USD')]);
  });

  it('has an empty sum where an amount is missing', () => {
    expect(sumColumnsByCurrency([row('EUR', '1'), row('EUR', null)], ['gain'])).toEqual([
      { id: 'total-EUR', label: 'Total EUR', currency: 'EUR', sums: { gain: null } },
    ]);
  });
});

describe('labelTotals', () => {
  const totals = [{ label: 'Total USD', currency: 'USD', sums: { gain: 1 } }];

  it.each([
    ['/positions', null, 'Total USD'],
    ['/positions', '/positions?cursor=x', 'Total USD, this page'],
    ['/positions?cursor=x', null, 'Total USD, this page'],
  ])('of %s with the next page %s: %s', (path, nextUrl, label) => {
    expect(labelTotals(totals, { path, nextUrl })).toEqual([{ label, currency: 'USD', sums: { gain: 1 } }]);
  });
});
