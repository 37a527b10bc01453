import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, people, type Person } from '../support/people.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';

const URL = '/oauth/client';

describe('the secret of an API key', () => {
  let testApp: TestApp;
  beforeAll(async () => (testApp = await openTestApp()));
  afterAll(() => testApp.close());

  const post = (as: string, body: object) => testApp.request('POST', URL, { as, body });
  const list = async (as: string): Promise<Record<string, unknown>[]> =>
    (await testApp.request('GET', URL, { as })).json();
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

  it('PUT accepts both secrets until the old one expires, then only the new one', async () => {
    const rita = await createUser('rita');
    const old = (await post(rita.token, { name: 'Turning' })).json();
    const fresh = (await rotate(rita.token, old.client_id, { overlap_seconds: 3 })).json();

    expect(fresh).toEqual({
      ...old,
      secret: expect.stringMatching(/^[A-Za-z0-9]{43}$/),
      previous_secret_expires_at: expect.any(String),
    });
    expect(fresh.secret).not.toBe(old.secret);
    expect([(await signIn(rita, old)).statusCode, (await signIn(rita, fresh)).statusCode]).toEqual([200, 200]);
    await new Promise((resolve) =>
      setTimeout(resolve, Math.max(0, Date.parse(fresh.previous_secret_expires_at) - Date.now()) + 20),
    );
    expect([(await signIn(rita, old)).statusCode, (await signIn(rita, fresh)).statusCode]).toEqual([401, 200]);
    expect(await list(rita.token)).toContainEqual({ client_id: old.client_id, name: 'Turning', secret: fresh.secret });
  });

  it('PUT keeps the old secret for a day by default, and ends it at once with 0', async () => {
    const sam = await createUser('sam');
    const first = (await post(sam.token, { name: 'Turning' })).json();
    const second = (await rotate(sam.token, first.client_id)).json();
    const third = (await rotate(sam.token, first.client_id, { overlap_seconds: 0 })).json();

    expect(Date.parse(second.previous_secret_expires_at) - Date.now()).toBeGreaterThan(86_000_000);
    expect(third.previous_secret_expires_at).toBeUndefined();
    expect([
      (await signIn(sam, first)).statusCode,
      (await signIn(sam, second)).statusCode,
      (await signIn(sam, third)).statusCode,
    ]).toEqual([401, 401, 200]);
    expect((await rotate(sam.token, first.client_id, { overlap_seconds: -1 })).statusCode).toBe(400);
    expect(
      (await audited('key.rotated', sam.id)).map(
        (row) => `${String(row['subject_type'])} ${String(row['subject_id'])}`,
      ),
    ).toEqual([`key ${first.client_id}`, `key ${first.client_id}`]);
  });

  it('shows a secret once and stores no readable copy when secrets are shown once', async () => {
    const discreet = await openTestApp({ env: { OAUTH_SHOW_SECRETS: 'once' } });
    try {
      const uma = await people.named(discreet, 'uma');
      const made = (await discreet.request('POST', URL, { as: uma.token, body: { name: 'Once' } })).json();
      const [row] = await discreet.orm.em.execute<{ sealed_secret: string | null }[]>(
        'select sealed_secret from clients where client_id = ?',
        [made.client_id],
      );

      expect(made.secret).toMatch(/^[A-Za-z0-9]{43}$/);
      expect((await discreet.request('GET', URL, { as: uma.token })).json()).toContainEqual({ ...made, secret: '' });
      expect(row?.sealed_secret).toBeNull();
      const kept = await createKey(discreet, uma.id);
      expect((await discreet.request('GET', URL, { as: uma.token })).body).not.toContain(kept.clientSecret);
    } finally {
      await discreet.close();
    }
  });
});
