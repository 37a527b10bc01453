import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { migrate } from '../support/migrations.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { waitUntil } from '../support/within.js';

type Entry = Readonly<{ id: number; action: string; detail: string }>;

describe('the columns of an audit entry', () => {
  let testApp: TestApp;
  let desk: BackOffice;
  beforeAll(async () => {
    testApp = await openTestApp();
    desk = await openBackOffice(testApp);
    await testApp.request('PUT', `/accounts/${desk.adas}`, { as: desk.admin.token, body: { name: 'Harvest' } });
    await testApp.request('PUT', `/accounts/${desk.bobs}/grants/${desk.ada.id}`, {
      as: desk.admin.token,
      body: { access: 'Read' },
    });
    await testApp.request('GET', '/users', { as: desk.ada.token });
    // A denied request does not wait for its entry.
    await waitUntil(async () => (await desk.read<Entry[]>('/audit?action=access.refused')).length === 1);
  });
  afterAll(() => testApp.close());

  const sql = <Row>(statement: string, values: readonly unknown[] = []) =>
    testApp.orm.em.fork().execute<Row[]>(statement, [...values]);

  it('have the facts and no sentence', async () => {
    const rows = await sql(
      `select action, subject_type, subject_id, changes, reason from audit_entries where action in ('account.changed', 'account.granted', 'access.refused') order by id`,
    );

    expect(rows).toEqual([
      {
        ...{ action: 'account.changed', subject_type: 'account', subject_id: String(desk.adas), reason: null },
        changes: { fields: [['name', 'An account', 'Harvest']] },
      },
      {
        ...{ action: 'account.granted', subject_type: 'account', subject_id: String(desk.bobs), reason: null },
        changes: { user: desk.ada.id, access: 'Read' },
      },
      {
        ...{ action: 'access.refused', subject_type: 'route', subject_id: 'GET /users', reason: 'administrators_only' },
        changes: null,
      },
    ]);
    expect(await sql('select from audit_entries where detail is not null')).toEqual([]);
  });

  it('are found by every word of the sentence that is made of them', async () => {
    const entries = await desk.read<Entry[]>('/audit?per_page=100');
    const sentences = new Set(entries.map(({ detail }) => detail).filter((detail) => detail !== ''));
    expect(sentences.size).toBeGreaterThan(5);
    for (const detail of sentences) {
      const found = await desk.read<Entry[]>(`/audit?per_page=100&q=${encodeURIComponent(detail.slice(0, 100))}`);
      expect(found.map((entry) => entry.detail)).toContain(detail);
    }
  });

  it('of an entry from before them: it reads as it did, and its subject is found by name', async () => {
    const detail = `account ${desk.bobs}: user ${desk.ada.id}, Trade`;
    await migrate(testApp.database.url, { backOver: '0037-audit-subjects' });
    await sql(
      `insert into audit_entries (at, action, outcome, user_id, acting_user_id, detail) values (now(), 'account.granted', 'granted', ?, ?, ?)`,
      [desk.admin.id, desk.admin.id, detail],
    );
    await migrate(testApp.database.url, 'up');

    const [entry] = await desk.read<Entry[]>('/audit?action=account.granted&per_page=1');
    expect(entry).toMatchObject({ action: 'account.granted', detail });
    expect(
      await sql('select subject_type, subject_id, changes, detail from audit_entries where id = ?', [entry?.id]),
    ).toEqual([{ subject_type: 'account', subject_id: String(desk.bobs), changes: { user: [desk.ada.id] }, detail }]);
    expect(await desk.read<Entry[]>(`/audit?q=${encodeURIComponent(desk.ada.email)}`)).toContainEqual(entry);
  });
});
