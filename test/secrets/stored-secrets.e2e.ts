import { type TestApp, openTestApp } from '../support/test-app.js';
import { writeKeyCalls } from '../support/key-calls.js';
import { createKey, type Key, people, type Person } from '../support/people.js';
import { everyColumn, findSecrets, recordSecrets, privateKeysOf, spellingsOf } from '../support/secrets.js';
import { rotateSigningKey } from '../support/signing-keys.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';
import {
  readAuthorizationResponse,
  authorizeUrl,
  formsOf,
  proofKey,
  openBrowserClient,
} from '../support/browser-client.js';

const CALLBACK = 'https://app.example/cb';
const METRICS = 'a-token-for-the-figures';
const PASSWORD = 'pä"ss\\wörd ﬁ 0815';
const asForm = { 'content-type': 'application/x-www-form-urlencoded' };

describe('nothing secret is kept', () => {
  const lines: string[] = [];
  let testApp: TestApp;
  let recorder: ReturnType<typeof recordSecrets>;
  let ada: Person;
  let admin: Person;
  let firstPartyClient: Key;
  let publicClient: Key;

  beforeAll(async () => {
    testApp = await openTestApp({ env: { METRICS_TOKEN: METRICS }, log: (line) => lines.push(line) });
    recorder = recordSecrets(testApp);
    [ada, admin] = [await people.ada(testApp), await people.admin(testApp)];
    firstPartyClient = await createKey(testApp, admin.id, {
      firstParty: true,
      redirectUris: [CALLBACK],
      grantTypes: ['password', 'refresh_token', 'authorization_code', 'implicit', 'client_credentials'],
    });
    publicClient = await createKey(testApp, admin.id, { redirectUris: [CALLBACK], tokenEndpointAuthMethod: 'none' });
    for (const secret of [
      ada.token,
      ada.password,
      ada.key.clientSecret,
      admin.key.clientSecret,
      firstPartyClient.clientSecret,
      testApp.config.secretKey,
      METRICS,
    ])
      recorder.keep(secret);
    await useTokens();
    await useBrowser();
    await manageClients();
    await manageUsers();
    await manageWebhooks();
    await sendInvalidRequests();
    for (const privateKeyPart of await privateKeysOf(testApp)) recorder.keep(privateKeyPart);
    await writeKeyCalls(testApp);
  }, 120_000);
  afterAll(() => testApp.close());

  const request: TestApp['request'] = (...sent) => recorder.testApp.request(...sent);
  const requestToken = (form: Record<string, string>, key: Key = firstPartyClient) =>
    postToken(recorder.testApp, { form, authorization: basic(key) });

  async function useTokens(): Promise<void> {
    const first = (await requestToken(passwordForm(ada, { scope: 'openid offline_access' }))).json();
    await postToken(recorder.testApp, {
      form: passwordForm(ada, { client_id: firstPartyClient.clientId, client_secret: firstPartyClient.clientSecret }),
    });
    await requestToken(passwordForm(admin, { customer_id: String(ada.id) }));
    await requestToken({ grant_type: 'client_credentials' });
    const second = (await requestToken({ grant_type: 'refresh_token', refresh_token: first.refresh_token })).json();
    await requestToken({ grant_type: 'refresh_token', refresh_token: first.refresh_token });
    await request('GET', '/oauth/userinfo', { as: second.access_token });
    for (const path of ['introspect', 'revoke'])
      await request('POST', `/oauth/${path}`, {
        headers: { ...asForm, authorization: basic(firstPartyClient) },
        body: { token: second.refresh_token },
      });
    expect([first.access_token, second.refresh_token]).toEqual([
      expect.stringMatching(/^kat_/),
      expect.stringMatching(/^krt_/),
    ]);
  }

  async function useBrowser(): Promise<void> {
    const { verifier, challenge } = proofKey();
    const browser = openBrowserClient(recorder.testApp);
    await browser.signIn({ ...ada, password: 'not the password' });
    const parameters = { redirect_uri: CALLBACK, scope: 'openid email', state: 's', nonce: 'n' };
    const code =
      readAuthorizationResponse(
        await browser.authorize(
          authorizeUrl({
            ...parameters,
            client_id: firstPartyClient.clientId,
            response_type: 'code',
            code_challenge: challenge,
            code_challenge_method: 'S256',
          }),
          ada,
        ),
      ).query['code'] ?? '';
    const tokenResponse = (
      await requestToken({ grant_type: 'authorization_code', code, code_verifier: verifier })
    ).json();
    const implicit = readAuthorizationResponse(
      await browser.authorize(
        authorizeUrl({ ...parameters, client_id: publicClient.clientId, response_type: 'id_token token' }),
        ada,
      ),
    ).fragment;
    await browser.post('/oauth/token', { grant_type: 'refresh_token', client_id: publicClient.clientId });
    const hybrid = await browser.authorize(
      authorizeUrl({
        ...parameters,
        client_id: firstPartyClient.clientId,
        response_type: 'code id_token',
        response_mode: 'form_post',
      }),
      ada,
    );
    await rotateSigningKey(testApp);
    await browser.authorize(
      authorizeUrl({ ...parameters, client_id: firstPartyClient.clientId, response_type: 'id_token' }),
      ada,
    );
    await browser.get(`/oauth/logout?client_id=${firstPartyClient.clientId}&id_token_hint=${tokenResponse.id_token}`);
    expect([tokenResponse.id_token, implicit['access_token'], formsOf(hybrid.body)[0]?.fields['code']]).toEqual([
      expect.stringMatching(/^ey/),
      expect.stringMatching(/^kat_/),
      expect.stringMatching(/^kac_/),
    ]);
  }

  async function manageClients(): Promise<void> {
    const { client_id: clientId, secret } = (
      await request('POST', '/oauth/client', { as: ada.token, body: { name: 'Mine' } })
    ).json();
    await request('POST', '/oauth/client', {
      as: ada.token,
      body: { name: 'Mine, and safely so' },
      headers: { 'idempotency-key': 'once' },
    });
    await request('PUT', '/oauth/client', { as: ada.token, body: { client_id: clientId, name: 'Mine still' } });
    const rotated = (await request('POST', `/oauth/client/${clientId}/secret`, { as: ada.token, body: {} })).json();
    await requestToken({ grant_type: 'client_credentials' }, { clientId, clientSecret: secret });
    expect((await request('GET', '/oauth/client', { as: ada.token })).body).toContain(rotated.secret);
    await request(
      'DELETE',
      `/oauth/client/${(await request('POST', '/oauth/client', { as: ada.token, body: { name: 'Short-lived' } })).json().client_id}`,
      { as: ada.token },
    );
  }

  async function manageUsers(): Promise<void> {
    const bob = { email: 'bob@example.test', password: PASSWORD };
    await request('POST', '/users', {
      headers: { authorization: basic(firstPartyClient) },
      body: { ...bob, first_name: 'Bob', last_name: 'Example' },
    });
    const { access_token: as } = (
      await requestToken({ grant_type: 'password', username: bob.email, password: bob.password })
    ).json();
    await request('PUT', '/users/me', { as, body: { email: 'rob@example.test', current_password: PASSWORD } });
    const changed = await request('POST', '/users/me/password', {
      as,
      body: { current_password: PASSWORD, new_password: 'a password after the first' },
    });
    await request('POST', `/users/${changed.json().id}/disable`, { as: admin.token });
    await request('POST', `/users/${changed.json().id}/enable`, { as: admin.token });
    expect([changed.statusCode, (await request('GET', '/audit', { as: admin.token })).json().length]).toEqual([
      200,
      expect.any(Number),
    ]);
  }

  async function manageWebhooks(): Promise<void> {
    const { id, secret } = (
      await request('POST', '/webhooks', {
        as: ada.token,
        body: { url: 'https://app.example.test/events' },
        headers: { 'idempotency-key': 'hook' },
      })
    ).json();
    const rotated = (await request('POST', `/webhooks/${id}/secret`, { as: ada.token, body: {} })).json();
    await request('POST', `/webhooks/${id}/test`, { as: ada.token });
    await request('GET', `/webhooks/${id}/deliveries`, { as: ada.token });
    expect([secret, rotated.secret]).toEqual([expect.stringMatching(/^whsec_/), expect.stringMatching(/^whsec_/)]);
  }

  /** Secrets in places where they do not belong, and secrets that are none. */
  async function sendInvalidRequests(): Promise<void> {
    await request('GET', `/users/me?access_token=${ada.token}`);
    await request(
      'GET',
      `/oauth/authorize?client_id=${firstPartyClient.clientId}&client_secret=${firstPartyClient.clientSecret}&password=${encodeURIComponent(PASSWORD)}`,
    );
    await request('GET', '/users/me', { as: `${ada.token}x` });
    await requestToken({ grant_type: 'password', username: ada.email, password: 'a wrong one, but nearly' });
    await requestToken({ grant_type: 'authorization_code', code: `kac_${'C'.repeat(43)}` });
    await requestToken(passwordForm(ada), { ...firstPartyClient, clientSecret: 'no-secret-of-this-key' });
    await request('POST', '/users', {
      headers: { authorization: basic(firstPartyClient), 'content-type': 'application/json' },
      payload: '{"password":"typed into broken JSON", ',
    });
    recorder.keep('typed into broken JSON');
    await request('POST', '/users', {
      headers: { authorization: basic(firstPartyClient) },
      body: { password: 'short', new_password: 'a field that is not known' },
    });
    const { statusCode } = await request('GET', '/metrics', { headers: { authorization: `Bearer ${METRICS}` } });
    expect(statusCode).toBe(200);
  }

  it('has heard of every kind of secret', () => {
    const kinds = [
      /^kat_/,
      /^krt_/,
      /^kac_/,
      /^kst_/,
      /^whsec_/,
      /^ey[\w-]+\./,
      /^[A-Za-z0-9]{43}$/,
      /^[\w-]{43}$/,
      /wörd/,
      /^a password after/,
      /^not the password$/,
    ];

    expect(kinds.filter((kind) => ![...recorder.secrets].some((secret) => kind.test(secret)))).toEqual([]);
    expect(recorder.secrets.size).toBeGreaterThan(50);
  });

  it('in no column of no table, in no spelling', async () => {
    const columns = await everyColumn(testApp);
    const findings = [...columns].flatMap(([column, text]) =>
      findSecrets(text, recorder.secrets).map((spelling) => `${column}: ${spelling}`),
    );

    expect([...columns.keys()]).toEqual(
      expect.arrayContaining([
        'users.password_hash',
        'clients.sealed_secret',
        'webhooks.previous_sealed_secret',
        'audit_entries.detail',
        'key_calls.address',
        'sessions.user_agent',
        'signing_keys.sealed_private_jwk',
        'authorization_codes.digest',
      ]),
    );
    expect(columns.get('users.email')).toContain(ada.email);
    expect(findings).toEqual([]);
  });

  it('in no line of the log, and in no figure', async () => {
    const metrics = await testApp.request('GET', '/metrics', { headers: { authorization: `Bearer ${METRICS}` } });

    expect(lines.filter((line) => line.includes('"route":"/oauth/token"')).length).toBeGreaterThan(10);
    expect(findSecrets(lines.join('\n'), recorder.secrets)).toEqual([]);
    expect(findSecrets(metrics.body, recorder.secrets)).toEqual([]);
  });

  it('would be found, in whatever spelling a user kept it', async () => {
    const [secret = ''] = [...recorder.secrets].filter((one) => one.startsWith('krt_'));
    const sql = (statement: string, values: unknown[] = []) => testApp.orm.em.fork().execute(statement, values);
    await sql(
      'create table scratch (how text primary key, "in text" text, "in bytes" bytea, "in json" jsonb, "in a list" text[])',
    );
    const hidden = [
      ...spellingsOf(secret),
      Buffer.from(`key:${secret}`).toString('base64'),
      Buffer.from(`{"token":"${secret}"}`).toString('base64url'),
    ];
    for (const [index, text] of hidden.entries()) {
      await sql('delete from scratch');
      await sql('insert into scratch values (?, ?, null, null, null)', [String(index), text]);
      expect(findSecrets((await everyColumn(testApp)).get('scratch.in text') ?? '', [secret])).not.toEqual([]);
    }
    await sql(
      `insert into scratch values ('all', null, ?::bytea, jsonb_build_object('deep', jsonb_build_array(?::text)), array['x', ?::text])`,
      [Buffer.from(secret), secret, secret],
    );
    const columns = await everyColumn(testApp);
    await sql('drop table scratch');

    for (const column of ['in bytes', 'in json', 'in a list'])
      expect([column, findSecrets(columns.get(`scratch.${column}`) ?? '', [secret])]).toEqual([
        column,
        expect.arrayContaining([expect.any(String)]),
      ]);
  });
});
