import { collectIds } from './named-ids.js';

const collectSorted = (views: readonly unknown[], queries: readonly unknown[] = []) =>
  Object.fromEntries([...collectIds(views, queries)].map(([field, ids]) => [field, [...ids].sort((a, b) => a - b)]));

describe('idsIn', () => {
  it('finds ids in what is shown, however deep, each once', () => {
    expect(
      collectSorted([
        [{ instrument_id: 5, acct_id: 7, action: { order: { instrument_id: 6 } } }, { instrument_id: 5 }],
        { acct_id: '8' },
      ]),
    ).toEqual({ instrument_id: [5, 6], acct_id: [7, 8] });
  });

  it('finds what is public in what was asked for, and no account', () => {
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

  it('passes over what is no id', () => {
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
