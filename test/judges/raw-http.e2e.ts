import { createHash } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { CALLBACK, type ProviderUnderTest, openProviderUnderTest } from '../support/provider-under-test.js';
import { overHttp } from '../support/over-http.js';
import { createKey, type Key } from '../support/people.js';
import { passwordForm } from '../support/token-endpoint.js';
import { authorizeUrl, proofKey } from '../support/browser-client.js';

/**
 * What no library among the judges can do, by hand: the implicit flow, and the ways in which the rest of the world writes Basic
 * credentials. passport-oauth2 and its like encode nothing; others encode as a form, and some of them every single byte.
 */
describe('a client that was written by hand', () => {
  let provider: ProviderUnderTest;
  /** Ours are made of letters and digits; an operator may bring others along (BOOTSTRAP_CLIENT_ID and _SECRET). */
  const keys: Record<string, Key> = {
    'a key with marks': { clientId: 'first.key-1_a~', clientSecret: "p+%41/=&!'()*~ -_.x" },
    'a key in Greek': { clientId: 'κλειδί', clientSecret: 'μυστικό με κενό' },
  };
  beforeAll(async () => {
    provider = await openProviderUnderTest();
    for (const key of Object.values(keys)) await createKey(provider.testApp, provider.ada.id, key);
    keys['a generated key'] = provider.key;
  });
  afterAll(() => provider.close());

  const percentEncode = (text: string, digits: (hex: string) => string): string =>
    [...Buffer.from(text)].map((byte) => `%${digits(byte.toString(16).padStart(2, '0'))}`).join('');
  const encodings: readonly (readonly [string, (text: string) => string])[] = [
    ['as they are', (text) => text],
    ['encoded as a form', (text) => new URLSearchParams([['', text]]).toString().slice(1)],
    ['encoded as a part of an address', encodeURIComponent],
    ['with every byte encoded', (text) => percentEncode(text, (hex) => hex.toUpperCase())],
    ['with every byte encoded in small letters', (text) => percentEncode(text, (hex) => hex)],
  ];

  describe.each(['a generated key', 'a key with marks', 'a key in Greek'])('proves %s by Basic', (clientName) => {
    it.each(encodings)('%s', async (_how, encode) => {
      const { clientId, clientSecret } = keys[clientName] ?? provider.key;
      const basic = (secret: string) =>
        `Basic ${Buffer.from(`${encode(clientId)}:${encode(secret)}`).toString('base64')}`;
      const introspectToken = (secret: string) =>
        overHttp(provider.url).form('/oauth/token', passwordForm(provider.ada), basic(secret));

      expect((await introspectToken(clientSecret)).statusCode).toBe(200);
      expect((await introspectToken(`${clientSecret}x`)).statusCode).toBe(401);
    });
  });

  const toAuthorizeUrl = (parameters: Record<string, string>) =>
    authorizeUrl({
      client_id: provider.key.clientId,
      redirect_uri: CALLBACK,
      scope: 'openid',
      state: 's',
      nonce: 'n',
      ...parameters,
    });
  const fetchJwks = () => createRemoteJWKSet(new URL(`${provider.url}/oauth/jwks`));

  it('is given an access token in the fragment, which works at once', async () => {
    const response = new URLSearchParams(
      (await provider.comeBack(toAuthorizeUrl({ response_type: 'token' }))).hash.slice(1),
    );
    const me = await overHttp(provider.url).request('GET', '/users/me', {
      headers: { authorization: `Bearer ${response.get('access_token') ?? ''}` },
    });

    expect([...response.keys()].sort()).toEqual(['access_token', 'expires_in', 'iss', 'scope', 'state', 'token_type']);
    expect([response.get('iss'), response.get('state'), me.statusCode]).toEqual([provider.url, 's', 200]);
  });

  it.each(['token id_token', 'id_token token'])('verifies signature, nonce and at_hash of %s', async (type) => {
    const response = new URLSearchParams(
      (await provider.comeBack(toAuthorizeUrl({ response_type: type }))).hash.slice(1),
    );
    const { payload } = await jwtVerify(response.get('id_token') ?? '', fetchJwks(), {
      issuer: provider.url,
      audience: provider.key.clientId,
    });
    const halfHash = createHash('sha256')
      .update(response.get('access_token') ?? '')
      .digest()
      .subarray(0, 16)
      .toString('base64url');

    expect([payload.sub, payload['nonce'], payload['at_hash']]).toEqual([String(provider.ada.id), 'n', halfHash]);
  });

  it('is given both by a form that posts itself, and nothing in an address', async () => {
    const formPost = await provider.comeBackByPost(
      toAuthorizeUrl({ response_type: 'token id_token', response_mode: 'form_post' }),
    );
    const response = new URLSearchParams(await formPost.text());
    const { payload } = await jwtVerify(response.get('id_token') ?? '', fetchJwks(), {
      issuer: provider.url,
      audience: provider.key.clientId,
    });

    expect([formPost.url, formPost.method, payload['nonce'], response.get('state')]).toEqual([
      CALLBACK,
      'POST',
      'n',
      's',
    ]);
  });

  it('verifies the c_hash of the hybrid, whose code is exchanged like any other', async () => {
    const { challenge, verifier } = proofKey();
    const response = new URLSearchParams(
      (
        await provider.comeBack(
          toAuthorizeUrl({ response_type: 'code id_token', code_challenge: challenge, code_challenge_method: 'S256' }),
        )
      ).hash.slice(1),
    );
    const code = response.get('code') ?? '';
    const { payload } = await jwtVerify(response.get('id_token') ?? '', fetchJwks(), {
      issuer: provider.url,
      audience: provider.key.clientId,
    });
    const { clientId, clientSecret } = provider.key;
    const tokens = await overHttp(provider.url).form('/oauth/token', {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      client_id: clientId,
      client_secret: clientSecret,
    });

    expect(payload['c_hash']).toBe(createHash('sha256').update(code).digest().subarray(0, 16).toString('base64url'));
    expect([tokens.statusCode, (JSON.parse(tokens.body) as Record<string, unknown>)['token_type']]).toEqual([
      200,
      'bearer',
    ]);
  });
});
