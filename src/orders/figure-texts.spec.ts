import type { ProblemValues } from '../errors/domain-error.js';
import { formatRejectionFigures } from './figure-texts.js';

describe('formatRejectionFigures', () => {
  it.each<[ProblemValues, string]>([
    [
      { required: 92_500, available: 64_500, used: 55_500, buying_power: 120_000, currency: 'USD' },
      '92,500.00 USD needed, 64,500.00 available',
    ],
    [{ limit: 4, would_be: 5 }, 'would be 5, limit 4'],
    [{ limit: 1000, would_be: 1200.5, currency: 'EUR' }, 'loss 1,200.50 EUR, limit 1,000.00'],
    [{ tick: 0.25, nearest: [6600.25, 6600.5] }, 'tick 0.25, nearest 6600.25 or 6600.50'],
    [{ tick: 0.25 }, 'tick 0.25'],
    [{ low: 6365, high: 7035, reference: 6700 }, '6365.00 to 7035.00 allowed'],
    [{}, ''],
  ])('formats %j as “%s”', (figures, expected) => {
    expect(formatRejectionFigures(figures, 2)).toBe(expected);
  });
});
