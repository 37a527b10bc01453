import { openBreakingProxy } from '../support/database-proxies.js';
import { openTestDatabase } from '../support/database.js';
import { createKey, people } from '../support/people.js';
import { openTestApp } from '../support/test-app.js';
import { basic } from '../support/token-endpoint.js';

/** The first thing that is said on a connection for prepared statements. */
const SETTINGS = 'set plan_cache_mode = force_generic_plan; set enable_seqscan = off';
const BROKEN = 3;

describe('POST /oauth/token', () => {
  it('answers 503 while connections break before their first statement, and the service goes on', async () => {
    const database = await openTestDatabase();
    const proxy = await openBreakingProxy(database.url, { said: SETTINGS, times: BROKEN });
    const testApp = await openTestApp({ beside: { database: { ...database, url: proxy.url } } });
    const other = await openTestApp({ beside: { database } });
    const key = await createKey(other, (await people.ada(other)).id, { grantTypes: ['client_credentials'] });
    await other.close();
    const statuses: number[] = [];
    while (statuses.at(-1) !== 200 && statuses.length < 2 * BROKEN) {
      const { statusCode } = await testApp.request('POST', '/oauth/token', {
        headers: { authorization: basic(key), 'content-type': 'application/x-www-form-urlencoded' },
        body: { grant_type: 'client_credentials' },
      });
      statuses.push(statusCode);
    }
    await testApp.close();
    await proxy.close();
    await database.close();

    expect(statuses).toEqual([503, 503, 503, 200]);
  });
});
