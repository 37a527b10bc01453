import { createExactNumber } from './exact-number.js';

describe('exact number', () => {
  it.each(['0', '12.50', '-0.000000001', '123456789012345678901234567890.123456789'])(
    '%s is written unchanged',
    (digits) => {
      expect(JSON.stringify({ price: createExactNumber(digits) })).toBe(`{"price":${digits}}`);
    },
  );

  it.each(['', '1e3', '01', '1.', '.5', '+1', 'NaN', '"1"', '{}'])('%j is rejected', (digits) => {
    expect(() => createExactNumber(digits)).toThrow(TypeError);
  });
});
