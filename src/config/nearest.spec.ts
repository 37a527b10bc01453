import fc from 'fast-check';
import { distance, nearest } from './nearest.js';

describe('the nearest name', () => {
  it.each([
    ['sevre', 'serve'],
    ['migrat', 'migrate'],
    ['bakcup', 'backup'],
    ['zzz', null],
    ['', null],
  ])('"%s" was meant to be %s', (typed, meant) => {
    expect(nearest(typed, ['serve', 'migrate', 'backup', 'seed'])).toBe(meant);
  });

  it('is measured alike from both sides, and is nothing only for equal names', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (one, other) => {
        expect(distance(one, other)).toBe(distance(other, one));
        expect(distance(one, other) === 0).toBe(one === other);
      }),
    );
  });
});
