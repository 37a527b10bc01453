import { actInBrowser, type Fields } from '../support/acting.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, type Key, people, type Person } from '../support/people.js';
import { basic, postToken } from '../support/token-endpoint.js';
import { readAuthorizationResponse, authorizeUrl, formsOf, type BrowserClient } from '../support/browser-client.js';

const CALLBACK = 'https://app.example.test/cb';

/** Applications that an administrator signs in to while acting for a customer. */
describe('GET /oauth/authorize while acting for a customer', () => {
  let testApp: TestApp;
  let admin: Person;
  let ada: Person;
  let bob: Person;
  let key: Key;

  beforeAll(async () => {
    testApp = await openTestApp();
    [admin, ada, bob] = [await people.admin(testApp), await people.ada(testApp), await people.bob(testApp)];
    key = await createKey(testApp, bob.id, {
      name: 'Reports',
      redirectUris: [CALLBACK],
      grantTypes: ['authorization_code', 'implicit', 'refresh_token'],
    });
  });
  afterAll(() => testApp.close());

  const { signedIn, stop, actingFor, newest } = actInBrowser(() => testApp);
  const toAuthorizeUrl = (parameters: Record<string, string> = {}) =>
    authorizeUrl({
      client_id: key.clientId,
      response_type: 'code',
      redirect_uri: CALLBACK,
      scope: 'openid email',
      ...parameters,
    });
  const consent = async (browser: BrowserClient, url: string) =>
    browser.follow(await browser.submit(await browser.get(url), { decision: 'agree' }));
  const decodeClaims = (idToken: string): Fields =>
    JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()) as Fields;
  const redeemCode = async (code: string | undefined) =>
    (
      await postToken(testApp, {
        form: { grant_type: 'authorization_code', code: code ?? '' },
        authorization: basic(key),
      })
    ).json<Record<string, string>>();

  it('issues tokens of the customer that name the administrator, with the shorter lifetime', async () => {
    const browser = await actingFor();
    const { query } = readAuthorizationResponse(await consent(browser, toAuthorizeUrl()));
    const tokens = await redeemCode(query['code']);
    const claims = decodeClaims(tokens['id_token'] ?? '');
    const { onBehalf } = testApp.config.lifetimes;

    expect(tokens['expires_in']).toBe(onBehalf.accessSeconds);
    expect(claims).toMatchObject({ sub: String(ada.id), act: { sub: String(admin.id) } });
    expect(Number(claims['exp']) - Number(claims['iat'])).toBeLessThanOrEqual(onBehalf.accessSeconds);
    expect((await testApp.request('GET', '/users/me', { as: tokens['access_token'] ?? '' })).json()).toMatchObject({
      id: ada.id,
    });
    expect(
      (await testApp.request('GET', '/oauth/userinfo', { as: tokens['access_token'] ?? '' })).json(),
    ).toMatchObject({ sub: String(ada.id), email: ada.email });
    expect((await testApp.request('GET', '/users', { as: tokens['access_token'] ?? '' })).statusCode).toBe(403);
    expect(await newest('action=token.authorization_code')).toMatchObject({
      user_id: ada.id,
      acting_user_id: admin.id,
      client_id: key.clientId,
    });
  });

  it('names the administrator in an id token without an access token', async () => {
    const browser = await actingFor();
    const { fragment } = readAuthorizationResponse(
      await consent(browser, toAuthorizeUrl({ response_type: 'id_token', nonce: 'n' })),
    );

    expect(decodeClaims(fragment['id_token'] ?? '')).toMatchObject({
      sub: String(ada.id),
      act: { sub: String(admin.id) },
      email: ada.email,
    });
    expect(await newest('action=token.implicit')).toMatchObject({ user_id: ada.id, acting_user_id: admin.id });
  });

  it('asks for consent every time and remembers none', async () => {
    const grace = await people.named(testApp, 'grace');
    await (await signedIn()).authorize(toAuthorizeUrl(), admin);
    const browser = await actingFor(grace);
    const page = await browser.get(toAuthorizeUrl());

    expect(page.body).toMatch(
      new RegExp(
        `asks for access to the account of <strong><bdi>${grace.email}</bdi></strong>, for whom you are acting`,
      ),
    );
    expect(page.body).toContain('<li>See their email address</li>');
    expect((await consent(browser, toAuthorizeUrl())).headers.location).toContain('code=');
    expect(await newest('action=consent.given')).toMatchObject({
      outcome: 'granted',
      user_id: grace.id,
      acting_user_id: admin.id,
      detail: 'once: openid email read',
    });
    expect((await browser.get(toAuthorizeUrl())).statusCode).toBe(200);
    expect(readAuthorizationResponse(await browser.get(toAuthorizeUrl({ prompt: 'none' }))).query['error']).toBe(
      'consent_required',
    );
    await stop(browser);

    const ownBrowser = await signedIn(grace);
    expect(formsOf((await ownBrowser.get(toAuthorizeUrl())).body)[0]?.action).toBe('/oauth/consent');
  });

  it('ignores consents of the customer', async () => {
    await (await signedIn(ada)).authorize(toAuthorizeUrl(), ada);

    expect(formsOf((await (await actingFor()).get(toAuthorizeUrl())).body)[0]?.action).toBe('/oauth/consent');
    expect(
      formsOf(
        (
          await (
            await actingFor()
          ).get(toAuthorizeUrl({ client_id: ada.key.clientId, redirect_uri: 'http://127.0.0.1/cb' }))
        ).body,
      )[0]?.action,
    ).toBe('/oauth/consent');
  });

  it('limits a consent to its session and customer', async () => {
    const browser = await actingFor();
    const consented = await browser.submit(await browser.get(toAuthorizeUrl()), { decision: 'agree' });
    const resume = String(consented.headers.location);

    for (const other of [await actingFor(ada), await actingFor(bob), await signedIn(await people.eve(testApp))]) {
      expect(formsOf((await other.get(resume)).body)[0]?.action).toBe('/oauth/consent');
    }
    expect((await browser.get(resume)).headers.location).toContain('code=');
  });

  it('audits a denial under both names', async () => {
    const browser = await actingFor();
    const rejected = await browser.follow(
      await browser.submit(await browser.get(toAuthorizeUrl()), { decision: 'refuse' }),
    );

    expect(readAuthorizationResponse(rejected).query['error']).toBe('access_denied');
    expect(await newest('action=consent.given')).toMatchObject({
      outcome: 'denied',
      user_id: ada.id,
      acting_user_id: admin.id,
    });
  });

  it('ends tokens, codes and refresh tokens when the administrator stops acting', async () => {
    const browser = await actingFor();
    const tokens = await redeemCode(readAuthorizationResponse(await consent(browser, toAuthorizeUrl())).query['code']);
    const unused = readAuthorizationResponse(await consent(browser, toAuthorizeUrl())).query['code'];
    const ownBrowser = await signedIn();
    await stop(browser);

    expect((await redeemCode(unused))['error']).toBe('invalid_grant');
    expect(
      (
        await postToken(testApp, {
          form: { grant_type: 'refresh_token', refresh_token: tokens['refresh_token'] ?? '' },
          authorization: basic(key),
        })
      ).json().error,
    ).toBe('invalid_grant');
    expect((await testApp.request('GET', '/users/me', { as: tokens['access_token'] ?? '' })).statusCode).toBe(303);
    expect((await ownBrowser.get('/users')).statusCode).toBe(200);
  });
});
