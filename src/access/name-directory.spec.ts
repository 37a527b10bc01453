import { NameDirectory, type NamedField, type NameViewer } from './name-directory.js';

const ids = new Map<NamedField, ReadonlySet<number>>([
  ['instrument_id', new Set([5, 6])],
  ['acct_id', new Set([7])],
]);

describe('NameDirectory', () => {
  it('returns names of registered resolvers, and ids otherwise', async () => {
    const names = new NameDirectory(() => undefined);
    names.resolvers.instrument_id.register((requestedIds) =>
      Promise.resolve(new Map(requestedIds.filter((id) => id === 5).map((id) => [id, 'ESZ6']))),
    );
    const toName = await names.resolve(ids, null);

    expect([toName('instrument_id', 5), toName('instrument_id', 6), toName('acct_id', 7)]).toEqual(['ESZ6', '6', '7']);
  });

  it('shows user names to administrators and to the users themselves', async () => {
    const names = new NameDirectory(() => undefined);
    names.resolvers.user_id.register((requestedIds) =>
      Promise.resolve(new Map(requestedIds.map((id) => [id, `user${id}@k.test`]))),
    );
    const resolveNames = (viewer: NameViewer) =>
      [3, 4].map((id) =>
        names.resolve(new Map([['user_id', new Set([3, 4])]]), viewer).then((toName) => toName('user_id', id)),
      );

    expect(await Promise.all(resolveNames({ userId: 1, isAdministrator: true }))).toEqual([
      'user3@k.test',
      'user4@k.test',
    ]);
    expect(await Promise.all(resolveNames({ userId: 4, isAdministrator: false }))).toEqual(['3', 'user4@k.test']);
    expect(await Promise.all(resolveNames(null))).toEqual(['3', '4']);
  });

  it('returns ids when a resolver fails', async () => {
    const failures: string[] = [];
    const names = new NameDirectory((field, error) => failures.push(`${field}: ${String(error)}`));
    names.resolvers.acct_id.register(() => Promise.reject(new Error('no connection')));

    expect((await names.resolve(ids, null))('acct_id', 7)).toBe('7');
    expect(failures).toContain('acct_id: Error: no connection');
  });
});
