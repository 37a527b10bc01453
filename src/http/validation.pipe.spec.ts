import { parseQuery } from './query.hook.js';
import { QueryCache } from './validation.pipe.js';

/** Reads what it is asked, and counts how often. */
function createCountingParser() {
  const calls = { times: 0 };
  const parse = (question: unknown): object => {
    calls.times++;
    return { question };
  };
  return { counted: calls, reading: parse };
}

describe('QueryCache', () => {
  it('parses queries of the same text once and freezes query and result', () => {
    const cache = new QueryCache();
    const { counted: calls, reading: parse } = createCountingParser();

    const query = parseQuery('ids=1&ids=2');
    const first = cache.getOrParse(query, parse);

    expect(parseQuery('ids=1&ids=2')).toBe(query);
    expect(cache.getOrParse(parseQuery('ids=1&ids=2'), parse)).toBe(first);
    expect(cache.getOrParse(parseQuery('ids=2'), parse)).toEqual({ question: { ids: '2' } });
    expect(calls.times).toBe(2);
    expect(() => Object.assign(first, { more: 1 })).toThrow(TypeError);
    expect(() => Object.assign(query, { more: 1 })).toThrow(TypeError);
    expect(Object.isFrozen((first as { question: object }).question)).toBe(true);
    expect(Object.isFrozen(query['ids'])).toBe(true);
  });

  it('distinguishes a value from a list of one, and orders', () => {
    const cache = new QueryCache();
    const { reading: parse } = createCountingParser();

    const parsed = ['a=1', 'a=1&a=1', 'a=1&b=2', 'b=2&a=1'].map((text) => cache.getOrParse(parseQuery(text), parse));

    expect(new Set(parsed).size).toBe(4);
  });

  it('parses anew what is not the query of a text, as the search of a page', () => {
    const cache = new QueryCache();
    const { counted: calls, reading: parse } = createCountingParser();

    for (let n = 0; n < 2; n++) cache.getOrParse({ ...parseQuery('copied=1') }, parse);
    expect(calls.times).toBe(2);
  });

  it('evicts the oldest entries and stores no long queries', () => {
    const cache = new QueryCache();
    const { counted: calls, reading: parse } = createCountingParser();

    for (let n = 0; n < 1_001; n++) cache.getOrParse(parseQuery(`n=${n}`), parse);
    cache.getOrParse(parseQuery('n=1'), parse);
    expect(calls.times).toBe(1_001);
    cache.getOrParse(parseQuery('n=0'), parse);
    expect(calls.times).toBe(1_002);

    const longText = `text=${'x'.repeat(5_000)}`;
    cache.getOrParse(parseQuery(longText), parse);
    cache.getOrParse(parseQuery(longText), parse);
    expect(calls.times).toBe(1_004);
  });

  it('stores no rejected queries', () => {
    const cache = new QueryCache();
    const reject = (): never => {
      throw new Error('no');
    };

    expect(() => cache.getOrParse(parseQuery('rejected=1'), reject)).toThrow('no');
    expect(() => cache.getOrParse(parseQuery('rejected=1'), reject)).toThrow('no');
    expect(Object.isFrozen(parseQuery('rejected=1'))).toBe(false);
  });
});
