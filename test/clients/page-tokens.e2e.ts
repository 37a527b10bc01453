import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { actInBrowser } from '../support/acting.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, people } from '../support/people.js';
import { waitUntil } from '../support/within.js';

describe('trial token of a documentation page', () => {
  let testApp: TestApp;
  const { signedIn, tokenOf, actingFor, stop, newest } = actInBrowser(() => testApp);
  beforeAll(async () => {
    testApp = await openTestApp();
  });
  afterAll(() => testApp.close());

  const statusOf = async (token: string, path = '/users/me'): Promise<number> =>
    (await testApp.request('GET', path, { as: token, headers: { prefer: 'status=401' } })).statusCode;
  const asking =
    (token: string) => async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) =>
      (await testApp.request(method, path, { as: token, ...(body && { body }) })).json<{ code?: string }>();
  const tokenIn = (page: string): string => /id="token"[^>]*>([^<]+)</.exec(page)?.[1] ?? '';

  it('belongs to a key of the user, lives ten minutes, is audited, and ends at the sign-out', async () => {
    const ada = await people.ada(testApp);
    const browser = await signedIn(ada);
    const page = await browser.press(
      await browser.get('/docs/operations/getCurrentUser'),
      `/profile/keys/${ada.key.clientId}/token`,
    );
    const token = tokenIn(page.body);

    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.body).toContain('for 10 minutes');
    expect(await statusOf(token)).toBe(200);
    expect(await newest('action=token.page')).toMatchObject({
      user_id: ada.id,
      client_id: ada.key.clientId,
      outcome: 'granted',
    });
    const { expires_in: seconds } =
      (
        await testApp.orm.em
          .fork()
          .execute<{ expires_in: number }[]>(
            `select extract(epoch from max(expires_at) - now())::int expires_in from token_families where client_id = ? and session_id is not null`,
            [ada.key.clientId],
          )
      )[0] ?? {};
    expect(seconds).toBeLessThanOrEqual(600);
    await browser.post('/logout', { form_token: await tokenOf(browser) });
    // What has ended is heard of through PostgreSQL, a moment after the sign-out was answered.
    await waitUntil(async () => (await statusOf(token)) === 401);
  });

  it('reads no secret and changes nothing about sign-ins; other requests work', async () => {
    const bob = await people.bob(testApp);
    const browser = await signedIn(bob);
    const token = tokenIn(
      (await browser.post(`/profile/keys/${bob.key.clientId}/token`, { form_token: await tokenOf(browser) })).body,
    );
    const { clientId } = bob.key;
    const ask = asking(token);
    const refused = [
      await ask('GET', '/oauth/client'),
      await ask('POST', '/oauth/client', { name: 'Outlives it' }),
      await ask('PUT', '/oauth/client', { client_id: clientId, name: 'Another name' }),
      await ask('POST', `/oauth/client/${clientId}/secret`, {}),
      await ask('DELETE', `/oauth/client/${clientId}`),
      await ask('POST', '/users/me/password', { current_password: bob.password, new_password: `${bob.password} 2` }),
      await ask('PUT', '/users/me', { email: `new.${bob.email}`, current_password: bob.password }),
      await ask('PUT', '/users/me', { first_name: 'Robert', address: { city: 'Elsewhere' } }),
    ];

    expect(refused.map((problem) => problem.code)).toEqual(refused.map(() => 'trial_token_refused'));
    expect(JSON.stringify(refused)).not.toContain(bob.key.clientSecret);
    expect((await testApp.request('GET', '/oauth/client', { as: bob.token })).json()).toEqual([
      expect.objectContaining({ client_id: clientId, name: expect.not.stringContaining('Another name') }),
    ]);
    expect(await ask('GET', '/users/me')).toMatchObject({
      email: bob.email,
      first_name: expect.not.stringContaining('Robert'),
    });
    expect(await ask('POST', '/tickets')).toMatchObject({ ticket: expect.any(String) });
    await browser.post('/logout', { form_token: await tokenOf(browser) });
  });

  it('lists, tests and replays webhooks, but registers, changes, rotates and removes none', async () => {
    const fay = await people.named(testApp, 'fay');
    const browser = await signedIn(fay);
    const ask = asking(
      tokenIn(
        (await browser.post(`/profile/keys/${fay.key.clientId}/token`, { form_token: await tokenOf(browser) })).body,
      ),
    );
    const hook = (
      await testApp.request('POST', '/webhooks', { as: fay.token, body: { url: 'https://app.example.test/events' } })
    ).json<{ id: number }>();
    const refused = [
      await ask('POST', '/webhooks', { url: 'https://elsewhere.example.test/' }),
      await ask('PATCH', `/webhooks/${hook.id}`, { url: 'https://elsewhere.example.test/' }),
      await ask('PATCH', `/webhooks/${hook.id}`, { enabled: false }),
      await ask('POST', `/webhooks/${hook.id}/secret`, { overlap_seconds: 0 }),
      await ask('DELETE', `/webhooks/${hook.id}`),
    ];

    expect(refused).toEqual(
      refused.map((): unknown => expect.objectContaining({ status: 403, code: 'trial_token_refused' })),
    );
    expect((await testApp.request('GET', '/webhooks', { as: fay.token })).json()).toEqual([hook]);
    expect(await ask('GET', '/webhooks')).toEqual([hook]);
    expect(await ask('POST', `/webhooks/${hook.id}/test`)).toMatchObject({ type: 'test' });
    expect(await ask('POST', `/webhooks/${hook.id}/replay`, { since: new Date().toISOString() })).toEqual({
      replayed: 0,
    });
  });

  it('has the role Customer for administrators as well, is never JSON, and needs the form token', async () => {
    const admin = await people.admin(testApp);
    const browser = await signedIn(admin);
    const [path, fields] = [`/profile/keys/${admin.key.clientId}/token`, { form_token: await tokenOf(browser) }];
    const token = tokenIn((await browser.post(path, fields)).body);

    expect(await statusOf(token)).toBe(200);
    expect(await statusOf(token, '/administration/health')).toBe(403);
    expect((await browser.post(path, {})).statusCode).toBe(403);
    for (const elsewhere of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'http://evil.example' }])
      expect((await browser.post(path, fields, elsewhere)).statusCode).toBe(403);
    expect(
      (await browser.post(`/profile/keys/${(await people.ada(testApp)).key.clientId}/token`, fields)).statusCode,
    ).toBe(404);
    expect((await browser.post(path, fields, { accept: 'application/json' })).body).not.toContain('kat_');
  });

  it('is on behalf of the customer while an administrator acts, and ends with that', async () => {
    const ada = await people.ada(testApp);
    const browser = await actingFor(ada);
    const token = tokenIn(
      (await browser.post(`/profile/keys/${ada.key.clientId}/token`, { form_token: await tokenOf(browser) })).body,
    );

    expect((await testApp.request('GET', '/users/me', { as: token })).json()).toMatchObject({ id: ada.id });
    expect(await newest('action=token.page')).toMatchObject({
      user_id: ada.id,
      acting_user_id: (await people.admin(testApp)).id,
    });
    await stop(browser);
    expect(await statusOf(token)).toBe(401);
  });

  it('is not offered for a key with client_credentials: its printed examples work with the secret', async () => {
    const bob = await people.bob(testApp);
    const alone = await createKey(testApp, bob.id, { grantTypes: ['client_credentials'] });
    const page = (await (await signedIn(bob)).get('/docs/operations/getCurrentUser')).body;
    const command =
      /<section id="request">[^]*?<code>([^]*?)<\/code>/
        .exec(page)?.[1]
        ?.replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&amp;', '&') ?? '';
    const printed = command.replaceAll(testApp.config.baseUrl, await testApp.url());

    const { stdout } = await promisify(execFile)('sh', ['-c', printed.replaceAll('curl ', 'curl -s ')], {
      env: { PATH: process.env['PATH'], CLIENT_SECRET: alone.clientSecret },
      timeout: 20_000,
    });
    expect(JSON.parse(stdout)).toMatchObject({ id: bob.id });
  });
});
