import { calculateJwkThumbprint, createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, type Key, people, type Person } from '../support/people.js';
import { rotateSigningKey } from '../support/signing-keys.js';
import { readAuthorizationResponse, authorizeUrl, openBrowserClient } from '../support/browser-client.js';

const CALLBACK = 'https://app.example/cb';
const WELL_KNOWN = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'];

describe('discovery documents', () => {
  let testApp: TestApp;
  let ada: Person;
  let key: Key;

  beforeAll(async () => {
    testApp = await openTestApp();
    ada = await people.ada(testApp);
    key = await createKey(testApp, ada.id, { redirectUris: [CALLBACK] });
  });
  afterAll(() => testApp.close());

  const readMetadata = async (): Promise<Record<string, unknown>> =>
    (await testApp.request('GET', WELL_KNOWN[0] ?? '')).json();
  const fetchJwks = async (targetApp = testApp): Promise<JSONWebKeySet> =>
    (await targetApp.request('GET', '/oauth/jwks')).json();
  const requestIdToken = async (targetApp = testApp): Promise<string> => {
    const url = authorizeUrl({
      client_id: key.clientId,
      response_type: 'id_token',
      redirect_uri: CALLBACK,
      scope: 'openid',
    });
    return readAuthorizationResponse(await openBrowserClient(targetApp).authorize(url, ada)).fragment.id_token ?? '';
  };

  it.each([...WELL_KNOWN, '/oauth/jwks'])('can be read by every origin and cached: %s', async (url) => {
    for (const accept of ['application/json', 'text/html', null]) {
      const response = await testApp.request('GET', url, { accept });

      expect([response.statusCode, response.headers['content-type']]).toEqual([
        200,
        expect.stringMatching(/^application\/json/),
      ]);
      expect(response.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'cache-control': expect.stringMatching(/^public, max-age=\d+$/),
      });
    }
  });

  it('return the same at both addresses, with the base URL as issuer', async () => {
    const [firstResponse, secondResponse] = await Promise.all(WELL_KNOWN.map((url) => testApp.request('GET', url)));

    expect(firstResponse?.body).toBe(secondResponse?.body);
    expect((await readMetadata()).issuer).toBe(testApp.config.baseUrl);
  });

  it('list only endpoints that exist', async () => {
    const addresses = Object.entries(await readMetadata()).filter(
      ([name]) => name.endsWith('_endpoint') || name === 'jwks_uri' || name === 'service_documentation',
    );
    expect(addresses.length).toBeGreaterThanOrEqual(6);

    for (const [name, address] of addresses) {
      const method = ['token_endpoint', 'introspection_endpoint', 'revocation_endpoint'].includes(name)
        ? 'POST'
        : 'GET';
      expect(String(address).startsWith(`${testApp.config.baseUrl}/`)).toBe(true);
      const { statusCode } = await testApp.request(method, String(address).slice(testApp.config.baseUrl.length));
      expect([name, [404, 405, 500].includes(statusCode)]).toEqual([name, false]);
    }
  });

  it('list response types that work', async () => {
    const types = (await readMetadata()).response_types_supported as string[];
    expect(types).toEqual(['code', 'token', 'id_token', 'token id_token', 'id_token token', 'code id_token']);

    const browser = openBrowserClient(testApp);
    await browser.signIn(ada);
    for (const type of types) {
      const { query, fragment } = readAuthorizationResponse(
        await browser.get(
          authorizeUrl({ client_id: key.clientId, response_type: type, redirect_uri: CALLBACK, scope: 'openid' }),
        ),
      );
      const expected = type.split(' ').map((name) => (name === 'token' ? 'access_token' : name));
      expect(Object.keys({ ...query, ...fragment })).toEqual(expect.arrayContaining(expected));
    }
  });

  it('list the grants of the token endpoint', async () => {
    const grants = (await readMetadata()).grant_types_supported as string[];
    expect(grants).toEqual(expect.arrayContaining(['authorization_code', 'implicit', 'password']));

    for (const grant of [
      'password',
      'refresh_token',
      'authorization_code',
      'client_credentials',
      'urn:ietf:params:oauth:grant-type:device_code',
    ]) {
      const authorization = `Basic ${Buffer.from(`${key.clientId}:${key.clientSecret}`).toString('base64')}`;
      const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization };
      const { error } = (
        await testApp.request('POST', '/oauth/token', { headers, payload: `grant_type=${encodeURIComponent(grant)}` })
      ).json();
      expect([grant, error !== 'unsupported_grant_type']).toEqual([grant, grants.includes(grant)]);
    }
  });

  it('list supported features only', async () => {
    expect(await readMetadata()).toMatchObject({
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: true,
      code_challenge_methods_supported: ['S256'],
      response_modes_supported: ['query', 'fragment', 'form_post'],
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
      claims_parameter_supported: false,
    });
  });

  it('publish public keys with distinct ids', async () => {
    const { keys } = await fetchJwks();

    expect(keys.length).toBeGreaterThan(0);
    for (const jwk of keys) {
      expect(Object.keys(jwk).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
      expect(jwk.kid).toBe(await calculateJwkThumbprint(jwk));
    }
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(keys.length);
  });

  it('store private keys sealed', async () => {
    const rows = JSON.stringify(await testApp.orm.em.execute('select to_jsonb(k)::text "row" from signing_keys k'));

    expect(rows).toContain('sealed_private_jwk');
    expect(rows).not.toMatch(/"(?:d|p|q|dp|dq|qi)\\*"/);
  });

  it('publish the next key before its first signature and the previous one afterwards', async () => {
    const oldToken = await requestIdToken();
    const oldKid = decodeProtectedHeader(oldToken).kid;
    await rotateSigningKey(testApp);

    const jwks = await fetchJwks();
    const nextKid = jwks.keys.find(({ kid }) => kid !== oldKid)?.kid;
    expect(jwks.keys).toHaveLength(2);
    expect(decodeProtectedHeader(await requestIdToken()).kid).toBe(oldKid);

    await testApp.orm.em.execute(`update signing_keys set signs_from = signs_from - interval '1 day'`);
    const laterApp = await openTestApp({
      beside: testApp,
      env: { SECRET_KEY: testApp.config.secretKey, BASE_URL: testApp.config.baseUrl },
    });
    const newToken = await requestIdToken(laterApp);
    expect(decodeProtectedHeader(newToken).kid).toBe(nextKid);
    const keys = createLocalJWKSet(await fetchJwks(laterApp));
    await expect(jwtVerify(newToken, keys)).resolves.toBeDefined();
    await expect(jwtVerify(oldToken, keys)).resolves.toBeDefined();
    await laterApp.close();
  });

  it('create one first key for any number of processes', async () => {
    const firstApp = await openTestApp({ env: { SECRET_KEY: 'a secret key for two processes, long enough' } });
    const secondApp = await openTestApp({
      beside: firstApp,
      env: { SECRET_KEY: 'a secret key for two processes, long enough' },
    });
    const [firstResponse, secondResponse] = await Promise.all([
      fetchJwks(firstApp),
      fetchJwks(secondApp),
      fetchJwks(firstApp),
    ]);

    expect(firstResponse.keys).toHaveLength(1);
    expect(secondResponse).toEqual(firstResponse);
    await secondApp.close();
    await firstApp.close();
  });

  it('create a new key when the old ones cannot be opened, and publish both', async () => {
    const firstApp = await openTestApp({ env: { SECRET_KEY: 'the first secret key, which will be lost' } });
    const jwksBefore = await fetchJwks(firstApp);
    const secondApp = await openTestApp({
      beside: firstApp,
      env: { SECRET_KEY: 'the second secret key, found afterwards' },
    });
    const jwksAfter = await fetchJwks(secondApp);

    expect(jwksAfter.keys).toHaveLength(2);
    expect(jwksAfter.keys).toEqual(expect.arrayContaining(jwksBefore.keys));
    await secondApp.close();
    await firstApp.close();
  });

  it('sign with ES256 when configured', async () => {
    const es256App = await openTestApp({
      beside: testApp,
      env: { ID_TOKEN_ALGORITHM: 'ES256', SECRET_KEY: testApp.config.secretKey, BASE_URL: testApp.config.baseUrl },
    });
    const token = await requestIdToken(es256App);

    expect(decodeProtectedHeader(token).alg).toBe('ES256');
    await expect(jwtVerify(token, createLocalJWKSet(await fetchJwks(es256App)))).resolves.toBeDefined();
    expect((await es256App.request('GET', WELL_KNOWN[0] ?? '')).json()).toMatchObject({
      id_token_signing_alg_values_supported: ['ES256'],
    });
    await es256App.close();
  });

  it('ignore the Host header and unconfigured proxies', async () => {
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    };

    expect((await testApp.request('GET', WELL_KNOWN[0] ?? '', { headers })).body).not.toContain('evil.example');
  });
});
