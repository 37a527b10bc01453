import { decodeJwt } from 'jose';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, type Key, people, type Person } from '../support/people.js';
import { basic, postToken } from '../support/token-endpoint.js';
import { readAuthorizationResponse, authorizeUrl, openBrowserClient } from '../support/browser-client.js';

const CALLBACK = 'https://app.example.test/callback';
const CLAIMS = ['name', 'given_name', 'family_name', 'updated_at', 'email', 'email_verified'];

/** OpenID Connect Core §5.4: where an access token is issued, the claims come from userinfo, unless the key is set up otherwise. */
describe('id_token_profile of an API key', () => {
  let testApp: TestApp;
  let ada: Person;
  let key: Key;
  beforeAll(async () => {
    testApp = await openTestApp();
    ada = await people.ada(testApp);
    key = await createKey(testApp, ada.id, { redirectUris: [CALLBACK] });
  });
  afterAll(() => testApp.close());

  const updateClient = async (body: object) =>
    (
      await testApp.request('PUT', '/oauth/client', {
        as: ada.token,
        body: { client_id: key.clientId, name: 'A key', ...body },
      })
    ).json<Record<string, unknown>>();
  const authorize = async (responseType: string, scope: string) =>
    readAuthorizationResponse(
      await openBrowserClient(testApp).authorize(
        authorizeUrl({ client_id: key.clientId, response_type: responseType, redirect_uri: CALLBACK, scope }),
        ada,
      ),
    );
  const redeemCode = async (code: string | undefined) =>
    (
      await postToken(testApp, {
        form: { grant_type: 'authorization_code', code: code ?? '' },
        authorization: basic(key),
      })
    ).json<{ access_token: string; id_token: string }>();
  const decodeClaims = (idToken: string | undefined) =>
    Object.fromEntries(Object.entries(decodeJwt(idToken ?? '')).filter(([name]) => CLAIMS.includes(name)));

  /** The claims of the id tokens of each way to get one beside an access token, and those of userinfo. */
  const collectClaims = async (scope: string) => {
    const byCode = await redeemCode((await authorize('code', scope)).query.code);
    const { fragment: implicit } = await authorize('token id_token', scope);
    const { fragment: hybrid } = await authorize('code id_token', scope);
    const claims = (await testApp.request('GET', '/oauth/userinfo', { as: byCode.access_token })).json<
      Record<string, unknown>
    >();
    const userinfo = Object.fromEntries(Object.entries(claims).filter(([name]) => name !== 'sub'));
    return {
      claimsByFlow: [byCode.id_token, implicit.id_token, hybrid.id_token, (await redeemCode(hybrid.code)).id_token].map(
        decodeClaims,
      ),
      userinfo,
    };
  };

  it('is off for a new key: claims of profile and email are at userinfo only', async () => {
    const { claimsByFlow, userinfo } = await collectClaims('openid profile email');

    expect(claimsByFlow).toEqual([{}, {}, {}, {}]);
    expect(Object.keys(userinfo).sort()).toEqual([...CLAIMS].sort());
    expect(await updateClient({})).not.toHaveProperty('id_token_profile');
  });

  it('adds the claims of the granted scopes to every id token when on', async () => {
    expect(await updateClient({ id_token_profile: true })).toMatchObject({ id_token_profile: true });
    expect(await updateClient({})).toMatchObject({ id_token_profile: true });

    for (const scope of ['openid profile email', 'openid email', 'openid profile', 'openid']) {
      const { claimsByFlow, userinfo } = await collectClaims(scope);
      expect([scope, claimsByFlow]).toEqual([scope, [userinfo, userinfo, userinfo, userinfo]]);
    }
  });

  it('can be switched off, and accepts only true and false', async () => {
    expect(await updateClient({ id_token_profile: false })).not.toHaveProperty('id_token_profile');
    expect((await collectClaims('openid profile')).claimsByFlow).toEqual([{}, {}, {}, {}]);
    expect((await updateClient({ id_token_profile: 'yes' }))['errors']).toMatchObject([
      { pointer: '/id_token_profile' },
    ]);
  });
});
