import { createExactNumber } from '../money/exact-number.js';
import { renderGain, formatExactGain, formatExactMoney, renderMoney, formatMoney } from './money.page.js';

describe('renderMoney and renderGain', () => {
  it.each([
    ['0', '0.00', '0.00'],
    ['-0.5', '-0.50', '-0.50'],
    ['12', '12.00', '+12.00'],
    ['999.125', '999.125', '+999.125'],
    ['1000000', '1,000,000.00', '+1,000,000.00'],
    ['-1234567.8901', '-1,234,567.8901', '-1,234,567.8901'],
    ['123456789012345.6789', '123,456,789,012,345.6789', '+123,456,789,012,345.6789'],
    ['0.0001', '0.0001', '+0.0001'],
  ])('%s is %s, and %s where it was won', (digits, plain, gainExpected) => {
    expect([formatExactMoney(digits), formatExactGain(digits)]).toEqual([plain, gainExpected]);
  });

  it.each([
    ['1000001081.745', 'USD', '1,000,001,081.74'],
    ['1000001081.7451', 'USD', '1,000,001,081.75'],
    ['-0.005', 'EUR', '0.00'],
    ['999.999', undefined, '1,000.00'],
    ['12', 'JPY', '12'],
    ['1234.5', 'JPY', '1,234'],
    ['1234.5', 'KWD', '1,234.500'],
    ['0.1234567', 'KWD', '0.123'],
  ])('%s in %s is rounded to %s', (digits, currency, text) => {
    expect(formatMoney(digits, currency)).toBe(text);
  });

  it('have the exact figure as their title where it has more decimals', () => {
    expect([
      String(renderMoney(createExactNumber('1081.745'), 'USD')),
      String(renderGain(createExactNumber('0.001'), 'USD')),
      String(renderGain(createExactNumber('1500'), 'JPY')),
    ]).toEqual([
      '<span class="figure" title="1081.745">1,081.74</span>',
      '<span class="figure" title="0.001">0.00</span>',
      '<span class="figure pos">+1,500</span>',
    ]);
  });

  it('differ by more than color, and show a missing value', () => {
    expect([
      String(renderMoney(createExactNumber('-1.50'))),
      String(renderGain(createExactNumber('1.5'))),
      String(renderGain(0)),
      String(renderMoney(null)),
    ]).toEqual([
      '<span class="figure neg">-1.50</span>',
      '<span class="figure pos">+1.50</span>',
      '<span class="figure">0.00</span>',
      '<span class="none"><span aria-hidden="true">–</span><span class="hidden">none</span></span>',
    ]);
  });
});
