import { parseTypedRows } from './typed-table.js';

const row = (instrument: string, quantity = '1', price = '2') => ({ instrument, quantity, price });

describe('parseTypedRows', () => {
  it('returns rows in numeric order and ignores empty rows and other fields', () => {
    expect(
      parseTypedRows({
        10: row('C'),
        2: row(' B '),
        0: row('A'),
        3: row('', ' ', ''),
        x: row('X'),
        4: 'text',
        5: null,
      }),
    ).toEqual([row('A'), row('B'), row('C')]);
  });

  it('fills missing cells with empty text', () => {
    expect(parseTypedRows({ 0: { quantity: '1' }, 1: {} })).toEqual([row('', '1', '')]);
  });
});
