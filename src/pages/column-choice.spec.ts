import { applyColumnChoice, formatHiddenColumns, parseHiddenColumns, toColumnSlug } from './column-choice.js';

const choose = (cookie: string | null, table: string, offered: string[], shown: string[]): string | null =>
  formatHiddenColumns(applyColumnChoice(parseHiddenColumns(cookie), { table, offered, shown }));

describe('the choice of columns', () => {
  it('names columns by their titles', () => {
    expect(['Unrealized P&L', 'Avg. price', 'Id'].map(toColumnSlug)).toEqual(['unrealized-p-l', 'avg-price', 'id']);
  });

  it('stores the hidden columns of each table', () => {
    const cookie = choose(null, 'positions', ['mark', 'trades'], ['mark']);
    expect(cookie).toBe('positions.trades');
    expect(choose(cookie, 'fills', ['order', 'book'], [])).toBe('positions.trades~fills.order.book');
  });

  it('is null where every column is shown', () => {
    expect(choose('positions.trades', 'positions', ['mark', 'trades'], ['mark', 'trades'])).toBeNull();
  });

  it('keeps hidden columns that a page did not offer', () => {
    expect(choose('orders.limit', 'orders', ['type'], [])).toBe('orders.limit.type');
  });

  it.each([null, '', 'positions', '~~', 'Positions.<b>', '../..'])('hides nothing for the cookie %j', (cookie) => {
    expect(parseHiddenColumns(cookie).size).toBe(0);
  });

  it('forgets the oldest choices of a browser with too many', () => {
    const columns = Array.from({ length: 30 }, (_, index) => `a-rather-long-name-of-a-column-${index}`);
    const first = choose(null, 'one', columns, []);
    expect(choose(first, 'other', columns, [])).toMatch(/^other\.[^~]*$/);
  });
});
