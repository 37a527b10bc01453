import { createExactNumber } from '../money/exact-number.js';
import { renderGain, formatGain, renderMoney, formatMoney } from './money.page.js';

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
    expect([formatMoney(digits), formatGain(digits)]).toEqual([plain, gainExpected]);
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
