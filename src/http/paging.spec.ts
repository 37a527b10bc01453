import 'reflect-metadata';
import { validateSync } from 'class-validator';
import fc from 'fast-check';
import { PagingQuery, PairPagingQuery } from './paging.dto.js';
import { formatCursor, parseCursor, formatNextLink, parsePairCursor, toListRange, toPage } from './paging.js';

describe('cursor', () => {
  it('returns its id and does not reveal it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        (id) => parseCursor(formatCursor(id)) === id && /^[A-Za-z0-9_-]+$/.test(formatCursor(id)),
      ),
    );
    expect(formatCursor(1234)).not.toContain('1234');
  });

  it.each([
    '',
    '7',
    'MQ',
    `${formatCursor(7)}=`,
    formatCursor(-1),
    formatCursor(0),
    formatCursor(2 ** 53),
    formatCursor(1.5),
  ])('is not %j', (text) => {
    expect(parseCursor(text)).toBeNull();
  });
});

describe('pair cursor', () => {
  const readCursor = (pair: readonly [number, number]): string =>
    new URL(/<([^>]+)>/.exec(formatNextLink('/positions', pair))?.[1] ?? '', 'http://here').searchParams.get(
      'cursor',
    ) ?? '';

  it('is a cursor of a list that is sorted by two numbers, and of no other', () => {
    const findFaults = (query: PagingQuery | PairPagingQuery) =>
      validateSync(Object.assign(query, { cursor: readCursor([7, 42]) })).map(({ property }) => property);
    expect([findFaults(new PairPagingQuery()), findFaults(new PagingQuery())]).toEqual([[], ['cursor']]);
  });

  it('returns both numbers, and is no single cursor', () => {
    const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(
        id,
        id,
        (one, other) =>
          JSON.stringify(parsePairCursor(readCursor([one, other]))) === JSON.stringify([one, other]) &&
          parseCursor(readCursor([one, other])) === null,
      ),
    );
    expect([parsePairCursor(formatCursor(7)), parsePairCursor(''), parsePairCursor(readCursor([0, 1]))]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('toPage', () => {
  const rows = [{ id: 3 }, { id: 5 }, { id: 9 }];

  const cutPage = (fetched: typeof rows, size: number) => {
    const headers: string[] = [];
    const reply = { request: { url: '/list' }, header: (...header: string[]) => headers.push(...header) };
    return { page: toPage(fetched, { per_page: size }, { reply, getId: ({ id }) => id }), headers };
  };

  it('links the page behind its last row when there are more', () => {
    expect(cutPage(rows, 2)).toEqual({
      page: [{ id: 3 }, { id: 5 }],
      headers: ['link', `</list?cursor=${formatCursor(5)}>; rel="next"`],
    });
  });

  it('is the last page without an extra row', () => {
    expect(cutPage(rows, 3)).toEqual({ page: rows, headers: [] });
    expect(cutPage([], 3)).toEqual({ page: [], headers: [] });
  });

  it('is fetched with an extra row, behind the cursor', () => {
    expect(toListRange({ per_page: 2 })).toEqual({ size: 3, after: null });
    expect(toListRange({ per_page: 2, cursor: formatCursor(5) })).toEqual({ size: 3, after: 5 });
  });

  it('repeats the query for the next page', () => {
    expect(formatNextLink('/audit?action=key.created&per_page=2&cursor=old', 5)).toBe(
      `</audit?action=key.created&per_page=2&cursor=${formatCursor(5)}>; rel="next"`,
    );
  });
});
