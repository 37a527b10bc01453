import { createExactNumber } from '../money/exact-number.js';
import { renderAccountValues } from './account.page.js';

describe('renderAccountValues', () => {
  it('subtracts values that have more decimals than money', () => {
    const [netLiq, cash, zero] = ['1000.123456', '-999.5', '0'].map(createExactNumber);
    const values = {
      ...{ id: 1, currency: 'USD', net_liq: netLiq, cash_balance: cash },
      baseline: null,
      buying_power: null,
    };
    const page = String(
      renderAccountValues({ ...values, unrealised_pnl: zero, realised_pnl: zero, margin_used: zero } as never),
    );

    expect(/data-field="positions_value">(.*?)<\/dd>/.exec(page)?.[1]).toBe(
      '<span class="figure pos" title="1999.623456">+1,999.62</span>',
    );
  });

  it('shows yen without decimals', () => {
    const amount = createExactNumber('1500000');
    const values = { id: 1, currency: 'JPY', net_liq: amount, cash_balance: amount, unrealised_pnl: amount };
    const page = renderAccountValues({
      ...values,
      realised_pnl: amount,
      baseline: null,
      margin_used: amount,
      buying_power: amount,
    } as never);

    expect(String(page)).not.toContain('.00<');
    expect(String(page)).toContain('1,500,000<');
  });
});
