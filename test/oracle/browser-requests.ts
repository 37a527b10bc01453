import type { HttpResponse } from '../support/over-http.js';
import { authorizeUrl, proofKey } from '../support/browser-client.js';
import type { Request } from './request.js';
import { CALLBACK, GOODBYE, type Site } from '../support/sites.js';

type QueryParameters = Readonly<Record<string, string | undefined>>;

const right: QueryParameters = {
  client_id: 'key-full',
  response_type: 'code',
  redirect_uri: CALLBACK,
  scope: 'openid',
  state: 's',
};
const { challenge } = proofKey();
const proof: QueryParameters = { code_challenge: challenge, code_challenge_method: 'S256' };
const json = { accept: 'application/json' };

/** A form that posts itself is a page; what is refused is read more easily as JSON. */
const wish = (asked: QueryParameters) => (asked['response_mode'] === 'form_post' ? {} : json);

/** A user who has signed in and agreed comes with a request; pages of the server itself are passed through. */
const ask = (name: string, more: QueryParameters | ((site: Site) => Promise<QueryParameters>) = {}): Request => ({
  name: `authorize: ${name}`,
  send: async (site) => {
    const asked = { ...right, ...(typeof more === 'function' ? await more(site) : more) };
    return site.browser.follow(await site.browser.get(authorizeUrl(asked), wish(asked)));
  },
});

/** Nobody has signed in. */
const strange = (name: string, more: QueryParameters = {}): Request => ({
  name: `authorize: ${name}`,
  send: async ({ anonymous }) => {
    const browser = anonymous();
    return browser.follow(await browser.get(authorizeUrl({ ...right, ...more })));
  },
});

const rightOnes: readonly Request[] = [
  ask('code'),
  ask('code with PKCE', proof),
  ask('code without state', { state: undefined }),
  ask('code with a state of many marks', { state: 'a b+c%20d&e=f"ü☠' }),
  ask('code in the fragment', { response_mode: 'fragment' }),
  ask('code by a form', { response_mode: 'form_post' }),
  ask('code in the query, as it was asked for', { response_mode: 'query' }),
  ask('code to an address with a query', { redirect_uri: `${CALLBACK}?a=1` }),
  ask('id_token', { response_type: 'id_token', nonce: 'n' }),
  ask('id_token by a form', { response_type: 'id_token', nonce: 'n', response_mode: 'form_post' }),
  ask('id_token with claims', { response_type: 'id_token', nonce: 'n', scope: 'openid email profile' }),
  ask('token id_token', { response_type: 'token id_token', nonce: 'n' }),
  ask('id_token token', { response_type: 'id_token token', nonce: 'n' }),
  ask('code id_token', { response_type: 'code id_token', nonce: 'n', ...proof }),
  ask('code of a key without a secret', { client_id: 'key-open', ...proof }),
  ask('prompt=none, signed in and agreed', { prompt: 'none' }),
  ask('max_age', { max_age: '600' }),
  ask('an unknown parameter', { colour: 'red' }),
  ask('an unknown parameter twice, and hints', {
    ui_locales: 'de',
    display: 'page',
    acr_values: 'x',
    login_hint: 'ada',
  }),
  ask('its own id token as a hint', async (site) => ({
    prompt: 'none',
    id_token_hint: (await site.tokens()).id_token,
  })),
  {
    name: 'authorize: by POST',
    send: ({ browser }) => browser.post('/oauth/authorize', right as Record<string, string>, json),
  },
];

const wrongTarget: readonly Request[] = [
  ask('no client_id', { client_id: undefined }),
  ask('an unknown client_id', { client_id: 'nobody' }),
  ask('no redirect_uri', { redirect_uri: undefined }),
  ask('a redirect_uri of another user', { redirect_uri: 'https://evil.example/cb' }),
  ask('a redirect_uri below the right one', { redirect_uri: `${CALLBACK}/x` }),
  ask('a redirect_uri in capitals', { redirect_uri: 'https://app.example/CB' }),
  ask('a redirect_uri with another query', { redirect_uri: `${CALLBACK}?a=2` }),
  ask('a redirect_uri with a fragment', { redirect_uri: `${CALLBACK}#x` }),
  ask('a redirect_uri with a user', { redirect_uri: 'https://x@app.example/cb' }),
  ask('a redirect_uri with a port', { redirect_uri: 'https://app.example:444/cb' }),
  ask('a redirect_uri over http', { redirect_uri: 'http://app.example/cb' }),
];

const wrongRequest: readonly Request[] = [
  ask('no response_type', { response_type: undefined }),
  ask('an unknown response_type', { response_type: 'magic' }),
  ask('response_type none', { response_type: 'none' }),
  ask('response_type code token', { response_type: 'code token', nonce: 'n' }),
  ask('response_type token', { response_type: 'token' }),
  ask('a response_type that the key may not use', { client_id: 'key-limited', response_type: 'id_token', nonce: 'n' }),
  ask('an unknown response_mode', { response_mode: 'pigeon' }),
  ask('an id token in the query', { response_type: 'id_token', nonce: 'n', response_mode: 'query' }),
  ask('no scope', { scope: undefined }),
  ask('a scope without openid', { scope: 'profile' }),
  ask('an unknown scope beside openid', { scope: 'openid everything' }),
  ask('an unknown scope beside openid, for an id token', {
    response_type: 'id_token',
    nonce: 'n',
    scope: 'openid everything',
  }),
  ask('an unknown scope alone', { scope: 'everything' }),
  ask('a scope of illegal characters', { scope: 'openid "x"' }),
  ask('id_token without a nonce', { response_type: 'id_token' }),
  ask('code id_token without a nonce', { response_type: 'code id_token', ...proof }),
  ask('PKCE plain', { ...proof, code_challenge_method: 'plain' }),
  ask('PKCE without a method', { ...proof, code_challenge_method: undefined }),
  ask('PKCE by an unknown method', { ...proof, code_challenge_method: 'S512' }),
  ask('PKCE with a short challenge', { ...proof, code_challenge: 'short' }),
  ask('PKCE with a method and no challenge', { code_challenge_method: 'S256' }),
  ask('no PKCE, by a key without a secret', { client_id: 'key-open' }),
  ask('prompt=none login', { prompt: 'none login' }),
  ask('an unknown prompt', { prompt: 'beg' }),
  ask('a max_age that is no number', { max_age: 'x' }),
  ask('a negative max_age', { max_age: '-1' }),
  ask('request', { request: 'x.y.z' }),
  ask('request_uri', { request_uri: 'https://app.example/request' }),
  ask('registration', { registration: '{}' }),
  ask('garbage for an id_token_hint', { id_token_hint: 'x.y.z' }),
  { name: 'authorize: state twice', send: ({ browser }) => browser.get(`${authorizeUrl(right)}&state=t`, json) },
  {
    name: 'authorize: client_id twice',
    send: ({ browser }) => browser.get(`${authorizeUrl(right)}&client_id=key-full`, json),
  },
];

const anonymousRequests: readonly Request[] = [
  strange('nobody signed in: a page'),
  strange('nobody signed in, and prompt=none', { prompt: 'none' }),
  strange('nobody signed in, prompt=none, for an id token', { prompt: 'none', response_type: 'id_token', nonce: 'n' }),
  {
    name: 'authorize: the user says no',
    send: async ({ anonymous, ada }) => {
      const browser = anonymous();
      const signIn = await browser.follow(await browser.get(authorizeUrl({ ...right, prompt: 'consent' })));
      const consent = await browser.follow(
        await browser.submit(signIn, { username: ada.email, password: ada.password }),
      );
      return browser.follow(await browser.submit(consent, { decision: 'refuse' }));
    },
  },
  {
    name: 'authorize: the user signs in and agrees',
    send: ({ anonymous, ada }) => anonymous().authorize(authorizeUrl({ ...right, prompt: 'consent' }), ada),
  },
  {
    name: 'authorize: prompt=login asks the user again',
    send: async ({ browser }): Promise<HttpResponse> =>
      browser.follow(await browser.get(authorizeUrl({ ...right, prompt: 'login' }))),
  },
];

/** In a browser of its own, for it ends what it is asked to end. */
const leave = (name: string, of: (site: Site) => QueryParameters | Promise<QueryParameters>): Request => ({
  name: `logout: ${name}`,
  send: async (site) => {
    const given = Object.entries(await of(site)).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return site.anonymous().get(`/oauth/logout?${new URLSearchParams(given).toString()}`, json);
  },
});
const hint = async (site: Site): Promise<QueryParameters> => ({ id_token_hint: (await site.tokens()).id_token });

const logouts: readonly Request[] = [
  leave('an unknown client_id', () => ({ client_id: 'nobody', post_logout_redirect_uri: GOODBYE })),
  leave('an id token, and a registered address', async (site) => ({
    ...(await hint(site)),
    post_logout_redirect_uri: GOODBYE,
    state: 's',
  })),
  leave('an id token, and another address', async (site) => ({
    ...(await hint(site)),
    post_logout_redirect_uri: 'https://evil.example',
  })),
  leave('garbage for an id token', () => ({
    client_id: 'key-full',
    id_token_hint: 'x.y.z',
    post_logout_redirect_uri: GOODBYE,
  })),
  leave('another key’s id token', async (site) => ({
    ...(await hint(site)),
    client_id: 'key-other',
    post_logout_redirect_uri: GOODBYE,
  })),
  leave('client_id, and a registered address', () => ({ client_id: 'key-full', post_logout_redirect_uri: GOODBYE })),
  leave('client_id, and another address', () => ({
    client_id: 'key-full',
    post_logout_redirect_uri: 'https://evil.example',
  })),
  leave('nothing', () => ({})),
];

export const browserRequests: readonly Request[] = [
  ...rightOnes,
  ...wrongTarget,
  ...wrongRequest,
  ...anonymousRequests,
  ...logouts,
];
