import { createExactNumber } from '../money/exact-number.js';
import { toInstrumentPrice, toTickPrice, formatPrice, toInstrumentFormat } from './price-format.js';

describe('formatPrice', () => {
  it.each([
    ['6712', 2, '6712.00'],
    ['6712.5', 2, '6712.50'],
    ['6712', 0, '6712'],
    ['-0.5', 2, '-0.50'],
    ['1.23456', 2, '1.23456'],
    [null, 2, ''],
  ])('%s with %i decimals is %s', (digits, decimals, text) => {
    expect(formatPrice(digits, decimals)).toBe(text);
  });

  it('pads to the instrument’s tick, and keeps the digits of unknown instruments', () => {
    const getName = (field: string, id: number): string =>
      field === 'instrument_tick' && id === 5 ? '0.25' : field === 'instrument_id' && id === 5 ? 'ESZ6' : String(id);

    expect([toInstrumentFormat({ getName }, 5), toInstrumentFormat({ getName }, 12)]).toEqual([
      { symbol: 'ESZ6', decimals: 2 },
      { symbol: '12', decimals: 0 },
    ]);
    expect(
      [6712.5, createExactNumber('6712.375'), 6712, null].map(
        (price) => toInstrumentPrice({ getName }, 5, price)?.rawJSON ?? null,
      ),
    ).toEqual(['6712.50', '6712.375', '6712.00', null]);
    expect(toInstrumentPrice({ getName }, 12, 6712.5)?.rawJSON).toBe('6712.5');
    expect([6712.5, null].map((price) => toTickPrice(createExactNumber('0.25'), price)?.rawJSON ?? null)).toEqual([
      '6712.50',
      null,
    ]);
  });
});
