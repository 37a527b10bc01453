import { suggestSymbol } from './symbol-suggestions.js';

const SYMBOLS = ['ESZ26', 'NQZ26', 'CLF27', 'ESH27', 'FDAX'];

describe('suggestSymbol', () => {
  it.each([
    ['ESX26', 'ESZ26'],
    ['esz26', 'ESZ26'],
    ['ES Z26', 'ESZ26'],
    ['ESZ6', 'ESZ26'],
    ['SEZ26', 'ESZ26'],
    ['ESZ2026', 'ESZ26'],
    ['ESU28', 'ESZ26'],
    ['CLM9', 'CLF27'],
    ['FDXA', 'FDAX'],
    ['NOWHERE', null],
    ['GCZ30', null],
    ['Z'.repeat(500), null],
  ])('%s: %s', (word, symbol) => {
    expect(suggestSymbol(word, SYMBOLS)).toBe(symbol);
  });
});
