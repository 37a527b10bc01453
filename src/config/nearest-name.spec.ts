import fc from 'fast-check';
import { computeEditDistance, findNearestName } from './nearest-name.js';

describe('edit distance', () => {
  it.each([
    ['sevre', 'serve'],
    ['migrat', 'migrate'],
    ['bakcup', 'backup'],
    ['zzz', null],
    ['', null],
  ])('"%s" was meant to be %s', (typed, expected) => {
    expect(findNearestName(typed, ['serve', 'migrate', 'backup', 'seed'])).toBe(expected);
  });

  it('is symmetric, and zero for equal names only', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (one, other) => {
        expect(computeEditDistance(one, other)).toBe(computeEditDistance(other, one));
        expect(computeEditDistance(one, other) === 0).toBe(one === other);
      }),
    );
  });
});
