import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, issueToken, people, type Person } from '../support/people.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';

describe('/oauth/client', () => {
  let testApp: TestApp;
  let ada: Person;
  let bob: Person;
  beforeAll(async () => {
    testApp = await openTestApp({ env: { OAUTH_KEYS_PER_USER: '6' } });
    [ada, bob] = [await people.ada(testApp), await people.bob(testApp)];
  });
  afterAll(() => testApp.close());

  const URL = '/oauth/client';
  const post = (as: string, body: object) => testApp.request('POST', URL, { as, body });
  const put = (as: string, body: object) => testApp.request('PUT', URL, { as, body });
  const list = async (as: string): Promise<Record<string, unknown>[]> =>
    (await testApp.request('GET', URL, { as })).json();
  const remove = (as: string, id: string) => testApp.request('DELETE', `${URL}/${encodeURIComponent(id)}`, { as });
  const rotate = (as: string, id: string, body?: object) =>
    testApp.request('POST', `${URL}/${id}/secret`, { as, ...(body && { body }) });
  const createUser = (name: string) => people.named(testApp, name);
  const signIn = (person: Person, key: { client_id: string; secret: string }) =>
    postToken(testApp, {
      form: passwordForm(person),
      authorization: basic({ clientId: key.client_id, clientSecret: key.secret }),
    });
  const audited = (action: string, userId: number) =>
    testApp.orm.em.execute<Record<string, unknown>[]>(
      'select * from audit_entries where action = ? and user_id = ? order by id',
      [action, userId],
    );

  it('GET lists only the caller’s keys, each with client_id, name and secret', async () => {
    expect(await list(ada.token)).toEqual([
      { client_id: ada.key.clientId, name: 'A key', secret: ada.key.clientSecret },
    ]);
    expect(await list(bob.token)).toEqual([
      { client_id: bob.key.clientId, name: 'A key', secret: bob.key.clientSecret },
    ]);
  });

  it('GET returns an empty list for a user without keys', async () => {
    const noa = await createUser('noa');
    const { clientId } = await createKey(testApp, (await createUser('vendor')).id, { firstParty: true });
    const anothers = await issueToken(testApp, { userId: noa.id, clientId });
    await remove(noa.token, noa.key.clientId);

    expect(await list(anothers)).toEqual([]);
  });

  it('POST creates a key with which its owner can sign in', async () => {
    const eve = await createUser('eve');
    const { statusCode, body } = await post(eve.token, { name: '  Ticker  ' });
    const key = JSON.parse(body);

    expect(statusCode).toBe(200);
    expect(key).toEqual({
      client_id: expect.stringMatching(/^[A-Za-z0-9]{20}$/),
      name: 'Ticker',
      secret: expect.stringMatching(/^[A-Za-z0-9]{43}$/),
    });
    expect(await list(eve.token)).toContainEqual(key);
    expect((await signIn(eve, key)).statusCode).toBe(200);
  });

  it.each([
    [{}, ['/name']],
    [{ name: '' }, ['/name']],
    [{ name: ' \t ' }, ['/name']],
    [{ name: 'x'.repeat(81) }, ['/name']],
    [{ name: 'Your broker \u202e ?sredro dna stnuocca ruoy' }, ['/name']],
    [{ name: '\u200b' }, ['/name']],
    [{ name: 'two\nlines' }, ['/name']],
    [{ name: 7 }, ['/name']],
    [{ name: null }, ['/name']],
    [{ name: ['a'] }, ['/name']],
    [{ name: 'ok', secret: 'mine' }, ['/secret']],
    [{ name: 'ok', grant_types: null }, ['/grant_types']],
    [{ name: 'ok', redirect_uris: 'https://app.example.test' }, ['/redirect_uris']],
    [{ name: 'ok', redirect_uris: ['https://app.example.test/#a'] }, ['/redirect_uris']],
    [{ name: 'ok', redirect_uris: ['javascript:alert(1)'] }, ['/redirect_uris']],
    [
      { name: 'ok', redirect_uris: Array.from({ length: 21 }, (_, at) => `https://app.example.test/${at}`) },
      ['/redirect_uris'],
    ],
    [{ name: 'ok', post_logout_redirect_uris: ['data:text/html,x'] }, ['/post_logout_redirect_uris']],
    [{ name: 'ok', grant_types: ['magic'] }, ['/grant_types']],
    [{ name: 'ok', token_endpoint_auth_method: 'private_key_jwt' }, ['/token_endpoint_auth_method']],
    [{ name: 'ok', token_endpoint_auth_method: 'none', grant_types: ['password'] }, ['/grant_types']],
  ])('refuses %j and names the field', async (body, pointers) => {
    const answer = await post(ada.token, body);

    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toMatchObject(pointers.map((pointer) => ({ pointer })));
  });

  it('POST accepts a name of 80 visible characters', async () => {
    const han = await createUser('han');
    const name = '𝄞'.repeat(80);

    expect((await post(han.token, { name })).json().name).toBe(name);
    expect((await post(han.token, { name: `${name}x` })).statusCode).toBe(400);
  });

  it('PUT renames a key and keeps everything else', async () => {
    const ivy = await createUser('ivy');
    const before = (await post(ivy.token, { name: 'Old' })).json();

    expect((await put(ivy.token, { client_id: before.client_id, name: 'New' })).json()).toEqual({
      ...before,
      name: 'New',
    });
    expect(await list(ivy.token)).toContainEqual({ ...before, name: 'New' });
  });

  it('PUT rejects a name without visible characters', async () => {
    const ivy = await createUser('ivy-reads');

    expect((await put(ivy.token, { client_id: ivy.key.clientId, name: 'a\u202eb' })).json().errors).toMatchObject([
      { pointer: '/name', message: expect.stringContaining('U+202E') },
    ]);
    expect(await list(ivy.token)).toMatchObject([{ name: 'A key' }]);
  });

  it.each([[{ name: 'x' }], [{ client_id: 'x' }], [{}]])('PUT rejects a body with only %j', async (body) => {
    expect((await put(ada.token, body)).statusCode).toBe(400);
  });

  it('answers alike for another user’s key and a missing key', async () => {
    const bare = (answer: Awaited<ReturnType<typeof put>>) => {
      const { detail, code, title, type } = answer.json();
      return { statusCode: answer.statusCode, detail, code, title, type };
    };
    for (const missing of ['nobody', 'x'.repeat(90), 'ä', '%']) {
      const expected = bare(await put(ada.token, { client_id: missing, name: 'Mine' }));
      expect(expected).toMatchObject({ statusCode: 404, code: 'unknown_key' });
      expect(bare(await put(ada.token, { client_id: bob.key.clientId, name: 'Mine' }))).toEqual(expected);
      expect(bare(await remove(ada.token, bob.key.clientId))).toEqual(expected);
      expect(bare(await remove(ada.token, missing))).toEqual(expected);
      expect(bare(await rotate(ada.token, bob.key.clientId))).toEqual(expected);
    }
    expect((await remove(ada.token, 'a\0b')).statusCode).toBe(404);
    expect(await list(bob.token)).toMatchObject([{ name: 'A key', secret: bob.key.clientSecret }]);
  });

  it('DELETE removes a key with its tokens and consents at once', async () => {
    const joe = await createUser('joe');
    const key = (await post(joe.token, { name: 'Brief' })).json();
    const tokens = (await signIn(joe, key)).json();
    expect((await testApp.request('GET', '/users/me', { as: tokens.access_token })).statusCode).toBe(200);

    const removed = await remove(joe.token, key.client_id);

    expect([removed.statusCode, removed.json()]).toEqual([200, key]);
    expect((await testApp.request('GET', '/users/me', { as: tokens.access_token })).statusCode).toBe(303);
    const refresh = await postToken(testApp, {
      form: { grant_type: 'refresh_token', refresh_token: tokens.refresh_token },
      authorization: basic({ clientId: key.client_id, clientSecret: key.secret }),
    });
    expect([refresh.statusCode, refresh.json().error]).toEqual([401, 'invalid_client']);
    expect((await signIn(joe, key)).statusCode).toBe(401);
    expect((await remove(joe.token, key.client_id)).statusCode).toBe(404);
    expect(await list(joe.token)).toHaveLength(1);
  });

  it('DELETE answers one of two simultaneous requests with success', async () => {
    const kim = await createUser('kim');
    const { client_id: id } = (await post(kim.token, { name: 'Once' })).json();
    const answers = await Promise.all(Array.from({ length: 6 }, () => remove(kim.token, id)));

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404, 404, 404, 404]);
  });

  it('shows markup in a name as text, in JSON and on a page', async () => {
    const lea = await createUser('lea');
    const name = `<script>alert('&"')</script>`;
    const { client_id: id } = (await post(lea.token, { name })).json();
    const page = await testApp.request('GET', URL, { as: lea.token, accept: 'text/html' });

    expect((await list(lea.token)).find((key) => key['client_id'] === id)).toMatchObject({ name });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).not.toContain('<script>alert');
    expect(page.body).toContain('&lt;script&gt;alert');
  });

  it('POST rejects keys beyond the limit, also in simultaneous requests', async () => {
    const max = await createUser('max');
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => post(max.token, { name: `Key ${at}` })));
    const refused = answers.filter(({ statusCode }) => statusCode === 409);

    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5);
    expect(refused).toHaveLength(7);
    expect(refused[0]?.json().code).toBe('too_many_keys');
    expect(await list(max.token)).toHaveLength(6);
  });

  it('manages the customer’s keys when an administrator acts, and the audit log shows both', async () => {
    const [admin, ned] = [await people.admin(testApp), await createUser('ned')];
    const as = await issueToken(testApp, { userId: ned.id, actingUserId: admin.id, clientId: admin.key.clientId });
    const key = (await post(as, { name: 'Made for Ned' })).json();

    expect(await list(ned.token)).toContainEqual(key);
    expect(await list(admin.token)).toHaveLength(1);
    expect(await audited('key.created', ned.id)).toMatchObject([
      {
        outcome: 'granted',
        user_id: ned.id,
        acting_user_id: admin.id,
        client_id: admin.key.clientId,
        address: '127.0.0.1',
        subject_type: 'key',
        subject_id: key.client_id,
      },
    ]);
    expect(await audited('key.listed', ned.id)).toHaveLength(1);
  });

  it('is stored by no cache', async () => {
    const ora = await createUser('ora');
    const made = await post(ora.token, { name: 'Kept' });
    const { client_id: id } = made.json();
    const answers = [
      made,
      await testApp.request('GET', URL, { as: ora.token }),
      await put(ora.token, { client_id: id, name: 'Still' }),
      await rotate(ora.token, id),
      await remove(ora.token, id),
      await remove(ora.token, id),
      await post(ora.token, {}),
    ];

    for (const { headers } of answers) expect(headers['cache-control']).toContain('no-store');
  });

  it('PUT changes only the fields of the body', async () => {
    const pia = await createUser('pia');
    const details = {
      name: 'Web',
      redirect_uris: ['https://app.example.test/callback', 'http://127.0.0.1/callback'],
      post_logout_redirect_uris: ['https://app.example.test/'],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'client_secret_post',
    };
    const made = (await post(pia.token, details)).json();
    const { client_id: id } = made;
    const changed = (
      await put(pia.token, { client_id: id, name: 'Web 2', redirect_uris: ['https://app.example.test/'] })
    ).json();

    expect(made).toMatchObject(details);
    expect(changed).toEqual({ ...made, name: 'Web 2', redirect_uris: ['https://app.example.test/'] });
    expect(await list(pia.token)).toContainEqual(changed);
    expect((await signIn(pia, made)).json().error).toBe('unauthorized_client');
  });

  it('gives public keys no secret and no grant that needs one, and a secret when a key becomes confidential', async () => {
    const quin = await createUser('quin');
    const made = (
      await post(quin.token, {
        name: 'App',
        token_endpoint_auth_method: 'none',
        redirect_uris: ['com.example.app:/callback'],
      })
    ).json();
    const form = { ...passwordForm(quin), client_id: made.client_id };

    expect(made).toMatchObject({ secret: '', token_endpoint_auth_method: 'none' });
    expect((await postToken(testApp, { form })).json().error).toBe('unauthorized_client');
    expect((await rotate(quin.token, made.client_id)).json()).toMatchObject({ status: 409, code: 'no_secret' });

    const confidential = (
      await put(quin.token, {
        client_id: made.client_id,
        name: 'App',
        token_endpoint_auth_method: 'client_secret_basic',
        grant_types: ['password'],
      })
    ).json();
    expect(confidential.secret).toMatch(/^[A-Za-z0-9]{43}$/);
    expect((await signIn(quin, confidential)).statusCode).toBe(200);

    const again = (
      await put(quin.token, {
        client_id: made.client_id,
        name: 'App',
        token_endpoint_auth_method: 'none',
        grant_types: ['implicit'],
      })
    ).json();
    expect(again.secret).toBe('');
    expect((await signIn(quin, confidential)).json().error).toBe('invalid_client');
  });

  it('rejects client credentials and anonymous callers', async () => {
    for (const headers of [{}, { authorization: basic(ada.key) }]) {
      expect((await testApp.request('GET', URL, { headers })).statusCode).toBe(303);
      expect((await testApp.request('POST', URL, { headers, body: { name: 'x' } })).statusCode).toBe(303);
    }
  });
});
