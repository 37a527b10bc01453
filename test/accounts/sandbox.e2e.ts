import { randomBytes } from 'node:crypto';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { issueToken, people } from '../support/people.js';
import { basic } from '../support/token-endpoint.js';
import { openBrowserClient } from '../support/browser-client.js';
import { waitUntil } from '../support/within.js';

type Account = Readonly<{
  name: string;
  currency: string;
  net_liq: number;
  buying_power: number;
  access: string;
  baseline: { as_of: string };
}>;

const YESTERDAY = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const funded = (currency: string) => ({
  name: `Sandbox ${currency}`,
  currency,
  net_liq: 1_000_000,
  cash_balance: 1_000_000,
  buying_power: 1_000_000,
  access: 'Owner',
  baseline: { as_of: YESTERDAY() },
});

let customers = 0;

/** By the key of an administrator who may have moved in elsewhere. */
async function registered(testApp: TestApp, at = testApp) {
  const admin = await people.admin(at);
  const details = {
    email: `new${++customers}@example.test`,
    first_name: 'New',
    last_name: 'Comer',
    password: 'correct horse battery',
  };
  const answer = await testApp.request('POST', '/users', {
    headers: { authorization: basic(admin.key) },
    body: details,
  });
  expect(answer.statusCode).toBe(201);
  const { id } = answer.json<{ id: number }>();
  return { id, token: await issueToken(testApp, { userId: id, clientId: admin.key.clientId }) };
}

const accountsOf = async (testApp: TestApp, token: string) =>
  (await testApp.request('GET', '/accounts', { as: token })).json<Account[]>();

describe('a new user in the sandbox', () => {
  it('has two funded accounts, registered by a key or by sign-up', async () => {
    const testApp = await openTestApp();
    const { token } = await registered(testApp);
    expect(await accountsOf(testApp, token)).toMatchObject([funded('USD'), funded('EUR')]);

    const browser = openBrowserClient(testApp);
    const page = await browser.get('/sign-up');
    const form = {
      email: 'self@example.test',
      first_name: 'Self',
      last_name: 'Made',
      password: 'correct horse battery',
      form_token: /name="form_token" value="([^"]+)"/.exec(page.body)?.[1] ?? '',
    };
    expect((await browser.post('/sign-up', form)).statusCode).toBe(303);
    expect((await browser.get('/accounts')).body).toContain('Sandbox EUR');
    await testApp.close();
  });

  it('of an earlier version gets them once at the next start', async () => {
    const first = await openTestApp();
    const ada = await people.ada(first);
    for (let start = 0; start < 2; start++) {
      // The first house has not opened an exchange, and each later one closes its own.
      const next = await openTestApp({ beside: first, env: { SECRET_KEY: first.config.secretKey } });
      if (start > 0) expect(await accountsOf(next, ada.token)).toMatchObject([funded('USD'), funded('EUR')]);
      await next.close();
    }
    await first.close();
  });

  it('is registered while the exchange runs elsewhere, and gets them later without a request', async () => {
    const one = await openTestApp();
    await registered(one);
    const other = await openTestApp({ beside: one, env: { SECRET_KEY: one.config.secretKey } });
    const late = await registered(other, one);
    expect((await other.request('GET', '/accounts', { as: late.token })).statusCode).toBe(503);
    expect(await one.orm.em.fork().execute('select id from accounts where owner_id = ?', [late.id])).toEqual([]);

    await one.app.close();
    const opened = () =>
      other.orm.em.fork().execute<{ id: number }[]>('select id from accounts where owner_id = ?', [late.id]);
    await waitUntil(async () => (await opened()).length > 0);
    expect(await opened()).toHaveLength(2);
    expect(await accountsOf(other, late.token)).toMatchObject([funded('USD'), funded('EUR')]);
    expect(await accountsOf(other, late.token)).toHaveLength(2);
    await other.close();
    await one.database.close();
  });
});

describe('a new user in production', () => {
  it('has no account until an administrator opens one', async () => {
    const testApp = await openTestApp({
      env: {
        MODE: 'production',
        BASE_URL: 'https://kontor.example',
        TRUST_PROXY: '1',
        SECRET_KEY: randomBytes(32).toString('hex'),
      },
    });
    const { token } = await registered(testApp);

    expect(await accountsOf(testApp, token)).toEqual([]);
    await testApp.close();
  });
});
