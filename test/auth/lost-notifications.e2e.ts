import { openSilentProxy } from '../support/database-proxies.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { people } from '../support/people.js';
import { setTimeout as pause } from 'node:timers/promises';
import { waitUntil } from '../support/within.js';

describe('a process without notifications from PostgreSQL', () => {
  let testApp: TestApp;
  let databaseProxy: Awaited<ReturnType<typeof openSilentProxy>>;
  let proxiedApp: TestApp;
  const lines: string[] = [];
  beforeAll(async () => {
    testApp = await openTestApp();
    databaseProxy = await openSilentProxy(testApp.database.url);
    proxiedApp = await openTestApp({ beside: { database: databaseProxy }, log: (line) => lines.push(line) });
  });
  afterAll(async () => {
    await proxiedApp.close();
    await databaseProxy.close();
    await testApp.close();
  });

  const readStatus = async (as: string) => (await proxiedApp.request('GET', '/users/me', { as })).statusCode;
  const findLines = (text: string) => lines.filter((line) => line.includes(text));

  it('looks up every token: a revoked one is refused at once', async () => {
    const ada = await people.ada(testApp);
    expect([await readStatus(ada.token), await readStatus(ada.token)]).toEqual([200, 200]);

    await testApp.orm.em.fork().execute('update token_families set revoked_at = now() where user_id = ?', [ada.id]);

    expect(await readStatus(ada.token)).toBe(303);
  });

  it('logs the reason once', async () => {
    await waitUntil(() => findLines('Revocations cannot be heard').length > 0);
    // Long enough for further attempts, which fail as well.
    await pause(2_000);

    expect(findLines('Revocations cannot be heard')).toEqual([
      expect.stringContaining('its announcements do not arrive'),
    ]);
    expect(findLines('heard again')).toEqual([]);
  });
});
