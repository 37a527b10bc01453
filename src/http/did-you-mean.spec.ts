import { didYouMean, suggestionFor, unknownName } from './did-you-mean.js';

describe('didYouMean', () => {
  it.each([
    ['quantiy', 'quantity'],
    ['QUANTITY', 'quantity'],
    ['acct', null],
    ['acctid', 'acct_id'],
    ['x'.repeat(1_000_000), null],
    ['', null],
  ])('suggests for %.20s: %s', (word, meant) => {
    expect(suggestionFor(word, ['quantity', 'acct_id', 'side'])).toBe(meant);
  });

  it('says nothing of what is no text', () => {
    expect([didYouMean(7, ['7']), didYouMean(null, ['null']), didYouMean(undefined, [])]).toEqual(['', '', '']);
  });

  it('lists at most forty names', () => {
    const known = Array.from({ length: 50 }, (_, n) => `field_number_${n}`);

    expect(unknownName('colour', known)).toBe(
      `colour is not known here. Known: ${known.slice(0, 40).join(', ')} and 10 more`,
    );
    expect(unknownName('colour', [])).toBe('colour is not known here; nothing is taken here');
  });
});
