import fc from 'fast-check';
import { cursorAfter, idBehind, linkToNext, pairBehind, sliceOf } from './paging.js';

describe('a cursor', () => {
  it('leads back to its id, and does not show it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        (id) => idBehind(cursorAfter(id)) === id && /^[A-Za-z0-9_-]+$/.test(cursorAfter(id)),
      ),
    );
    expect(cursorAfter(1234)).not.toContain('1234');
  });

  it.each([
    '',
    '7',
    'MQ',
    `${cursorAfter(7)}=`,
    cursorAfter(-1),
    cursorAfter(0),
    cursorAfter(2 ** 53),
    cursorAfter(1.5),
  ])('is not %j', (text) => {
    expect(idBehind(text)).toBeNull();
  });
});

describe('a cursor behind two numbers', () => {
  const cursorOf = (pair: readonly [number, number]): string =>
    new URL(/<([^>]+)>/.exec(linkToNext('/positions', pair))?.[1] ?? '', 'http://here').searchParams.get('cursor') ??
    '';

  it('leads back to both, and is not a cursor behind one', () => {
    const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(
        id,
        id,
        (one, other) =>
          JSON.stringify(pairBehind(cursorOf([one, other]))) === JSON.stringify([one, other]) &&
          idBehind(cursorOf([one, other])) === null,
      ),
    );
    expect([pairBehind(cursorAfter(7)), pairBehind(''), pairBehind(cursorOf([0, 1]))]).toEqual([null, null, null]);
  });
});

describe('a page', () => {
  const rows = [{ id: 3 }, { id: 5 }, { id: 9 }];

  it('names the last of its rows where the list goes on', () => {
    expect(sliceOf(rows, 2)).toEqual({ rows: [{ id: 3 }, { id: 5 }], next: 5 });
  });

  it('is the last when there is not one row too many', () => {
    expect(sliceOf(rows, 3)).toEqual({ rows, next: null });
    expect(sliceOf([], 3)).toEqual({ rows: [], next: null });
  });

  it('asks the same question for the next', () => {
    expect(linkToNext('/audit?action=key.created&per_page=2&cursor=old', 5)).toBe(
      `</audit?action=key.created&per_page=2&cursor=${cursorAfter(5)}>; rel="next"`,
    );
  });
});
