import fc from 'fast-check';
import { BoundedMap } from '../access/bounded-map.js';
import { RecentNumbers } from './recent-numbers.js';

describe('RecentNumbers', () => {
  it('has what a bounded map has', () => {
    const keys = ['', 'a', 'b', 'c', 'd', 'e'];
    const step = fc.record({ key: fc.constantFrom(...keys), value: fc.double() });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 60 }), (sizeMax, steps) => {
        const numbers = new RecentNumbers(sizeMax);
        const map = new BoundedMap<string, number>(sizeMax);
        for (const { key, value } of steps) {
          numbers.set(key, value);
          map.set(key, value);
          expect(numbers.size).toBe(map.size);
          expect(keys.map((one) => numbers.get(one))).toEqual(keys.map((one) => map.get(one)));
        }
      }),
    );
  });
});
