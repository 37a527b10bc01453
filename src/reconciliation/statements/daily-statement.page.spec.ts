import { createExactNumber } from '../../money/exact-number.js';
import { dailyStatementPage } from './daily-statement.page.js';

const context = { path: '/accounts/7/statement', getName: () => 'ESZ26', isAdministrator: false, nextUrl: null };

/** The rows of two instruments whose halves of a cent are lost when they are rounded. */
function renderStatement(): string {
  const [net, half, sum, zero] = ['1000.005', '0.005', '0.01', '0'].map(createExactNumber);
  const row = { mark_price: null, previous_price: null, list_price: null, list_change: null, reference_quantity: null };
  const position = [1, 2].map((id) => ({
    ...row,
    ...{ instrument_id: id, symbol: 'ESZ26', session_date: '2026-01-30', quantity: 1, change: 1 },
    ...{ day_pnl: half, day_realised_pnl: zero, mark_source: null, mark_date: null },
  }));
  const statement = {
    ...{ acct_id: 7, as_of: '2026-01-30', currency: 'USD', final: true, session_closes: null, baseline: null },
    ...{ net_liq: net, cash_balance: net, day_pnl: sum, day_realised_pnl: zero, later_list: null },
    ...{ total: { day_pnl: sum, day_realised_pnl: zero }, day_before: null, day_after: null, position },
  };
  return String(dailyStatementPage(statement as never, context as never).body);
}

describe('dailyStatementPage', () => {
  it('has every digit in the values above where the amounts of the positions have them', () => {
    const amounts = renderStatement().match(/[+]?[\d,]+[.]0\d*(?=<)/g);

    expect(amounts).toEqual([
      ...['1,000.005', '1,000.005', '+0.01', '0.00'],
      ...['+0.005', '0.00', '+0.005', '0.00', '+0.01', '0.00'],
    ]);
  });
});
