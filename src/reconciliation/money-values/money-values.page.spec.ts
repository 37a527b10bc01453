import { createExactNumber } from '../../money/exact-number.js';
import { renderCurve } from './money-values.page.js';

const value = (asOf: string, net: string, version = 1) => ({
  acct_id: 7,
  as_of: asOf,
  version,
  cash_balance: createExactNumber('100'),
  net_liq: createExactNumber(net),
  posted_at: '2026-02-01T06:00:00.000Z',
  posted_by: null,
});
const drawn = (...values: ReturnType<typeof value>[]): string => String(renderCurve(values));
const lineOf = (markup: string): string => /<polyline class="line" points="([^"]*)"/.exec(markup)?.[1] ?? '';

describe('renderCurve', () => {
  it('returns null for fewer than two dates', () => {
    expect([
      renderCurve([]),
      renderCurve([value('2026-01-01', '1')]),
      renderCurve([value('2026-01-01', '1'), value('2026-01-01', '2', 2)]),
    ]).toEqual([null, null, null]);
  });

  it('draws dates from left to right and values from bottom to top', () => {
    expect(lineOf(drawn(value('2026-01-03', '200'), value('2026-01-01', '100'), value('2026-01-02', '150')))).toBe(
      '4,224 500,123 996,22',
    );
  });

  it('draws the latest version of each date', () => {
    expect(drawn(value('2026-01-01', '100'), value('2026-01-02', '999'), value('2026-01-02', '200', 2))).toContain(
      'data-curve="[[&quot;2026-01-01&quot;,100,100],[&quot;2026-01-02&quot;,200,100]]"',
    );
  });

  it('draws unchanged values as a flat line and describes the range in the title', () => {
    const markup = drawn(value('2026-01-01', '100'), value('2026-01-02', '100'));

    expect(lineOf(markup)).toBe('4,135 996,135');
    expect(markup).toContain('from 100.00 on 2026-01-01 to 100.00 on 2026-01-02; least 100.00, most 100.00');
  });
});
