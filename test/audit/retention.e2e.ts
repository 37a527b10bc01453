import { cleanUp } from '../support/clean-up.js';
import { type TestApp, openTestApp } from '../support/test-app.js';

describe('the audit log', () => {
  let testApp: TestApp;
  beforeEach(async () => (testApp = await openTestApp()));
  afterEach(() => testApp.close());

  const sql = <Row = unknown>(statement: string): Promise<Row[]> => testApp.orm.em.fork().execute<Row[]>(statement);
  const write = (days: number, count: number) =>
    sql(
      `insert into audit_entries (at, action, outcome, detail) select now() - interval '${days} days', 'key.listed', 'granted', '${days}' from generate_series(1, ${count})`,
    );
  const kept = async () =>
    (await sql<{ detail: string }>('select detail from audit_entries order by id')).map(({ detail }) => detail);

  it('deletes entries older than four hundred days in batches, and no others', async () => {
    await write(500, 12);
    await write(401, 3);
    await write(399, 1);

    expect(await cleanUp(testApp, 5)).toBe(15);
    expect(await kept()).toEqual(['399']);
    expect(await cleanUp(testApp, 5)).toBe(0);
  });

  it('keeps entries for the configured time, or without limit', async () => {
    await write(500, 2);
    await write(40, 2);
    const forEver = await openTestApp({ beside: testApp, env: { AUDIT_DAYS: '0' } });
    const shorter = await openTestApp({ beside: testApp, env: { AUDIT_DAYS: '30' } });

    expect(await cleanUp(forEver, 5)).toBe(0);
    expect(await cleanUp(shorter, 5)).toBe(4);
    await forEver.close();
    await shorter.close();
  });

  it('refuses everybody else: without saying so, with a young entry, and any change', async () => {
    await write(500, 1);
    await write(29, 1);
    const asTheJob = (statement: string) =>
      testApp.orm.em.fork().transactional(async (em) => {
        await em.execute(`set local kontor.audit_retention = 'on'`);
        await em.execute(statement);
      });
    const never = 'the audit log is only ever added to';

    await expect(sql('delete from audit_entries')).rejects.toThrow(never);
    await expect(asTheJob(`delete from audit_entries where detail = '29'`)).rejects.toThrow(never);
    await expect(asTheJob(`update audit_entries set detail = '' where detail = '500'`)).rejects.toThrow(never);
    await expect(asTheJob('truncate audit_entries')).rejects.toThrow(never);
    expect(await kept()).toEqual(['500', '29']);
  });
});
