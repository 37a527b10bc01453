import { type TestApp, openTestApp } from '../support/test-app.js';
import { issueToken, people, type Person } from '../support/people.js';
import { basic, postToken } from '../support/token-endpoint.js';

type Key = Readonly<{ client_id: string; name: string; secret: string }>;

/** What an administrator makes for a customer must not outlive the right to act for them. */
describe('API keys that an administrator makes on behalf of a customer', () => {
  let testApp: TestApp;
  let admin: Person;
  let ada: Person;
  let onBehalf: string;
  beforeAll(async () => {
    testApp = await openTestApp();
    [admin, ada] = [await people.admin(testApp), await people.ada(testApp)];
    onBehalf = await issueToken(testApp, { userId: ada.id, actingUserId: admin.id, clientId: admin.key.clientId });
  });
  afterAll(() => testApp.close());

  const make = async (as: string, name: string): Promise<Key> =>
    (
      await testApp.request('POST', '/oauth/client', { as, body: { name, grant_types: ['client_credentials'] } })
    ).json();
  const listed = async (as: string): Promise<Key[]> => (await testApp.request('GET', '/oauth/client', { as })).json();
  const credentials = (key: Key) => basic({ clientId: key.client_id, clientSecret: key.secret });
  const grant = (key: Key) =>
    postToken(testApp, { form: { grant_type: 'client_credentials' }, authorization: credentials(key) });
  const introspect = async (key: Key, token: string) =>
    (
      await testApp.request('POST', '/oauth/introspect', {
        headers: { authorization: credentials(key), 'content-type': 'application/x-www-form-urlencoded' },
        body: { token },
      })
    ).json<Record<string, unknown>>();
  const sql = (statement: string, values: unknown[]) => testApp.orm.em.fork().execute(statement, values);

  it('show the administrator only the secrets that the administrator created', async () => {
    const [own, made] = [await make(ada.token, 'Her own'), await make(onBehalf, 'Made for her')];
    const secretIn = (keys: readonly Key[], { client_id: id }: Key) => keys.find((key) => key.client_id === id)?.secret;

    const [toAdministrator, toOwner] = [await listed(onBehalf), await listed(ada.token)];
    expect([secretIn(toAdministrator, own), secretIn(toAdministrator, made)]).toEqual(['', made.secret]);
    expect([secretIn(toOwner, own), secretIn(toOwner, made)]).toEqual([own.secret, made.secret]);
    expect(
      (
        await testApp.request('PUT', '/oauth/client', {
          as: onBehalf,
          body: { client_id: own.client_id, name: 'Hers still' },
        })
      ).json(),
    ).toMatchObject({ name: 'Hers still', secret: '' });
  });

  it('act on behalf with client_credentials, until the administrator loses that right', async () => {
    const key = await make(onBehalf, 'By itself');
    const { access_token: token } = (await grant(key)).json();
    expect(await introspect(key, token)).toMatchObject({
      active: true,
      sub: String(ada.id),
      act: { sub: String(admin.id) },
    });

    await sql('update users set role = ? where id = ?', ['Customer', admin.id]);
    expect((await testApp.request('GET', '/users/me', { as: token })).statusCode).toBe(303);
    expect([(await grant(key)).statusCode, (await grant(key)).json().error]).toEqual([400, 'unauthorized_client']);
    await sql('update users set role = ? where id = ?', ['Admin', admin.id]);
  });

  it('belong to the owner alone once the owner replaces the secret, which ends the old one at once', async () => {
    const key = await make(onBehalf, 'Taken over');
    const rotated: Key = (
      await testApp.request('POST', `/oauth/client/${key.client_id}/secret`, {
        as: ada.token,
        body: { overlap_seconds: 3600 },
      })
    ).json();

    expect((await grant(key)).statusCode).toBe(401);
    const { access_token: token } = (await grant(rotated)).json();
    expect(await introspect(rotated, token)).not.toHaveProperty('act');
    expect((await listed(onBehalf)).find(({ client_id: id }) => id === key.client_id)?.secret).toBe('');
  });
});
