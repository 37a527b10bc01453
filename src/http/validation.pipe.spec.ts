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
  it('parses equal queries once and freezes the result', () => {
    const cache = new QueryCache();
    const { counted: calls, reading: parse } = createCountingParser();

    const first = cache.getOrParse({ ids: ['1'] }, parse);

    expect(cache.getOrParse({ ids: ['1'] }, parse)).toBe(first);
    expect(cache.getOrParse({ ids: ['2'] }, parse)).toEqual({ question: { ids: ['2'] } });
    expect(calls.times).toBe(2);
    expect(() => Object.assign(first, { more: 1 })).toThrow(TypeError);
    expect(Object.isFrozen((first as { question: object }).question)).toBe(true);
  });

  it('distinguishes a value from a list of one, and orders', () => {
    const cache = new QueryCache();
    const { reading: parse } = createCountingParser();

    const parsed = [{ a: '1' }, { a: ['1'] }, { a: '1', b: '2' }, { b: '2', a: '1' }].map((question) =>
      cache.getOrParse(question, parse),
    );

    expect(new Set(parsed).size).toBe(4);
  });

  it('evicts the oldest entries and stores no long queries', () => {
    const cache = new QueryCache();
    const { counted: calls, reading: parse } = createCountingParser();

    for (let n = 0; n < 1_001; n++) cache.getOrParse({ n }, parse);
    cache.getOrParse({ n: 1 }, parse);
    expect(calls.times).toBe(1_001);
    cache.getOrParse({ n: 0 }, parse);
    expect(calls.times).toBe(1_002);

    const longQuery = { text: 'x'.repeat(5_000) };
    cache.getOrParse(longQuery, parse);
    cache.getOrParse(longQuery, parse);
    expect(calls.times).toBe(1_004);
  });

  it('stores no rejected queries', () => {
    const cache = new QueryCache();
    const reject = (): never => {
      throw new Error('no');
    };

    expect(() => cache.getOrParse({ n: 1 }, reject)).toThrow('no');
    expect(() => cache.getOrParse({ n: 1 }, reject)).toThrow('no');
  });
});
