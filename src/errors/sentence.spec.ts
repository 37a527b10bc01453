import { capitalizeFirst, toSentence } from './sentence.js';

describe('capitalizeFirst', () => {
  it.each([
    ['open', 'Open'],
    ['Open', 'Open'],
    ['7 lots', '7 lots'],
    ['', ''],
  ])('changes %j to %j', (text, expected) => {
    expect(capitalizeFirst(text)).toBe(expected);
  });
});

describe('toSentence', () => {
  it('adds a full stop', () => {
    expect(toSentence('reason is missing')).toBe('Reason is missing.');
  });

  it('adds no second full stop', () => {
    expect(toSentence('there is no such symbol. Known: ESZ6.')).toBe('There is no such symbol. Known: ESZ6.');
  });
});
