import { type SightRow, sightOf } from './sight.js';

describe('who is told of an account', () => {
  const seen = (...rows: readonly SightRow[]): number[] => {
    const { sees } = sightOf(42, rows);
    return [1, 2, 3, 4, 5, 6, 7, 8].filter((seq) => sees({ acctId: 7, seq, grant: null }));
  };
  const row = (kind: SightRow['kind'], seq: number): SightRow => ({ acctId: 7, kind, seq });

  it.each([
    ['an owner, of everything', [row('Owned', 0)], [1, 2, 3, 4, 5, 6, 7, 8]],
    ['nobody else, of nothing', [{ ...row('Owned', 0), acctId: 8 }], []],
    ['a grantee, from the grant on', [row('Given', 3), row('Held', 0)], [3, 4, 5, 6, 7, 8]],
    ['until it is taken', [row('Given', 3), row('Taken', 5)], [3, 4]],
    ['when it is given again', [row('Given', 3), row('Taken', 5), row('Given', 7), row('Held', 0)], [3, 4, 7, 8]],
    ['when the access is another', [row('Given', 3), row('Given', 5), row('Taken', 7)], [3, 4, 5, 6]],
    ['of a grant that is older than what is kept', [row('Held', 0)], [1, 2, 3, 4, 5, 6, 7, 8]],
    ['of such a grant that was taken', [row('Taken', 4)], [1, 2, 3]],
  ] as const)('%s', (_name, rows, expected) => expect(seen(...rows)).toEqual(expected));

  it('is told of what is about themselves', () => {
    const { sees, takenBy, grantedAt } = sightOf(42, [row('Given', 3), row('Taken', 5)]);
    expect([42, 43].map((userId) => sees({ acctId: 7, seq: 5, grant: { userId, isTaken: true } }))).toEqual([
      true,
      false,
    ]);
    expect([takenBy(7), takenBy(8), [...grantedAt(4)], [...grantedAt(5)]]).toEqual([5, null, [7], []]);
  });
});
