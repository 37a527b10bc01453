import { createExactNumber } from '../../http/exact-number.js';
import { curve } from './curve.page.js';

const value = (asOf: string, net: string, version = 1) => ({
  acct_id: 7,
  as_of: asOf,
  version,
  cash_balance: createExactNumber('100'),
  net_liq: createExactNumber(net),
  posted_at: '2026-02-01T06:00:00.000Z',
  posted_by: null,
});
const drawn = (...values: ReturnType<typeof value>[]): string => String(curve(values));
const lineOf = (markup: string): string => /<polyline class="line" points="([^"]*)"/.exec(markup)?.[1] ?? '';

describe('money over time as a line', () => {
  it('is not drawn of a single close', () => {
    expect([
      curve([]),
      curve([value('2026-01-01', '1')]),
      curve([value('2026-01-01', '1'), value('2026-01-01', '2', 2)]),
    ]).toEqual([null, null, null]);
  });

  it('goes from the first date to the last, the least at the bottom and the most at the top', () => {
    expect(lineOf(drawn(value('2026-01-03', '200'), value('2026-01-01', '100'), value('2026-01-02', '150')))).toBe(
      '4,224 500,123 996,22',
    );
  });

  it('draws of each date the version that counts', () => {
    expect(drawn(value('2026-01-01', '100'), value('2026-01-02', '999'), value('2026-01-02', '200', 2))).toContain(
      'data-curve="[[&quot;2026-01-01&quot;,100,100],[&quot;2026-01-02&quot;,200,100]]"',
    );
  });

  it('is flat where nothing has changed, and says in words what it shows', () => {
    const markup = drawn(value('2026-01-01', '100'), value('2026-01-02', '100'));

    expect(lineOf(markup)).toBe('4,135 996,135');
    expect(markup).toContain('from 100.00 on 2026-01-01 to 100.00 on 2026-01-02; least 100.00, most 100.00');
  });
});
