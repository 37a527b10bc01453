import { collectIds } from './page-context.hook.js';

const collectSorted = (views: readonly unknown[], queries: readonly unknown[] = []) =>
  Object.fromEntries([...collectIds(views, queries)].map(([field, ids]) => [field, [...ids].sort((a, b) => a - b)]));

describe('collectIds', () => {
  it('finds each id once at any depth', () => {
    expect(
      collectSorted([
        [{ instrument_id: 5, acct_id: 7, action: { order: { instrument_id: 6 } } }, { instrument_id: 5 }],
        { acct_id: '8' },
      ]),
    ).toEqual({ instrument_id: [5, 6], acct_id: [7, 8] });
  });

  it('finds public ids of the query, and no accounts', () => {
    expect(
      collectSorted(
        [{ acct_id: 7 }],
        [
          { acct_id: ['8', '7'], instrument_ids: '9' },
          { acct_id: '10', product_id: '3' },
        ],
      ),
    ).toEqual({ instrument_id: [9], product_id: [3], acct_id: [7] });
  });

  it('skips values that are no ids', () => {
    expect(
      collectSorted([
        { instrument_id: 'x', acct_id: null, product_id: -1 },
        null,
        undefined,
        'text',
        [new Date(0)],
        false,
      ]),
    ).toEqual({});
  });
});
