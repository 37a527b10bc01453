import { type VisibilityRow, buildVisibility } from './event-visibility.service.js';

describe('buildVisibility', () => {
  const findVisible = (...rows: readonly VisibilityRow[]): number[] => {
    const { sees } = buildVisibility(42, rows);
    return [1, 2, 3, 4, 5, 6, 7, 8].filter((seq) => sees({ acctId: 7, seq, grant: null }));
  };
  const row = (kind: VisibilityRow['kind'], seq: number): VisibilityRow => ({ acctId: 7, kind, seq });

  it.each([
    ['all events to an owner', [row('Owned', 0)], [1, 2, 3, 4, 5, 6, 7, 8]],
    ['no events to a user without access', [{ ...row('Owned', 0), acctId: 8 }], []],
    ['events from the grant on', [row('Given', 3), row('Held', 0)], [3, 4, 5, 6, 7, 8]],
    ['events until the revocation', [row('Given', 3), row('Taken', 5)], [3, 4]],
    [
      'events of both grants, without the time between',
      [row('Given', 3), row('Taken', 5), row('Given', 7), row('Held', 0)],
      [3, 4, 7, 8],
    ],
    ['events across a change of access', [row('Given', 3), row('Given', 5), row('Taken', 7)], [3, 4, 5, 6]],
    ['all events for a grant older than the table of changes', [row('Held', 0)], [1, 2, 3, 4, 5, 6, 7, 8]],
    ['events until the revocation of such a grant', [row('Taken', 4)], [1, 2, 3]],
  ] as const)('shows %s', (_name, rows, expected) => expect(findVisible(...rows)).toEqual(expected));

  it('shows grants and revocations to the affected user', () => {
    const { sees, takenBy, grantedAt } = buildVisibility(42, [row('Given', 3), row('Taken', 5)]);
    expect([42, 43].map((userId) => sees({ acctId: 7, seq: 5, grant: { userId, isTaken: true } }))).toEqual([
      true,
      false,
    ]);
    expect([takenBy(7), takenBy(8), [...grantedAt(4)], [...grantedAt(5)]]).toEqual([5, null, [7], []]);
  });
});
