import type { HttpResponse } from '../support/over-http.js';
import { basicOf, byKey, formTo, type Request } from './request.js';
import type { Site, Tokens } from '../support/sites.js';

const look = formTo('/oauth/introspect');
const end = formTo('/oauth/revoke');

const given =
  (name: keyof Tokens, more: Readonly<Record<string, string>> = {}) =>
  async (site: Site) => ({ token: (await site.tokens())[name], ...more });

/** Ends a token, and then looks whether another of the same grant, or the same, is alive. */
const ended = (name: string, which: keyof Tokens, looked: keyof Tokens, by: keyof Site['keys'] = 'full'): Request => ({
  name,
  send: async (site) => {
    const tokens = await site.tokens();
    await site.http.form('/oauth/revoke', { token: tokens[which] }, byKey(by)(site));
    return site.http.form('/oauth/introspect', { token: tokens[looked] }, byKey('full')(site));
  },
});

export const presentedTokenRequests: readonly Request[] = [
  look('introspect: an access token', given('access_token')),
  look('introspect: a refresh token', given('refresh_token')),
  look('introspect: an id token', given('id_token')),
  look('introspect: with a hint that is right', given('access_token', { token_type_hint: 'access_token' })),
  look('introspect: with a hint that is wrong', given('access_token', { token_type_hint: 'refresh_token' })),
  look('introspect: with a hint that nobody knows', given('access_token', { token_type_hint: 'saml' })),
  look('introspect: another key’s token', given('access_token'), byKey('other')),
  look('introspect: an unknown token', { token: 'kat_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }),
  look('introspect: garbage', { token: '☠' }),
  look('introspect: 10 kB of garbage', { token: 'x'.repeat(10_000) }),
  look('introspect: no token', {}),
  look('introspect: an empty token', { token: '' }),
  look('introspect: a token twice', 'token=a&token=b'),
  look('introspect: without a key', { token: 'x' }, null),
  look('introspect: with a wrong secret', { token: 'x' }, basicOf('key-full', 'wrong')),
  look('introspect: by a key without a secret', { token: 'x', client_id: 'key-open' }, null),
  look('introspect: what a key earned for itself', async (site) => {
    const { body } = await site.http.form('/oauth/token', { grant_type: 'client_credentials' }, byKey('full')(site));
    return { token: (JSON.parse(body) as Tokens).access_token };
  }),
  {
    name: 'introspect: GET',
    send: (site) =>
      site.http.request('GET', '/oauth/introspect?token=x', { headers: { authorization: byKey('full')(site) } }),
  },

  end('revoke: an access token', given('access_token')),
  end('revoke: a refresh token', given('refresh_token')),
  end('revoke: with a hint that is wrong', given('refresh_token', { token_type_hint: 'access_token' })),
  end('revoke: with a hint that nobody knows', given('refresh_token', { token_type_hint: 'saml' })),
  end('revoke: another key’s token', given('access_token'), byKey('other')),
  end('revoke: an unknown token', { token: 'kat_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }),
  end('revoke: garbage', { token: '☠' }),
  end('revoke: no token', {}),
  end('revoke: a token twice', 'token=a&token=b'),
  end('revoke: without a key', { token: 'x' }, null),
  end('revoke: with a wrong secret', { token: 'x' }, basicOf('key-full', 'wrong')),
  end('revoke: by a key without a secret', { token: 'x', client_id: 'key-open' }, null),
  {
    name: 'revoke: GET',
    send: (site) =>
      site.http.request('GET', '/oauth/revoke?token=x&callback=f', { headers: { authorization: byKey('full')(site) } }),
  },
  ended('revoke: the access token itself is over', 'access_token', 'access_token'),
  ended('revoke: the refresh token stays when the access token goes', 'access_token', 'refresh_token'),
  ended('revoke: the access token goes with the refresh token', 'refresh_token', 'access_token'),
  ended('revoke: nothing goes for another key', 'refresh_token', 'refresh_token', 'other'),
];

const expectSame = (
  name: string,
  authorization: (site: Site) => Promise<string> | string,
  url = '/oauth/userinfo',
): Request => ({
  name,
  send: async (site) => site.http.request('GET', url, { headers: { authorization: await authorization(site) } }),
});
const bearer =
  (scope?: string) =>
  async (site: Site): Promise<string> =>
    `Bearer ${(await site.tokens(scope)).access_token}`;

export const userInfoRequests: readonly Request[] = [
  expectSame('userinfo: openid alone', bearer('openid')),
  expectSame('userinfo: with email', bearer('openid email')),
  expectSame('userinfo: with everything', bearer()),
  expectSame('userinfo: in small letters', async (site) => (await bearer()(site)).replace('Bearer', 'bearer')),
  expectSame('userinfo: garbage', () => 'Bearer nonsense'),
  expectSame('userinfo: Bearer with nothing', () => 'Bearer'),
  expectSame('userinfo: Basic', byKey('full')),
  expectSame('userinfo: a refresh token', async (site) => `Bearer ${(await site.tokens()).refresh_token}`),
  expectSame('userinfo: an id token', async (site) => `Bearer ${(await site.tokens()).id_token}`),
  expectSame('userinfo: a token without openid', async (site) => {
    const { body } = await site.http.form(
      '/oauth/token',
      { grant_type: 'password', username: site.ada.email, password: site.ada.password, scope: 'email' },
      byKey('full')(site),
    );
    return `Bearer ${(JSON.parse(body) as Tokens).access_token}`;
  }),
  expectSame('userinfo: a revoked token', async (site) => {
    const { access_token: token } = await site.tokens();
    await site.http.form('/oauth/revoke', { token }, byKey('full')(site));
    return `Bearer ${token}`;
  }),
  { name: 'userinfo: no token', send: (site) => site.http.request('GET', '/oauth/userinfo') },
  {
    name: 'userinfo: a token in the query',
    send: async (site): Promise<HttpResponse> =>
      site.http.request('GET', `/oauth/userinfo?access_token=${(await site.tokens()).access_token}`),
  },
  {
    name: 'userinfo: by POST',
    send: async (site): Promise<HttpResponse> =>
      site.http.request('POST', '/oauth/userinfo', { headers: { authorization: await bearer()(site) } }),
  },
];
