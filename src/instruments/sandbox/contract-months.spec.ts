import { SessionCalendar } from '../calendar/session-calendar.js';
import { listNextContracts } from './contract-months.js';
import { sandboxMarket } from './sandbox-market.js';

/** What a product of the sandbox would list at a moment. */
function listContracts(symbol: string, now: string): string[] {
  for (const { terms, holidays, isBusinessDay, products } of sandboxMarket) {
    const product = products.find(({ terms: each }) => each.symbol === symbol);
    if (!product?.series) continue;
    const year = Number(now.slice(0, 4));
    const overrides = [year - 1, year, year + 1].flatMap((each) => holidays(each));
    const calendar = new SessionCalendar({
      timezone: terms.timezone,
      startTimes: terms.sessionStartTimes,
      endTimes: terms.sessionEndTimes,
      overrides,
    });
    return listNextContracts({ ...product.series, symbol, isBusinessDay }, calendar, Date.parse(now)).map(
      (contract) => `${contract.symbol} ${contract.expiration}`,
    );
  }
  return [];
}

/** Expirations as the exchanges have published or their rules give them. */
describe('contract months', () => {
  it.each([
    ['ES', ['ESZ26 2026-12-18', 'ESH27 2027-03-19', 'ESM27 2027-06-17', 'ESU27 2027-09-17']],
    [
      'CL',
      [
        'CLZ26 2026-11-20',
        'CLF27 2026-12-21',
        'CLG27 2027-01-20',
        'CLH27 2027-02-22',
        'CLJ27 2027-03-22',
        'CLK27 2027-04-20',
      ],
    ],
    [
      'NG',
      [
        'NGZ26 2026-11-25',
        'NGF27 2026-12-29',
        'NGG27 2027-01-27',
        'NGH27 2027-02-24',
        'NGJ27 2027-03-29',
        'NGK27 2027-04-28',
      ],
    ],
    ['GC', ['GCZ26 2026-12-29', 'GCG27 2027-02-24', 'GCJ27 2027-04-28', 'GCM27 2027-06-28']],
    ['ZN', ['ZNZ26 2026-12-21', 'ZNH27 2027-03-19', 'ZNM27 2027-06-21']],
    ['6E', ['6EZ26 2026-12-14', '6EH27 2027-03-15', '6EM27 2027-06-14', '6EU27 2027-09-13']],
    ['FDAX', ['FDAXZ26 2026-12-18', 'FDAXH27 2027-03-19', 'FDAXM27 2027-06-18']],
    ['FGBL', ['FGBLZ26 2026-12-08', 'FGBLH27 2027-03-08', 'FGBLM27 2027-06-08']],
  ])('of %s on 20 November 2026', (symbol, contracts) => {
    expect(listContracts(symbol, '2026-11-20T19:00:00Z')).toEqual(contracts);
  });

  it('start with the contract that expires today, until its last session closes', () => {
    expect(listContracts('ES', '2026-12-18T21:59:59.999Z')[0]).toBe('ESZ26 2026-12-18');
    expect(listContracts('ES', '2026-12-18T22:00:00Z')).toEqual([
      'ESH27 2027-03-19',
      'ESM27 2027-06-17',
      'ESU27 2027-09-17',
      'ESZ27 2027-12-17',
    ]);
  });

  it('have the product’s number of contracts on every day of ten years, in ascending order', () => {
    for (let day = Date.parse('2024-01-01'); day < Date.parse('2034-01-01'); day += 9 * 86_400_000) {
      const dates = listContracts('CL', new Date(day).toISOString()).map((contract) => contract.slice(6));
      expect(dates).toHaveLength(6);
      expect(dates.every((date, index) => index === 0 || date > (dates[index - 1] ?? ''))).toBe(true);
    }
  });
});
