import { type TestApp, openTestApp } from '../support/test-app.js';
import { giveKey, type Key, people, type Person } from '../support/people.js';
import { isOfToday, storeAsFormerly, storedPassword, whileNothingCanBeHashed } from '../support/stored-passwords.js';
import { basic, passwordForm, postToken, type TokenRequest } from '../support/token-endpoint.js';

describe('POST /oauth/token', () => {
  let testApp: TestApp;
  let ada: Person;
  let key: Key;
  let machine: Key;

  beforeAll(async () => {
    testApp = await openTestApp();
    ada = await people.ada(testApp);
    key = ada.key;
    machine = await giveKey(testApp, ada.id, { grantTypes: ['client_credentials'] });
  });
  afterAll(() => testApp.close());

  const post = (sent: TokenRequest) => postToken(testApp, { authorization: basic(key), ...sent });
  const password = (more: Record<string, string> = {}) => passwordForm(ada, more);

  it('answers right credentials with the Token object, which nobody may keep', async () => {
    const response = await post({ form: password() });

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

  it('gives an access token that opens a door', async () => {
    const { access_token: as } = (await post({ form: password() })).json();

    expect((await testApp.request('GET', '/users/me', { as })).json()).toMatchObject({ id: ada.id, email: ada.email });
  });

  it('answers in JSON whatever is accepted', async () => {
    const response = await post({ form: password(), headers: { accept: 'text/html' } });

    expect(response.headers['content-type']).toMatch(/^application\/json/);
  });

  it('tells the scope when it is not the one that was asked for', async () => {
    expect((await post({ form: password({ scope: 'openid email openid' }) })).json()).toMatchObject({
      scope: 'openid email',
    });
    expect((await post({ form: password({ scope: 'openid email' }) })).json()).not.toHaveProperty('scope');
  });

  it('gives no id_token for a password, whatever the scope', async () => {
    expect((await post({ form: password({ scope: 'openid' }) })).json()).not.toHaveProperty('id_token');
  });

  it('renews a hash of former parameters at a sign-in, but lets nobody in less because the queue is full', async () => {
    const form = passwordForm(await people.named(testApp, 'early'));
    const former = await storeAsFormerly(testApp, form.username, form.password);

    const wanted = await whileNothingCanBeHashed(testApp, async () => {
      expect((await post({ form })).statusCode).toBe(200);
    });
    expect(wanted).toBe(1);
    expect(await storedPassword(testApp, form.username)).toBe(former);

    expect((await post({ form })).statusCode).toBe(200);
    expect(isOfToday(await storedPassword(testApp, form.username))).toBe(true);
  });

  it.each(['GET', 'PUT', 'DELETE'] as const)('%s is 405 and names POST', async (method) => {
    const response = await testApp.request(method, '/oauth/token?grant_type=password');

    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toContain('POST');
    expect(response.body).not.toContain('access_token');
  });

  it('says the same, byte for byte, for every reason not to sign somebody in', async () => {
    const disabled = await people.named(testApp, 'disabled');
    await testApp.orm.em.execute('update users set enabled = false where id = ?', [disabled.id]);
    const forms = [
      password({ password: 'wrong' }),
      password({ username: 'nobody@example.test' }),
      password({ username: disabled.email }),
      password({ customer_id: '1000' }),
      password({ username: (await people.admin(testApp)).email, password: 'wrong', customer_id: '2147483648' }),
      password({ username: (await people.admin(testApp)).email, password: 'wrong', customer_id: String(disabled.id) }),
    ];
    const bodies = await Promise.all(forms.map(async (form) => (await post({ form })).body));

    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]).toContain('invalid_grant');
  });

  it('ignores unknown parameters, and treats empty ones as absent', async () => {
    expect((await post({ form: password({ colour: 'red', scope: '', customer_id: '' }) })).statusCode).toBe(200);
  });

  it('takes Basic credentials that were form-encoded first', async () => {
    const odd = await giveKey(testApp, ada.id, { clientId: 'an-odd id', clientSecret: 'a+b%c:d/é' });
    const encode = (text: string) => encodeURIComponent(text).replaceAll('%20', '+').replaceAll('-', '%2D');

    expect(
      (
        await post({
          form: password(),
          authorization: basic({ clientId: encode(odd.clientId), clientSecret: encode(odd.clientSecret) }),
        })
      ).statusCode,
    ).toBe(200);
    expect((await post({ form: password(), authorization: basic(odd) })).statusCode).toBe(200);
  });

  it('takes the key from the body', async () => {
    const form = password({ client_id: key.clientId, client_secret: key.clientSecret });

    expect((await post({ form, authorization: null })).statusCode).toBe(200);
  });

  it('takes the same client_id in header and body', async () => {
    expect((await post({ form: password({ client_id: key.clientId }) })).statusCode).toBe(200);
  });

  it('refuses a disabled and a deleted key at once', async () => {
    const gone = await giveKey(testApp, ada.id);
    const authorization = basic(gone);
    expect((await post({ form: password(), authorization })).statusCode).toBe(200);

    await testApp.orm.em.execute('update clients set enabled = false where client_id = ?', [gone.clientId]);
    expect((await post({ form: password(), authorization })).json().error).toBe('invalid_client');
    await testApp.orm.em.execute('delete from clients where client_id = ?', [gone.clientId]);
    expect((await post({ form: password(), authorization })).json().error).toBe('invalid_client');
  });

  it('takes the old secret until its time is over, and the new one at once', async () => {
    const rotated = await giveKey(testApp, ada.id);
    const next = await giveKey(testApp, ada.id);
    await testApp.orm.em.execute(
      `update clients set previous_secret_digest = secret_digest, previous_secret_expires_at = now() + interval '1 hour',
         secret_digest = (select secret_digest from clients where client_id = ?) where client_id = ?`,
      [next.clientId, rotated.clientId],
    );
    const withOld = basic({ clientId: rotated.clientId, clientSecret: rotated.clientSecret });
    const withNew = basic({ clientId: rotated.clientId, clientSecret: next.clientSecret });
    expect((await post({ form: password(), authorization: withOld })).statusCode).toBe(200);
    expect((await post({ form: password(), authorization: withNew })).statusCode).toBe(200);

    await testApp.orm.em.execute(
      `update clients set previous_secret_expires_at = now() - interval '1 second' where client_id = ?`,
      [rotated.clientId],
    );
    expect((await post({ form: password(), authorization: withOld })).statusCode).toBe(401);
    expect((await post({ form: password(), authorization: withNew })).statusCode).toBe(200);
  });

  it.each(['password', 'client_credentials'])('refuses a public key on %s', async (grantType) => {
    const open = await giveKey(testApp, ada.id, {
      tokenEndpointAuthMethod: 'none',
      grantTypes: ['password', 'client_credentials'],
    });

    const response = await post({
      form: password({ grant_type: grantType, client_id: open.clientId }),
      authorization: null,
    });
    expect([response.statusCode, response.json().error]).toEqual([400, 'unauthorized_client']);
  });

  it('gives a key that acts on its own no refresh token, and never an administrator’s rights', async () => {
    const admin = await people.admin(testApp);
    const robot = await giveKey(testApp, admin.id, { grantTypes: ['client_credentials'] });
    const own = await post({ form: { grant_type: 'client_credentials' }, authorization: basic(machine) });
    const admins = await post({ form: { grant_type: 'client_credentials' }, authorization: basic(robot) });

    expect(own.json()).toEqual({ access_token: expect.any(String), token_type: 'bearer', expires_in: 3600 });
    expect((await testApp.request('GET', '/users/me', { as: own.json().access_token })).json()).toMatchObject({
      id: ada.id,
    });
    expect(admins.statusCode).toBe(200);
  });

  it('takes a password of 1024 bytes, typed on any keyboard', async () => {
    const composed = `Å${'x'.repeat(1022)}`;
    const body = { email: 'long@example.test', first_name: 'L', last_name: 'P', password: composed };
    const created = await testApp.request('POST', '/users', { headers: { authorization: basic(key) }, body });

    expect(created.statusCode).toBe(201);
    expect(
      (await post({ form: password({ username: 'LONG@example.test', password: composed.normalize('NFD') }) }))
        .statusCode,
    ).toBe(200);
  });

  it('lets an administrator act for a customer, with shorter-lived tokens; for oneself nothing changes', async () => {
    const admin = await people.admin(testApp);
    const form = password({ username: admin.email });
    const behalf = (await post({ form: { ...form, customer_id: String(ada.id) } })).json();
    const own = (await post({ form: { ...form, customer_id: String(admin.id) } })).json();

    expect(behalf.expires_in).toBeLessThan(own.expires_in);
    expect((await testApp.request('GET', '/users/me', { as: behalf.access_token })).json()).toMatchObject({
      id: ada.id,
    });
    expect((await testApp.request('GET', '/users/me', { as: own.access_token })).json()).toMatchObject({
      id: admin.id,
    });
  });

  it('refuses a guesser before hashing, and tells when to come back', async () => {
    const victim = await people.named(testApp, 'victim');
    const guess = () => post({ form: password({ username: victim.email, password: 'guess' }) });
    const answers = await Promise.all(Array.from({ length: 14 }, guess));
    const refused = answers.filter(({ statusCode }) => statusCode === 429);

    expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(10);
    expect(refused).toHaveLength(4);
    expect(refused[0]?.json().error).toBe('slow_down');
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);

    // Nothing was hashed and compared: the right password is told the same, and it does not matter that the user exists.
    const right = await post({ form: password({ username: victim.email }) });
    const rejected = await Promise.all(
      Array.from({ length: 11 }, () =>
        post({ form: password({ username: 'no-victim@example.test', password: 'guess' }) }),
      ),
    );
    expect([right.statusCode, right.json().error]).toEqual([429, 'slow_down']);
    expect(rejected.map(({ statusCode }) => statusCode).sort()).toEqual([
      ...Array.from({ length: 10 }, () => 400),
      429,
    ]);
  });

  it('signs in with an old hash, and makes a new one', async () => {
    const { id } = await people.named(testApp, 'veteran');
    // "password" by the reference implementation, with the parameters of another time.
    const old = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    await testApp.orm.em.execute('update users set password_hash = ? where id = ?', [old, id]);
    const signIn = () => post({ form: password({ username: 'veteran@example.test', password: 'password' }) });

    expect((await signIn()).statusCode).toBe(200);
    const [row] = await testApp.orm.em.execute('select password_hash from users where id = ?', [id]);
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await signIn()).statusCode).toBe(200);
  });
});
