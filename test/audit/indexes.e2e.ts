import { people, type Person } from '../support/people.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { waitUntil } from '../support/within.js';

type Entry = Readonly<Record<'id' | 'user_id' | 'acting_user_id', number>>;
type Use = Readonly<{ name: string; uses: number }>;

/** Among many entries of others, two users have entries of their own, on behalf of each other, and one without a user. */
const FILL = `
  insert into audit_entries (at, action, outcome, user_id, acting_user_id)
  select now(), 'token.client_credentials', 'granted', 1000000 + n, 1000000 + n from generate_series(1, 20000) n`;
const ADD = `
  insert into audit_entries (at, action, outcome, user_id, acting_user_id)
  select now(), 'account.granted', 'granted', users[1], users[2]
  from (values (array[?::int, ?::int]), (array[?, ?]), (array[?, ?]), (array[?, ?]), (array[null, ?])) entries(users)`;
const USES = `
  select indexrelname name, idx_scan::int uses from pg_stat_user_indexes where relname = 'audit_entries' order by 1`;

describe('the indexes of the audit log', () => {
  let testApp: TestApp;
  let ada: Person;
  let bob: Person;
  let admin: Person;
  beforeAll(async () => {
    testApp = await openTestApp();
    [ada, bob, admin] = [await people.ada(testApp), await people.bob(testApp), await people.admin(testApp)];
    const em = testApp.orm.em.fork();
    const pairs = [ada.id, ada.id, bob.id, bob.id, ada.id, bob.id, bob.id, ada.id, ada.id];
    await em.execute(ADD, pairs);
    await em.execute(FILL);
    await em.execute('analyze audit_entries');
  });
  afterAll(() => testApp.close());

  const read = async (as: string, query: string): Promise<Entry[]> =>
    (await testApp.request('GET', `/audit?action=account.granted${query}`, { as })).json();
  const listUses = async (): Promise<ReadonlyMap<string, number>> =>
    new Map((await testApp.orm.em.fork().execute<Use[]>(USES)).map(({ name, uses }) => [name, uses]));
  const listPairs = (entries: readonly Entry[]) => entries.map(({ user_id: as, acting_user_id: by }) => [as, by]);

  it('are three beside the primary key, because every entry maintains each', async () => {
    expect([...(await listUses()).keys()]).toEqual([
      'audit_entries_client_id_index',
      'audit_entries_on_behalf_index',
      'audit_entries_pkey',
      'audit_entries_user_id_index',
    ]);
  });

  it('find the entries by a user and on their behalf, their own by the user', async () => {
    const before = await listUses();

    expect(listPairs(await read(ada.token, ''))).toEqual([
      [null, ada.id],
      [bob.id, ada.id],
      [ada.id, bob.id],
      [ada.id, ada.id],
    ]);

    // A connection reports what it has used once it has nothing to do.
    await waitUntil(async () => {
      const after = await listUses();
      return ['audit_entries_user_id_index', 'audit_entries_on_behalf_index'].every(
        (name) => (after.get(name) ?? 0) > (before.get(name) ?? 0),
      );
    });
  });

  it('find the entries by one acting user for an administrator', async () => {
    expect(listPairs(await read(admin.token, `&acting_user_id=${ada.id}`))).toEqual([
      [null, ada.id],
      [bob.id, ada.id],
      [ada.id, ada.id],
    ]);
    expect(listPairs(await read(admin.token, `&acting_user_id=${ada.id}&user_id=${bob.id}`))).toEqual([
      [bob.id, ada.id],
    ]);
  });
});
