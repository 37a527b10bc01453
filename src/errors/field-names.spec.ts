import fc from 'fast-check';
import {
  computeEditDistance,
  findNearestName,
  formatSuggestion,
  findSuggestion,
  formatUnknownName,
} from './field-names.js';

describe('findSuggestion', () => {
  it.each([
    ['quantiy', 'quantity'],
    ['QUANTITY', 'quantity'],
    ['acct', null],
    ['acctid', 'acct_id'],
    ['x'.repeat(1_000_000), null],
    ['', null],
  ])('suggests for %.20s: %s', (word, suggestion) => {
    expect(findSuggestion(word, ['quantity', 'acct_id', 'side'])).toBe(suggestion);
  });

  it('returns nothing for values that are no text', () => {
    expect([formatSuggestion(7, ['7']), formatSuggestion(null, ['null']), formatSuggestion(undefined, [])]).toEqual([
      '',
      '',
      '',
    ]);
  });

  it('lists at most forty names', () => {
    const known = Array.from({ length: 50 }, (_, n) => `field_number_${n}`);

    expect(formatUnknownName('color', known)).toBe(
      `color is not known here. Known: ${known.slice(0, 40).join(', ')} and 10 more`,
    );
    expect(formatUnknownName('color', [])).toBe('color is not known here; nothing is taken here');
  });
});

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
