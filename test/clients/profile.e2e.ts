import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { keyPages, readableSecrets } from '../support/key-pages.js';
import { writeKeyUses } from '../support/key-uses.js';
import { createKey, people } from '../support/people.js';
import { openBrowserClient } from '../support/browser-client.js';

/** What people see and do on the page of their keys; the browser tests look at it. */
describe('/profile', () => {
  let testApp: TestApp;
  let keys: ReturnType<typeof keyPages>;
  beforeAll(async () => {
    testApp = await openTestApp({ env: { OAUTH_KEYS_PER_USER: '4' } });
    keys = keyPages(testApp);
  });
  afterAll(() => testApp.close());

  it('shows the user’s own keys, with no-store', async () => {
    const { person, browser } = await keys.enter('ada');
    const bob = await people.bob(testApp);
    const page = await browser.get('/profile');

    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(page.body).toContain(person.key.clientId);
    expect(page.body).toContain(`<code class="copy" data-copy="Copy secret">${person.key.clientSecret}</code>`);
    expect(page.body).not.toContain(bob.key.clientId);
  });

  it('links the quick start', async () => {
    const { browser } = await keys.enter('ada');

    expect((await browser.get('/profile')).body).toContain('<a href="/docs/quick-start">');
  });

  it.each(['/profile', '/profile/new-key', '/profile/keys/x', '/profile/keys/x/removal'])(
    '%s rejects anonymous callers and callers with a token',
    async (path) => {
      const { person } = await keys.enter('ada');

      expect((await openBrowserClient(testApp).get(path)).statusCode).toBe(303);
      expect((await testApp.request('GET', path, { as: person.token })).statusCode).toBe(303);
      expect((await testApp.request('GET', path, { as: person.token, accept: 'text/html' })).statusCode).toBe(303);
    },
  );

  it('creates a key for a server, with a redirect and a message', async () => {
    const { person, browser } = await keys.enter('cyd');
    const made = await keys.request(browser, {
      name: '  Desk  ',
      redirect_uris: ' https://desk.example/cb \r\n\r\nhttp://127.0.0.1/cb\n',
    });
    const key = await keys.named(person, 'Desk');

    expect([made.statusCode, made.headers.location]).toEqual([303, `/profile#key-${key.client_id}`]);
    expect(JSON.stringify([made.headers, made.body])).not.toContain(key.secret);
    expect(key).toEqual({
      client_id: key.client_id,
      name: 'Desk',
      secret: expect.stringMatching(/^\w{43}$/),
      redirect_uris: ['https://desk.example/cb', 'http://127.0.0.1/cb'],
    });
    expect((await browser.get('/profile')).body).toContain('<p class="flash" role="status">The key “Desk” is made.');
    expect(await keys.signInWith(person, key, key.secret)).toBe(200);
  });

  it('lets a public key sign users in by code only', async () => {
    const { person, browser } = await keys.enter('dan');
    await keys.request(browser, { name: 'App', kind: 'public', acts_alone: 'yes' });

    expect(await keys.named(person, 'App')).toMatchObject({
      secret: '',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
    });
    expect((await browser.get('/profile')).body).toContain('none (public key)');
  });

  it('shows a first request that works as printed', async () => {
    const { person, browser } = await keys.enter('eli');
    await keys.request(browser, { name: 'Alone', acts_alone: 'yes' });
    await keys.request(browser, { name: 'Trader' });
    const base = await testApp.url();
    const cards = (await browser.get('/profile')).body.split('<section class="key"');
    const run = async (name: string) => {
      const command = readableSecrets(
        /<pre[^>]*><code>([\s\S]*?)<\/code><\/pre>/.exec(
          cards.find((card) => card.includes(`>${name}</h2>`)) ?? '',
        )?.[1] ?? '',
      ).replaceAll(testApp.config.baseUrl, base);
      const env = {
        ...process.env,
        CLIENT_SECRET: (await keys.named(person, name)).secret,
        EMAIL: person.email,
        PASSWORD: person.password,
      };
      return JSON.parse(
        (await promisify(execFile)('bash', ['-c', command.replace('curl', 'curl -s')], { env })).stdout,
      ) as object;
    };

    expect(await run('Alone')).toMatchObject({ token_type: 'bearer', access_token: expect.any(String) });
    expect(await run('Trader')).toMatchObject({ token_type: 'bearer', refresh_token: expect.any(String) });
  });

  it('replaces a secret with an overlap and shows its end, or without overlap', async () => {
    const { person, browser } = await keys.enter('joe');
    const before = await keys.named(person, 'A key');
    const address = `/profile/keys/${before.client_id}/secret`;

    expect((await keys.send(browser, address, { overlap: '3600' })).statusCode).toBe(303);
    const overlapping = await keys.named(person, 'A key');
    expect(Date.parse(overlapping.previous_secret_expires_at ?? '') - Date.now()).toBeGreaterThan(3_500_000);
    expect([
      await keys.signInWith(person, before, before.secret),
      await keys.signInWith(person, before, overlapping.secret),
    ]).toEqual([200, 200]);
    expect((await browser.get('/profile')).body).toContain(
      `The old secret works until <time datetime="${overlapping.previous_secret_expires_at ?? ''}">`,
    );

    await keys.send(browser, address, { overlap: '0' });
    const last = await keys.named(person, 'A key');
    expect([
      await keys.signInWith(person, before, overlapping.secret),
      await keys.signInWith(person, before, last.secret),
    ]).toEqual([401, 200]);
    expect((await browser.get('/profile')).body).not.toContain('two secrets');
  });

  it('asks for confirmation before it removes a key with its tokens', async () => {
    const { person, browser } = await keys.enter('kim');
    const { clientId } = person.key;
    const asked = await browser.get(`/profile/keys/${clientId}/removal`);
    expect(asked.body).toContain('every access token and refresh token');
    expect((await testApp.request('GET', '/users/me', { as: person.token })).statusCode).toBe(200);

    const gone = await browser.submit(asked);
    expect([gone.statusCode, gone.headers.location]).toEqual([303, '/profile']);
    expect((await testApp.request('GET', '/users/me', { as: person.token })).statusCode).toBe(303);
    const page = (await browser.get('/profile')).body;
    expect(page).toContain('The key “A key” is removed, and everything that it was given has ended.');
    expect(page).toContain('You have no API keys yet.');
  });

  it('answers alike for another user’s key and a missing key', async () => {
    const { person, browser } = await keys.enter('lea');
    const bob = await people.bob(testApp);
    const paths = (id: string) => [`/profile/keys/${id}`, `/profile/keys/${id}/removal`];
    const bare = (body: string, id: string) =>
      body.replaceAll(id, 'ID').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'REQUEST');
    const tried = async (id: string) => {
      const seen = await Promise.all(paths(id).map((url) => browser.get(url)));
      const sent = [
        await keys.send(browser, `/profile/keys/${id}`, { name: 'Mine' }),
        await keys.send(browser, `/profile/keys/${id}/secret`),
        await keys.send(browser, `/profile/keys/${id}/removal`),
      ];
      return [...seen, ...sent].map(({ statusCode, body }) => [statusCode, bare(body, id)]);
    };
    const foreign = await tried(bob.key.clientId);

    expect(foreign.map(([status]) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(await tried('N'.repeat(20))).toEqual(foreign);
    expect((await browser.get('/profile/keys/a%00b')).statusCode).toBeGreaterThanOrEqual(400);
    expect(await keys.keysOf(bob)).toMatchObject([{ name: 'A key', secret: bob.key.clientSecret }]);
    expect(await keys.keysOf(person)).toHaveLength(1);
  });

  it('shows markup in a name as text everywhere', async () => {
    const { person, browser } = await keys.enter('max');
    const name = `"><script>alert('&')</script>`;
    await keys.request(browser, { name });
    const { client_id: id } = await keys.named(person, name);

    for (const path of ['/profile', `/profile/keys/${id}`, `/profile/keys/${id}/removal`]) {
      const { body } = await browser.get(path);
      expect(body).not.toContain('<script>alert');
      expect(body).toContain('&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;');
    }
  });

  it('shows the last use of a key before and after it is written', async () => {
    const { person, browser } = await keys.enter('noa');
    expect((await browser.get('/profile')).body).toContain('<dt>Last used</dt><dd>never <a ');
    await keys.signInWith(person, await keys.named(person, 'A key'), person.key.clientSecret);

    expect((await browser.get('/profile')).body).toMatch(/<dt>Last used<\/dt><dd><time datetime="2/);
    await writeKeyUses(testApp);
    expect((await browser.get('/profile')).body).toMatch(/<dt>Last used<\/dt><dd><time datetime="2/);
  });

  it('records the same audit entry for JSON and forms', async () => {
    const { person, browser } = await keys.enter('oda');
    await keys.request(browser, { name: 'Noted' });
    const { client_id: id } = await keys.named(person, 'Noted');
    await keys.send(browser, `/profile/keys/${id}`, { name: 'Noted again' });
    await keys.send(browser, `/profile/keys/${id}/secret`);
    await keys.send(browser, `/profile/keys/${id}/removal`);
    const rows = await testApp.orm.em.execute<{ action: string }[]>(
      'select action, user_id, acting_user_id, client_id from audit_entries where subject_id = ? order by id',
      [id],
    );

    const self = { user_id: person.id, acting_user_id: person.id, client_id: null };
    expect(rows).toEqual(
      ['key.created', 'key.changed', 'key.rotated', 'key.removed'].map((action) => ({ action, ...self })),
    );
  });

  it('describes grants in words, and the user’s own machine when no redirect URI is registered', async () => {
    const { person, browser } = await keys.enter('pia');
    await createKey(testApp, person.id, { name: 'Scripted', grantTypes: ['client_credentials'], requireNonce: true });
    const { body } = await browser.get('/profile');

    expect(body).toContain('only you can sign in through this key, and only from your own machine');
    expect(body).toContain('It may act for you with its secret alone. Requests for an id token need a nonce.');
  });

  it('offers no grant that the service has switched off', async () => {
    const strict = await openTestApp({
      beside: testApp,
      env: { OAUTH_ALLOW_PASSWORD: '0', OAUTH_ALLOW_IMPLICIT: '0', SECRET_KEY: testApp.config.secretKey },
    });
    const { browser } = await keyPages(strict).enter('quy');
    const { body } = await browser.get('/profile');

    expect(body).toContain('It may let people sign in and receive a code and refresh its tokens.');
    expect(body).toContain('grant_type=authorization_code');
    expect(body).not.toContain('grant_type=password');
    await strict.close();
  });

  it('manages the customer’s keys when an administrator acts, and the audit log names both', async () => {
    const customer = await people.named(testApp, 'rae');
    const admin = await people.admin(testApp);
    const browser = openBrowserClient(testApp);
    await browser.signIn(admin);
    const proof = /name="form_token" value="([^"]+)"/.exec((await browser.get('/profile')).body)?.[1] ?? '';
    await browser.post('/acting', { customer_id: String(customer.id), form_token: proof });
    expect((await keys.request(browser, { name: 'For Rae' })).statusCode).toBe(303);

    const { client_id: id } = await keys.named(customer, 'For Rae');
    const [entry] = await testApp.orm.em.execute(
      'select user_id, acting_user_id from audit_entries where subject_id = ?',
      [id],
    );
    expect(entry).toEqual({ user_id: customer.id, acting_user_id: admin.id });
    expect((await browser.get('/profile')).body).not.toContain(admin.key.clientId);
  });
});
