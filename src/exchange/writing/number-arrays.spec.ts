import { findNumberType, getBytesMax, NumberArrays, type Numbers } from './number-arrays.js';

function encode(name: string, values: Numbers): string {
  const type = findNumberType(name);
  if (type === null) throw new Error(`There is no format for ${name}.`);
  return new NumberArrays(getBytesMax(type, values.length)).add(type, values).toString('hex');
}

/** The header of an array of so many elements. */
const header = (hasNulls: 0 | 1, oid: string, length: string): string =>
  `000000010000000${hasNulls}0000${oid}0000${length}00000001`;

describe('arrays of numbers', () => {
  it('have the bytes that PostgreSQL expects', () => {
    expect(encode('smallint', [-2])).toBe(`${header(0, '0015', '0001')}00000002fffe`);
    expect(encode('integer', [1, null])).toBe(`${header(1, '0017', '0002')}0000000400000001ffffffff`);
    expect(encode('bigint', [-1, 2 ** 40, 2n ** 62n])).toBe(
      `${header(0, '0014', '0003')}00000008ffffffffffffffff000000080000010000000000000000084000000000000000`,
    );
    expect(encode('timestamptz', [Date.UTC(1999, 11, 31), Date.UTC(2000, 0, 1) + 0.5])).toBe(
      `${header(0, '04a0', '0002')}00000008ffffffebe228a00000000008` + '00000000000001f4',
    );
    expect(encode('bigint', [])).toBe('000000000000000000000014');
  });

  it('stand one behind the other in one piece of memory', () => {
    const type = findNumberType('integer');
    if (type === null) throw new Error('There is no format for integers.');
    const arrays = new NumberArrays(2 * getBytesMax(type, 1));
    const [first, second] = [arrays.add(type, [1]), arrays.add(type, [2])];
    expect([first.readInt32BE(24), second.readInt32BE(24)]).toEqual([1, 2]);
    expect(second.byteOffset - first.byteOffset).toBe(first.length);
  });

  it.each([
    ['smallint', 2 ** 15],
    ['integer', 2 ** 31],
    ['integer', -(2 ** 31) - 1],
    ['integer', 1.5],
    ['integer', NaN],
    ['bigint', 2 ** 53],
    ['bigint', 0.1],
    ['bigint', 2n ** 63n],
  ])('do not cut a number that does not fit: %s %d', (name, value) => {
    expect(() => encode(name, [value])).toThrow(RangeError);
  });

  it('are of four types: others are written as text', () => {
    expect(['numeric', 'text', 'boolean', 'date', 'jsonb'].map(findNumberType)).toEqual([null, null, null, null, null]);
  });
});
