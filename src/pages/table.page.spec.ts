import { createExactNumber } from '../money/exact-number.js';
import { html } from './html.js';
import { toShownAverage } from './number-format.js';
import { renderTable } from './table.page.js';

describe('renderTable', () => {
  it('aligns figures at the decimal point and keeps the digits of prices', () => {
    const rows = ['6712.25', '100.5', '3'].map((digits) => ({ of: createExactNumber(digits) }));
    const cells = (column: Parameters<typeof renderTable<(typeof rows)[number]>>[2][number]) =>
      [...String(renderTable('Prices', rows, [column])).matchAll(/<td.*?<\/td>/g)].map(([cell]) => cell);

    expect(cells({ title: 'Tick', figure: ({ of }) => of })).toEqual([
      '<td class="n">6712.25</td>',
      '<td class="n short-1">100.5</td>',
      '<td class="n short-2 whole">3</td>',
    ]);
    expect(cells({ title: 'Price', price: ({ of }) => of })).toEqual([
      '<td class="n">6712.25</td>',
      '<td class="n">100.5</td>',
      '<td class="n">3</td>',
    ]);
  });

  it('has the exact value of a shortened average as its title', () => {
    const rows = ['6710.623333', '6710.5'].map((digits) => ({ of: createExactNumber(digits) }));
    const table = String(
      renderTable('Averages', rows, [
        { title: 'Average', price: ({ of }) => toShownAverage(of, 2), exact: ({ of }) => of },
      ]),
    );

    expect([...table.matchAll(/<td.*?<\/td>/g)].map(([cell]) => cell)).toEqual([
      '<td class="n" title="6710.623333">6710.6233</td>',
      '<td class="n">6710.50</td>',
    ]);
  });

  it('rounds computed amounts to the currency of their row, with the exact figure as title, and keeps the digits of typed ones', () => {
    const rows = [
      { currency: 'USD', of: createExactNumber('1081.745') },
      { currency: 'JPY', of: createExactNumber('1500') },
    ];
    const readCells = (isExact: boolean): string[] =>
      [
        ...String(
          renderTable('Amounts', rows, [{ title: 'Cash', key: 'cash', money: ({ of }) => of, isExact }], {
            totals: [{ label: 'Total JPY', currency: 'JPY', sums: { cash: createExactNumber('1500.5') } }],
          }),
        ).matchAll(/<td class="n.*?<\/td>/g),
      ].map(([cell]) => cell.replace(' data-field="cash"', ''));

    expect(readCells(false).slice(0, 2)).toEqual([
      '<td class="n" title="1081.745">1,081.74</td>',
      '<td class="n short-2 whole">1,500</td>',
    ]);
    expect(readCells(true).slice(0, 2)).toEqual([
      '<td class="n">1,081.745</td>',
      '<td class="n short-3 whole">1,500</td>',
    ]);
  });

  it('shows every digit of a column whose rounded amounts would not add up to its totals', () => {
    const readAmounts = (...amounts: string[]): string[] => {
      const rows = amounts.slice(1).map((digits) => ({ currency: 'USD', of: createExactNumber(digits) }));
      const sums = { gain: createExactNumber(amounts[0] ?? '') };
      const table = renderTable(
        'Gains',
        rows,
        [
          { title: 'Account', cell: () => html`1` },
          { title: 'Gain', key: 'gain', gain: ({ of }) => of },
        ],
        { totals: [{ label: 'Total USD', currency: 'USD', sums }] },
      );
      return [...String(table).matchAll(/<td class="n[^>]*>([^<]*)/g)].map(([, amount = '']) => amount);
    };

    expect(readAmounts('1246.75', '1000.375', '246.375')).toEqual(['+1,000.375', '+246.375', '+1,246.75']);
    expect(readAmounts('1246.875', '1000.375', '246.5')).toEqual(['+1,000.38', '+246.50', '+1,246.88']);
    expect(readAmounts('5000', '1000.375', '246.375')).toEqual(['+1,000.38', '+246.38', '+5,000.00']);
  });
});
