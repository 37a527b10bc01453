import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, type Key, people, type Person } from '../support/people.js';
import {
  hasCurrentParameters,
  storeWithOldParameters,
  storedPassword,
  whileHashingIsBlocked,
} from '../support/stored-passwords.js';
import { basic, passwordForm, postToken, type TokenRequest } from '../support/token-endpoint.js';

describe('POST /oauth/token', () => {
  let testApp: TestApp;
  let ada: Person;
  let key: Key;
  let machine: Key;

  beforeAll(async () => {
    testApp = await openTestApp({ hasCostlyPasswords: true });
    ada = await people.ada(testApp);
    key = ada.key;
    machine = await createKey(testApp, ada.id, { grantTypes: ['client_credentials'] });
  });
  afterAll(() => testApp.close());

  const post = (request: TokenRequest) => postToken(testApp, { authorization: basic(key), ...request });
  const toPasswordForm = (fields: Record<string, string> = {}) => passwordForm(ada, fields);

  it('returns the token object with no-store for right credentials', async () => {
    const response = await post({ form: toPasswordForm() });

    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': expect.stringMatching(/^application\/json/),
      'cache-control': 'no-store',
      pragma: 'no-cache',
    });
    expect(response.json()).toEqual({
      access_token: expect.stringMatching(/^kat_[\w-]{43}$/),
      token_type: 'bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^krt_[\w-]{43}$/),
    });
  });

  it('issues an access token that opens an endpoint', async () => {
    const { access_token: as } = (await post({ form: toPasswordForm() })).json();

    expect((await testApp.request('GET', '/users/me', { as })).json()).toMatchObject({ id: ada.id, email: ada.email });
  });

  it('returns JSON whatever Accept says', async () => {
    const response = await post({ form: toPasswordForm(), headers: { accept: 'text/html' } });

    expect(response.headers['content-type']).toMatch(/^application\/json/);
  });

  it('returns the scope when it differs from the requested one', async () => {
    expect((await post({ form: toPasswordForm({ scope: 'openid email openid' }) })).json()).toMatchObject({
      scope: 'openid email',
    });
    expect((await post({ form: toPasswordForm({ scope: 'openid email' }) })).json()).not.toHaveProperty('scope');
  });

  it('issues no id_token for the password grant', async () => {
    expect((await post({ form: toPasswordForm({ scope: 'openid' }) })).json()).not.toHaveProperty('id_token');
  });

  it('rehashes old password hashes at the sign-in without shortening the queue', async () => {
    const form = passwordForm(await people.named(testApp, 'early'));
    const formerHash = await storeWithOldParameters(testApp, form.username, form.password);

    const unhashedResponse = await whileHashingIsBlocked(testApp, async () => {
      expect((await post({ form })).statusCode).toBe(200);
    });
    expect(unhashedResponse).toBe(1);
    expect(await storedPassword(testApp, form.username)).toBe(formerHash);

    expect((await post({ form })).statusCode).toBe(200);
    expect(hasCurrentParameters(await storedPassword(testApp, form.username))).toBe(true);
  });

  it.each(['GET', 'PUT', 'DELETE'] as const)('%s returns 405 with Allow: POST', async (method) => {
    const response = await testApp.request(method, '/oauth/token?grant_type=password');

    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toContain('POST');
    expect(response.body).not.toContain('access_token');
  });

  it('returns the same bytes for every reason to reject a sign-in', async () => {
    const disabled = await people.named(testApp, 'disabled');
    await testApp.orm.em.execute('update users set enabled = false where id = ?', [disabled.id]);
    const forms = [
      toPasswordForm({ password: 'wrong' }),
      toPasswordForm({ username: 'nobody@example.test' }),
      toPasswordForm({ username: disabled.email }),
      toPasswordForm({ customer_id: '1000' }),
      toPasswordForm({ username: (await people.admin(testApp)).email, password: 'wrong', customer_id: '2147483648' }),
      toPasswordForm({
        username: (await people.admin(testApp)).email,
        password: 'wrong',
        customer_id: String(disabled.id),
      }),
    ];
    const bodies = await Promise.all(forms.map(async (form) => (await post({ form })).body));

    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]).toContain('invalid_grant');
  });

  it('ignores unknown parameters and treats empty ones as absent', async () => {
    expect((await post({ form: toPasswordForm({ colour: 'red', scope: '', customer_id: '' }) })).statusCode).toBe(200);
  });

  it('accepts form-encoded Basic credentials', async () => {
    const oddClient = await createKey(testApp, ada.id, { clientId: 'an-odd id', clientSecret: 'a+b%c:d/é' });
    const encodeCredential = (text: string) => encodeURIComponent(text).replaceAll('%20', '+').replaceAll('-', '%2D');

    expect(
      (
        await post({
          form: toPasswordForm(),
          authorization: basic({
            clientId: encodeCredential(oddClient.clientId),
            clientSecret: encodeCredential(oddClient.clientSecret),
          }),
        })
      ).statusCode,
    ).toBe(200);
    expect((await post({ form: toPasswordForm(), authorization: basic(oddClient) })).statusCode).toBe(200);
  });

  it('accepts client credentials in the body', async () => {
    const form = toPasswordForm({ client_id: key.clientId, client_secret: key.clientSecret });

    expect((await post({ form, authorization: null })).statusCode).toBe(200);
  });

  it('accepts the same client_id in header and body', async () => {
    expect((await post({ form: toPasswordForm({ client_id: key.clientId }) })).statusCode).toBe(200);
  });

  it('rejects a disabled and a removed key', async () => {
    const deletedClient = await createKey(testApp, ada.id);
    const authorization = basic(deletedClient);

    await testApp.orm.em.execute('update clients set enabled = false where client_id = ?', [deletedClient.clientId]);
    expect((await post({ form: toPasswordForm(), authorization })).json().error).toBe('invalid_client');
    await testApp.orm.em.execute('delete from clients where client_id = ?', [deletedClient.clientId]);
    expect((await post({ form: toPasswordForm(), authorization })).json().error).toBe('invalid_client');
  });

  it.each(['owner_id', 'made_by'])(
    'rejects client_credentials while the user in %s is disabled, and stores no token',
    async (column) => {
      const [owner, disabled] = [
        await people.named(testApp, `owner-${column}`),
        await people.named(testApp, column, 'Admin'),
      ];
      const robot = await createKey(testApp, owner.id, { grantTypes: ['client_credentials'] });
      await testApp.orm.em.execute(`update clients set ${column} = ? where client_id = ?`, [
        disabled.id,
        robot.clientId,
      ]);
      const setEnabled = (enabled: boolean) =>
        testApp.orm.em.execute('update users set enabled = ? where id = ?', [enabled, disabled.id]);
      const requestToken = () => post({ form: { grant_type: 'client_credentials' }, authorization: basic(robot) });
      const countTokens = () =>
        testApp.orm.em.execute(
          'select count(*)::int from access_tokens t join token_families f on f.id = t.family_id where f.client_id = ?',
          [robot.clientId],
        );

      await setEnabled(false);
      const refused = await requestToken();

      expect([refused.statusCode, refused.json().error]).toEqual(
        column === 'owner_id' ? [401, 'invalid_client'] : [400, 'unauthorized_client'],
      );
      expect(await countTokens()).toEqual([{ count: 0 }]);
      await setEnabled(true);
      expect((await requestToken()).statusCode).toBe(200);
    },
  );

  it.each([
    ['+1 hour', [200, 200]],
    ['-1 second', [401, 200]],
  ])('accepts the old secret until it expires, and the new one at once: it expires in %s', async (expiry, expected) => {
    const rotated = await createKey(testApp, ada.id);
    const nextClient = await createKey(testApp, ada.id);
    await testApp.orm.em.execute(
      `update clients set previous_secret_digest = secret_digest, previous_secret_expires_at = now() + ?::interval,
         secret_digest = (select secret_digest from clients where client_id = ?) where client_id = ?`,
      [expiry, nextClient.clientId, rotated.clientId],
    );
    const signIn = async (clientSecret: string) =>
      (await post({ form: toPasswordForm(), authorization: basic({ clientId: rotated.clientId, clientSecret }) }))
        .statusCode;

    expect([await signIn(rotated.clientSecret), await signIn(nextClient.clientSecret)]).toEqual(expected);
  });

  it.each(['password', 'client_credentials'])('rejects a public key with %s', async (grantType) => {
    const publicClient = await createKey(testApp, ada.id, {
      tokenEndpointAuthMethod: 'none',
      grantTypes: ['password', 'client_credentials'],
    });

    const response = await post({
      form: toPasswordForm({ grant_type: grantType, client_id: publicClient.clientId }),
      authorization: null,
    });
    expect([response.statusCode, response.json().error]).toEqual([400, 'unauthorized_client']);
  });

  it('gives client_credentials no refresh token and no administrator rights', async () => {
    const admin = await people.admin(testApp);
    const robot = await createKey(testApp, admin.id, { grantTypes: ['client_credentials'] });
    const ownResponse = await post({ form: { grant_type: 'client_credentials' }, authorization: basic(machine) });
    const adminResponse = await post({ form: { grant_type: 'client_credentials' }, authorization: basic(robot) });

    expect(ownResponse.json()).toEqual({ access_token: expect.any(String), token_type: 'bearer', expires_in: 3600 });
    expect((await testApp.request('GET', '/users/me', { as: ownResponse.json().access_token })).json()).toMatchObject({
      id: ada.id,
    });
    expect(adminResponse.statusCode).toBe(200);
  });

  it('accepts a password of 1024 bytes in any Unicode normalization', async () => {
    const composed = `Å${'x'.repeat(1022)}`;
    const body = { email: 'long@example.test', first_name: 'L', last_name: 'P', password: composed };
    const created = await testApp.request('POST', '/users', { headers: { authorization: basic(key) }, body });

    expect(created.statusCode).toBe(201);
    expect(
      (await post({ form: toPasswordForm({ username: 'LONG@example.test', password: composed.normalize('NFD') }) }))
        .statusCode,
    ).toBe(200);
  });

  it('lets an administrator act for a customer with shorter lifetimes; customer_id of oneself changes nothing', async () => {
    const admin = await people.admin(testApp);
    const form = toPasswordForm({ username: admin.email });
    const onBehalf = (await post({ form: { ...form, customer_id: String(ada.id) } })).json();
    const ownResponse = (await post({ form: { ...form, customer_id: String(admin.id) } })).json();

    expect(onBehalf.expires_in).toBeLessThan(ownResponse.expires_in);
    expect((await testApp.request('GET', '/users/me', { as: onBehalf.access_token })).json()).toMatchObject({
      id: ada.id,
    });
    expect((await testApp.request('GET', '/users/me', { as: ownResponse.access_token })).json()).toMatchObject({
      id: admin.id,
    });
  });

  it('rejects guesses before hashing, with Retry-After', async () => {
    const victim = await people.named(testApp, 'victim');
    const guess = () => post({ form: toPasswordForm({ username: victim.email, password: 'guess' }) });
    const responses = await Promise.all(Array.from({ length: 14 }, guess));
    const throttled = responses.filter(({ statusCode }) => statusCode === 429);

    expect(responses.filter(({ statusCode }) => statusCode === 400)).toHaveLength(10);
    expect(throttled).toHaveLength(4);
    expect(throttled[0]?.json().error).toBe('slow_down');
    expect(Number(throttled[0]?.headers['retry-after'])).toBeGreaterThan(0);

    // Nothing was hashed and compared: the right password gets the same response, and it does not matter that the user exists.
    const rightPasswordResponse = await post({ form: toPasswordForm({ username: victim.email }) });
    const rejected = await Promise.all(
      Array.from({ length: 11 }, () =>
        post({ form: toPasswordForm({ username: 'no-victim@example.test', password: 'guess' }) }),
      ),
    );
    expect([rightPasswordResponse.statusCode, rightPasswordResponse.json().error]).toEqual([429, 'slow_down']);
    expect(rejected.map(({ statusCode }) => statusCode).sort()).toEqual([
      ...Array.from({ length: 10 }, () => 400),
      429,
    ]);
  });

  it('accepts an old hash and replaces it', async () => {
    const { id } = await people.named(testApp, 'veteran');
    // "password" by the reference implementation, with the parameters of another time.
    const old = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    await testApp.orm.em.execute('update users set password_hash = ? where id = ?', [old, id]);
    const signIn = () => post({ form: toPasswordForm({ username: 'veteran@example.test', password: 'password' }) });

    expect((await signIn()).statusCode).toBe(200);
    const [row] = await testApp.orm.em.execute('select password_hash from users where id = ?', [id]);
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await signIn()).statusCode).toBe(200);
  });
});
