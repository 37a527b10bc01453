import { deafWayTo } from '../support/way-to-database.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { people } from '../support/people.js';

describe('a process that PostgreSQL answers but that hears no announcements', () => {
  let hearing: TestApp;
  let way: Awaited<ReturnType<typeof deafWayTo>>;
  let deaf: TestApp;
  const lines: string[] = [];
  beforeAll(async () => {
    hearing = await openTestApp();
    way = await deafWayTo(hearing.database.url);
    deaf = await openTestApp({ beside: { database: way }, log: (line) => lines.push(line) });
  });
  afterAll(async () => {
    await deaf.close();
    await way.close();
    await hearing.close();
  });

  const status = async (as: string) => (await deaf.request('GET', '/users/me', { as })).statusCode;
  const said = (text: string) => lines.filter((line) => line.includes(text));

  it('relies on nothing that it remembers: a revoked token is refused at once', async () => {
    const ada = await people.ada(hearing);
    expect([await status(ada.token), await status(ada.token)]).toEqual([200, 200]);

    await hearing.orm.em.fork().execute('update token_families set revoked_at = now() where user_id = ?', [ada.id]);

    expect(await status(ada.token)).toBe(303);
  });

  it('says so once, and why', async () => {
    await new Promise((resolve) => setTimeout(resolve, 3_000));

    expect(said('Revocations cannot be heard')).toEqual([expect.stringContaining('its announcements do not arrive')]);
    expect(said('heard again')).toEqual([]);
  });
});
