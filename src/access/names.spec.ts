import { Names, type NamedField, type Reader } from './names.js';

const ids = new Map<NamedField, ReadonlySet<number>>([
  ['instrument_id', new Set([5, 6])],
  ['acct_id', new Set([7])],
]);

describe('Names', () => {
  it('are what the rooms say, and else the id', async () => {
    const names = new Names(() => undefined);
    names.knownBy('instrument_id', (asked) =>
      Promise.resolve(new Map(asked.filter((id) => id === 5).map((id) => [id, 'ESZ6']))),
    );
    const named = await names.of(ids, null);

    expect([named('instrument_id', 5), named('instrument_id', 6), named('acct_id', 7)]).toEqual(['ESZ6', '6', '7']);
  });

  it('of people are told to administrators, and to themselves', async () => {
    const names = new Names(() => undefined);
    names.knownBy('user_id', (asked) => Promise.resolve(new Map(asked.map((id) => [id, `user${id}@k.test`]))));
    const resolveNames = (reader: Reader) =>
      [3, 4].map((id) =>
        names.of(new Map([['user_id', new Set([3, 4])]]), reader).then((named) => named('user_id', id)),
      );

    expect(await Promise.all(resolveNames({ userId: 1, isAdministrator: true }))).toEqual([
      'user3@k.test',
      'user4@k.test',
    ]);
    expect(await Promise.all(resolveNames({ userId: 4, isAdministrator: false }))).toEqual(['3', 'user4@k.test']);
    expect(await Promise.all(resolveNames(null))).toEqual(['3', '4']);
  });

  it('are missed rather than the page', async () => {
    const missed: string[] = [];
    const names = new Names((field, error) => missed.push(`${field}: ${String(error)}`));
    names.knownBy('acct_id', () => Promise.reject(new Error('no connection')));

    expect((await names.of(ids, null))('acct_id', 7)).toBe('7');
    expect(missed).toEqual(['acct_id: Error: no connection']);
  });
});
