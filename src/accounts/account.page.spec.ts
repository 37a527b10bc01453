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

  it('has every digit where rounded figures would not add up', () => {
    const [netLiq, cash, open, zero] = ['1000843.125', '999596.25', '1246.875', '0'].map(createExactNumber);
    const power = createExactNumber('1000843.125');
    const values = { id: 1, currency: 'USD', net_liq: netLiq, cash_balance: cash, unrealised_pnl: open };
    const page = String(
      renderAccountValues({
        ...values,
        ...{ realised_pnl: zero, baseline: null, margin_used: zero, buying_power: power },
      } as never),
    );

    expect(
      [...page.matchAll(/data-field="\w+"><span class="figure[^>]*>([^<]*)/g)].map(([, figure]) => figure),
    ).toEqual([
      ...['1,000,843.125', '999,596.25', '+1,246.875', '+1,246.875', '0.00'],
      ...['0.00', '1,000,843.125', '1,000,843.125'],
    ]);
  });

  it('has every digit where what is left of the margin needs it', () => {
    const [netLiq, zero, used, power] = ['1000', '0', '1.01', '10.125'].map(createExactNumber);
    const values = { id: 1, currency: 'USD', net_liq: netLiq, cash_balance: netLiq, unrealised_pnl: zero };
    const page = String(
      renderAccountValues({
        ...values,
        ...{ realised_pnl: zero, baseline: null, margin_used: used, buying_power: power },
      } as never),
    );

    expect(/data-field="buying_power"><span class="figure">([^<]*)/.exec(page)?.[1]).toBe('10.125');
    expect(/data-field="margin_available"><span class="figure">([^<]*)/.exec(page)?.[1]).toBe('9.115');
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
