import pg from 'pg';
import { commandLine } from '../support/command-line.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { writeKeyUses } from '../support/key-uses.js';
import { createKey, issueToken, type Key, people, type Person } from '../support/people.js';
import { readAuthorizationResponse, authorizeUrl, proofKey, openBrowserClient } from '../support/browser-client.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';

describe('the last use of a key', () => {
  let testApp: TestApp;
  let ada: Person;
  let key: Key;
  beforeAll(async () => {
    testApp = await openTestApp();
    ada = await people.ada(testApp);
  });
  beforeEach(async () => {
    key = await createKey(testApp, ada.id, { redirectUris: ['https://app.example/cb'] });
  });
  afterAll(() => testApp.close());

  const kept = async ({ clientId }: Key): Promise<Date | undefined> => {
    await writeKeyUses(testApp);
    const [row] = await testApp.orm.em.execute<{ at: Date }[]>(
      'select last_used_at at from key_uses where client_id = ?',
      [clientId],
    );
    return row && new Date(row.at);
  };
  const form = 'application/x-www-form-urlencoded';

  it('is null for a key that was only created, named or guessed', async () => {
    await postToken(testApp, { form: passwordForm(ada), authorization: basic({ ...key, clientSecret: 'wrong' }) });
    const open = await createKey(testApp, ada.id, { tokenEndpointAuthMethod: 'none' });
    await postToken(testApp, { form: { grant_type: 'authorization_code', code: 'x', client_id: open.clientId } });

    expect([await kept(key), await kept(open)]).toEqual([undefined, undefined]);
  });

  it('is the time of a grant, of Basic credentials, and of a request with one of its tokens', async () => {
    const uses = [
      () => postToken(testApp, { form: passwordForm(ada), authorization: basic(key) }),
      () =>
        testApp.request('POST', '/oauth/introspect', {
          headers: { 'content-type': form, authorization: basic(key) },
          body: { token: 'x' },
        }),
      () => testApp.request('POST', '/users', { headers: { authorization: basic(key) }, body: { email: 'nobody' } }),
      async () =>
        testApp.request('GET', '/users/me', {
          as: await issueToken(testApp, { userId: ada.id, clientId: key.clientId }),
        }),
      async () =>
        testApp.request('GET', '/oauth/userinfo', {
          as: await issueToken(testApp, { userId: ada.id, clientId: key.clientId, scope: 'openid' }),
        }),
    ];
    let before = 0;
    for (const use of uses) {
      const start = Date.now();
      await use();
      const at = (await kept(key))?.getTime() ?? 0;
      expect(at).toBeGreaterThanOrEqual(start - 50);
      expect(at).toBeLessThanOrEqual(Date.now() + 50);
      expect(at).toBeGreaterThan(before);
      before = at;
    }
  });

  it('includes the token that a public key gets for a code', async () => {
    const open = await createKey(testApp, ada.id, {
      tokenEndpointAuthMethod: 'none',
      redirectUris: ['https://app.example/cb'],
    });
    const { verifier, challenge } = proofKey();
    const url = authorizeUrl({
      client_id: open.clientId,
      response_type: 'code',
      redirect_uri: 'https://app.example/cb',
      scope: 'openid',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    const { code = '' } = readAuthorizationResponse(await openBrowserClient(testApp).authorize(url, ada)).query;
    await postToken(testApp, {
      form: { grant_type: 'authorization_code', code, code_verifier: verifier, client_id: open.clientId },
    });

    expect(await kept(open)).toBeInstanceOf(Date);
  });

  it('is written in the background, once per key for many requests', async () => {
    const token = await issueToken(testApp, { userId: ada.id, clientId: key.clientId });
    const rows = () =>
      testApp.orm.em.execute<unknown[]>('select xmin::text, last_used_at from key_uses where client_id = ?', [
        key.clientId,
      ]);
    for (let at = 0; at < 20; at++) await testApp.request('GET', '/users/me', { as: token });
    expect(await rows()).toEqual([]);

    await writeKeyUses(testApp);
    const first = await rows();
    await writeKeyUses(testApp);
    expect(first).toHaveLength(1);
    expect(await rows()).toEqual(first);
  });

  it('invalidates no token caches of other processes', async () => {
    const token = await issueToken(testApp, { userId: ada.id, clientId: key.clientId });
    const listener = new pg.Client({ connectionString: testApp.database.url });
    const heard: unknown[] = [];
    listener.on('notification', ({ payload }) => heard.push(payload));
    await listener.connect();
    await listener.query('listen access_changed');
    await testApp.request('GET', '/users/me', { as: token });
    await kept(key);
    // An answer comes after everything that was announced before it.
    await listener.query('select');
    await listener.end();

    expect(heard).toEqual([]);
  });

  it('is the latest that any process recorded, and is deleted with the key', async () => {
    const other = await openTestApp({ beside: testApp, env: { SECRET_KEY: testApp.config.secretKey } });
    const request = { form: passwordForm(ada), authorization: basic(key) };
    await postToken(testApp, request);
    await postToken(other, request);
    await writeKeyUses(other);
    const latest = await kept(key);
    await other.close();

    expect(await kept(key)).toEqual(latest);
    await testApp.request('DELETE', `/oauth/client/${key.clientId}`, { as: ada.token });
    expect(await kept(key)).toBeUndefined();
  });

  it('is written before the service stops, and read by the next', async () => {
    const short = await openTestApp({ beside: testApp, env: { SECRET_KEY: testApp.config.secretKey } });
    await postToken(short, { form: passwordForm(ada), authorization: basic(key) });
    await short.close();

    expect(await kept(key)).toBeInstanceOf(Date);
    const listed: { client_id: string; last_used_at: string }[] = (
      await commandLine(testApp)('key', 'list', '--owner', ada.email)
    ).result;
    expect(listed.find(({ client_id: id }) => id === key.clientId)?.last_used_at).toBe(
      (await kept(key))?.toISOString(),
    );
  });

  it('skips keys that were removed meanwhile and writes the others', async () => {
    const gone = await createKey(testApp, ada.id);
    await postToken(testApp, { form: passwordForm(ada), authorization: basic(gone) });
    await postToken(testApp, { form: passwordForm(ada), authorization: basic(key) });
    await testApp.orm.em.execute('delete from clients where client_id = ?', [gone.clientId]);

    expect(await kept(key)).toBeInstanceOf(Date);
  });

  it('is not part of GET /oauth/client', async () => {
    await postToken(testApp, { form: passwordForm(ada), authorization: basic(ada.key) });
    await writeKeyUses(testApp);
    const listed: { client_id: string }[] = (await testApp.request('GET', '/oauth/client', { as: ada.token })).json();

    expect(Object.keys(listed.find(({ client_id: id }) => id === ada.key.clientId) ?? {})).toEqual([
      'client_id',
      'name',
      'secret',
    ]);
  });
});
