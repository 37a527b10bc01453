import { exportSPKI, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, type Key, people, type Person } from '../support/people.js';
import {
  readAuthorizationResponse,
  authorizeUrl,
  formsOf,
  type BrowserClient,
  openBrowserClient,
} from '../support/browser-client.js';

const CALLBACK = 'https://app.example/cb';

type TokenParts = Readonly<{
  head: string;
  payload: string;
  signature: string;
  kid: string;
  claims: Record<string, unknown>;
  publicJwk: JWK;
}>;

const encodePart = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Id tokens that this service has not issued, each made from one that it has. */
const forgeries: readonly (readonly [string, (parts: TokenParts) => Promise<string> | string])[] = [
  [
    'with a changed claim',
    ({ head, claims, signature }) => `${head}.${encodePart({ ...claims, name: 'Forged' })}.${signature}`,
  ],
  ['without a signature', ({ head, payload }) => `${head}.${payload}.`],
  ['with the algorithm none', ({ payload, kid }) => `${encodePart({ alg: 'none', kid })}.${payload}.`],
  [
    'signed with the published key as a secret',
    async ({ claims, kid, publicJwk }) => {
      const pem = await exportSPKI((await importJWK(publicJwk, 'RS256', { extractable: true })) as CryptoKey);
      return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(Buffer.from(pem));
    },
  ],
  [
    'signed by another key under the same name',
    async ({ claims, kid }) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign((await generateKeyPair('RS256')).privateKey),
  ],
  [
    'signed by a key that it brings along',
    async ({ claims }) => {
      const { publicKey, privateKey } = await generateKeyPair('RS256');
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', jwk: await exportJWK(publicKey), jku: 'https://evil.example/jwks' })
        .sign(privateKey);
    },
  ],
  [
    'of another algorithm than its key',
    async ({ claims, kid }) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign((await generateKeyPair('ES256')).privateKey),
  ],
];

describe('id_token_hint that this service did not issue', () => {
  let testApp: TestApp;
  let ada: Person;
  let key: Key;
  let browser: BrowserClient;
  let genuineToken: string;
  let parts: TokenParts;
  beforeAll(async () => {
    testApp = await openTestApp();
    ada = await people.ada(testApp);
    key = await createKey(testApp, ada.id, { redirectUris: [CALLBACK] });
    browser = openBrowserClient(testApp);
    await browser.signIn(ada);
    genuineToken = readAuthorizationResponse(await browser.get(authorize('id_token'))).fragment.id_token ?? '';
    const [head = '', payload = '', signature = ''] = genuineToken.split('.');
    const decodePart = (part: string) =>
      JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
    const { keys } = (await testApp.request('GET', '/oauth/jwks')).json<{ keys: JWK[] }>();
    parts = {
      head,
      payload,
      signature,
      kid: String(decodePart(head)['kid']),
      claims: decodePart(payload),
      publicJwk: keys[0] ?? { kty: 'RSA' },
    };
  });
  afterAll(() => testApp.close());

  const authorize = (type: string, parameters: Record<string, string> = {}) =>
    authorizeUrl({
      client_id: key.clientId,
      response_type: type,
      redirect_uri: CALLBACK,
      scope: 'openid',
      nonce: 'n',
      ...parameters,
    });
  const requestWithHint = async (hint: string) =>
    readAuthorizationResponse(await browser.get(authorize('code', { prompt: 'none', id_token_hint: hint }))).query;

  it('differs from a genuine one, which gets a code', async () => {
    expect(await requestWithHint(genuineToken)).toHaveProperty('code');
  });

  it.each(forgeries)('with %s is rejected at /oauth/authorize with invalid_request', async (_what, forge) => {
    expect(await requestWithHint(await forge(parts))).toMatchObject({ error: 'invalid_request' });
  });

  it.each(forgeries)('with %s asks the user at /oauth/logout', async (_what, forge) => {
    const page = await browser.get(
      `/oauth/logout?${new URLSearchParams({ client_id: key.clientId, redirect_uri: CALLBACK, id_token_hint: await forge(parts) }).toString()}`,
    );

    expect([page.statusCode, formsOf(page.body)[0]?.action]).toEqual([200, '/logout']);
    expect(await requestWithHint(genuineToken)).toHaveProperty('code');
  });
});
