import { type TestApp, openTestApp } from '../support/test-app.js';

describe('test application', () => {
  let testApp: TestApp;
  beforeAll(async () => (testApp = await openTestApp()));
  afterAll(() => testApp.close());

  it('has a migrated database of its own', async () => {
    const other = await openTestApp();
    try {
      await testApp.orm.em.fork().execute('create table only_here (id int)');
      const tables = await other.orm.em
        .fork()
        .execute("select to_regclass('only_here') as here, to_regclass('mikro_orm_migrations') as migrated");

      expect(tables).toEqual([{ here: null, migrated: 'mikro_orm_migrations' }]);
    } finally {
      await other.close();
    }
  });

  it('answers an injected request and a network request alike', async () => {
    const injected = await testApp.request('GET', '/attic');
    const fetched = await fetch(`${await testApp.url()}/attic`, { headers: { accept: 'application/json' } });

    expect(injected.statusCode).toBe(404);
    expect(fetched.status).toBe(404);
    expect(await fetched.json()).toMatchObject({ status: 404, code: injected.json().code });
  });
});
