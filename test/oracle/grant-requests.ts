import type { HttpResponse } from '../support/over-http.js';
import { byKey, type Fields, formTo, type Request } from './request.js';
import { CALLBACK, type Site } from '../support/sites.js';

const post = formTo('/oauth/token');
const codeForm = (code: string, more: Fields = {}): Fields => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: CALLBACK,
  ...more,
});

/** A code with everything that belongs to it, and then something else about it. */
const withCode =
  (more: Fields | ((form: Fields) => Fields) = {}, asked: Readonly<Record<string, string | undefined>> = {}) =>
  async (site: Site): Promise<Fields> => {
    const { code, verifier } = await site.code(asked);
    const form = codeForm(code, { code_verifier: verifier });
    return typeof more === 'function' ? more(form) : { ...form, ...more };
  };
const without =
  (name: string) =>
  (form: Fields): Fields =>
    Object.fromEntries(Object.entries(form).filter(([one]) => one !== name));
const noProof = { code_challenge: undefined, code_challenge_method: undefined };

/** Sends something twice, or something and then something else, and shows what came last. */
const then = (
  name: string,
  first: (site: Site) => Promise<HttpResponse>,
  second: (site: Site, heard: HttpResponse) => Promise<HttpResponse>,
): Request => ({ name, send: async (site) => second(site, await first(site)) });
const send = (site: Site, form: Fields, key: keyof Site['keys'] = 'full'): Promise<HttpResponse> =>
  site.http.form('/oauth/token', form, byKey(key)(site));

const codes: readonly Request[] = [
  post('code: right', withCode()),
  post('code: right, without PKCE', withCode(without('code_verifier'), noProof)),
  post('code: right, with the scope openid alone', withCode({}, { scope: 'openid' })),
  post('code: right, with a nonce', withCode({}, { nonce: 'n' })),
  post('code: right, with max_age', withCode({}, { max_age: '600' })),
  post(
    'code: right, with an address that has a query',
    withCode({ redirect_uri: `${CALLBACK}?a=1` }, { redirect_uri: `${CALLBACK}?a=1` }),
  ),
  post('code: of a key without a secret', withCode({ client_id: 'key-open' }, { client_id: 'key-open' }), null),
  post('code: missing', { grant_type: 'authorization_code', redirect_uri: CALLBACK }),
  post('code: empty', codeForm('')),
  post('code: unknown', codeForm('kac_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')),
  post('code: garbage', codeForm('☠')),
  post('code: of another key', withCode(), byKey('other')),
  post('code: without redirect_uri', withCode(without('redirect_uri'))),
  post('code: with another redirect_uri', withCode({ redirect_uri: `${CALLBACK}/` })),
  post('code: with another registered redirect_uri', withCode({ redirect_uri: `${CALLBACK}?a=1` })),
  post('code: without its verifier', withCode(without('code_verifier'))),
  post('code: with a wrong verifier', withCode({ code_verifier: 'x'.repeat(43) })),
  post('code: with a short verifier', withCode({ code_verifier: 'x'.repeat(42) })),
  post('code: with a verifier and no challenge', withCode({ code_verifier: 'x'.repeat(43) }, noProof)),
  post('code: by a key that may not', withCode(), byKey('limited')),
  {
    name: 'code: used twice',
    send: async (site) => {
      const form = await withCode()(site);
      await send(site, form);
      return send(site, form);
    },
  },
  {
    name: 'code: what it gave, after it was used twice',
    send: async (site) => {
      const form = await withCode()(site);
      const { access_token: token } = JSON.parse((await send(site, form)).body) as Record<string, string>;
      await send(site, form);
      return site.http.form('/oauth/introspect', { token: token ?? '' }, byKey('full')(site));
    },
  },
  {
    name: 'code: after a wrong secret came with it',
    send: async (site) => {
      const form = await withCode()(site);
      await site.http.form('/oauth/token', { ...form, client_id: 'key-full', client_secret: 'wrong' });
      return send(site, form);
    },
  },
  {
    name: 'code: after another key came with it',
    send: async (site) => {
      const form = await withCode()(site);
      await send(site, form, 'other');
      return send(site, form);
    },
  },
  {
    name: 'code: after a wrong verifier came with it',
    send: async (site) => {
      const form = await withCode()(site);
      await send(site, { ...form, code_verifier: 'x'.repeat(43) });
      return send(site, form);
    },
  },
];

const refreshForm = (token: string | undefined, more: Fields = {}): Fields => ({
  grant_type: 'refresh_token',
  refresh_token: token ?? '',
  ...more,
});
const withRefresh =
  (more: Fields = {}, scope?: string) =>
  async (site: Site): Promise<Fields> =>
    refreshForm((await site.tokens(scope)).refresh_token, more);
const first = async (site: Site): Promise<HttpResponse> => send(site, await withRefresh()(site));
const newest = ({ body }: HttpResponse): string => (JSON.parse(body) as Record<string, string>)['refresh_token'] ?? '';

const refreshes: readonly Request[] = [
  post('refresh: right', withRefresh()),
  post('refresh: a part of the scope', withRefresh({ scope: 'openid' })),
  post('refresh: the same scope', withRefresh({ scope: 'openid profile email' })),
  post('refresh: more than the scope', withRefresh({ scope: 'openid email' }, 'openid')),
  post('refresh: an unknown scope', withRefresh({ scope: 'openid everything' })),
  post('refresh: missing', { grant_type: 'refresh_token' }),
  post('refresh: unknown', refreshForm('krt_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')),
  post('refresh: garbage', refreshForm('☠')),
  post('refresh: 10 kB of garbage', refreshForm('x'.repeat(10_000))),
  post('refresh: of another key', withRefresh(), byKey('other')),
  post('refresh: by a key that may not', withRefresh(), byKey('limited')),
  post('refresh: an access token', async (site) => refreshForm((await site.tokens()).access_token)),
  post('refresh: a token twice', 'grant_type=refresh_token&refresh_token=a&refresh_token=b'),
  then('refresh: the next one', first, (site, heard) => send(site, refreshForm(newest(heard)))),
  then(
    'refresh: after a narrower one, the whole again',
    async (site) => send(site, await withRefresh({ scope: 'openid' })(site)),
    (site, heard) => send(site, refreshForm(newest(heard), { scope: 'openid profile email' })),
  ),
  {
    name: 'refresh: after another key came with it',
    send: async (site) => {
      const form = await withRefresh()(site);
      await send(site, form, 'other');
      return send(site, form);
    },
  },
  {
    name: 'refresh: twice at once in a row',
    send: async (site) => {
      const form = await withRefresh()(site);
      await send(site, form);
      return send(site, form);
    },
  },
  {
    name: 'refresh: after it was revoked',
    send: async (site) => {
      const form = await withRefresh()(site);
      await site.http.form('/oauth/revoke', { token: form['refresh_token'] ?? '' }, byKey('full')(site));
      return send(site, form);
    },
  },
];

export const grantRequests: readonly Request[] = [...codes, ...refreshes];
