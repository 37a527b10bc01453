import { idsIn } from './named-ids.js';

const listed = (...values: unknown[]) => Object.fromEntries([...idsIn(...values)].map(([field, ids]) => [field, [...ids]]));

describe('idsIn', () => {
  it('finds ids in views, queries and forms, each once', () => {
    expect(listed([{ instrument_id: 5, acct_id: 7, action: { order: { instrument_id: 6 } } }, { instrument_id: 5 }], { acct_id: ['8', '7'], instrument_ids: '9' }, { product_id: '3' })).toEqual({
      instrument_id: [5, 6, 9],
      acct_id: [7, 8],
      product_id: [3],
    });
  });

  it('passes over what is no id', () => {
    expect(listed({ instrument_id: 'x', acct_id: null, product_id: -1 }, null, undefined, 'text', [new Date(0)])).toEqual({});
  });
});
