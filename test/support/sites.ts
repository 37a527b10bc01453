import { type GrantType, INTERFACE_GRANTS } from '../../src/clients/grant-types.js';
import { openTestApp } from './test-app.js';
import { openOracle } from './oracle.js';
import { type HttpResponse, overHttp } from './over-http.js';
import { createKey, type Key, people, type Person } from './people.js';
import { basic } from './token-endpoint.js';
import { readAuthorizationResponse, authorizeUrl, proofKey, openBrowserClient } from './browser-client.js';

export const CALLBACK = 'https://app.example/cb';
export const GOODBYE = 'https://app.example/bye';

/** `full` may do everything, and so may `other`; `limited` may only use codes; `open` has no secret. */
type Keys = Readonly<Record<'full' | 'other' | 'limited' | 'open', Key>>;

type Parameters = Readonly<Record<string, string | undefined>>;

export type Tokens = Readonly<Record<'access_token' | 'refresh_token' | 'id_token', string>>;

/** One of the two servers, with everything on it that a request may need. What stands here is the same for both. */
export type Site = Readonly<{
  url: string;
  http: ReturnType<typeof overHttp>;
  ada: Person;
  keys: Keys;
  /** Ada's browser: she has signed in, and agreed to what the keys may ask for. */
  browser: ReturnType<typeof openBrowserClient<HttpResponse>>;
  /** A browser in which nobody has signed in. */
  anonymous: () => ReturnType<typeof openBrowserClient<HttpResponse>>;
  /** A code for the key `full`, unless another one is named, and the verifier that belongs to it. */
  code: (more?: Parameters) => Promise<Readonly<{ code: string; verifier: string }>>;
  /** What `full` is given for such a code. */
  tokens: (scope?: string) => Promise<Tokens>;
}>;

const grants: Readonly<Record<keyof Keys, readonly GrantType[]>> = {
  full: [...INTERFACE_GRANTS, 'client_credentials'],
  other: [...INTERFACE_GRANTS, 'client_credentials'],
  limited: ['authorization_code'],
  open: ['authorization_code', 'refresh_token'],
};

const SCOPE = 'openid profile email';
const addresses = { redirectUris: [CALLBACK, `${CALLBACK}?a=1`], postLogoutRedirectUris: [GOODBYE] };

export async function openSites() {
  const testApp = await openTestApp();
  const ada = await people.ada(testApp);
  const named = await Promise.all(
    (Object.entries(grants) as [keyof Keys, GrantType[]][]).map(async ([name, grantTypes]) => {
      const isOpen = name === 'open';
      return [
        name,
        await createKey(testApp, ada.id, {
          clientId: `key-${name}`,
          grantTypes,
          ...addresses,
          ...(isOpen && { tokenEndpointAuthMethod: 'none' as const }),
        }),
      ] as const;
    }),
  );
  const keys = Object.fromEntries(named) as Keys;
  const oracle = await openOracle({
    users: [ada],
    clients: named.map(([name, key]) => metadata(key, grants[name], name === 'open')),
  });
  const [ours, theirs] = await Promise.all([await testApp.url(), oracle.url].map((url) => siteAt(url, { ada, keys })));
  if (!ours || !theirs) throw new TypeError();
  return { ours, theirs, close: () => Promise.all([testApp.close(), oracle.close()]) };
}

/** A key as the oracle registers it (OpenID Connect Registration §2). */
function metadata({ clientId, clientSecret }: Key, grantTypes: readonly GrantType[], isOpen: boolean) {
  return {
    client_id: clientId,
    ...(!isOpen && { client_secret: clientSecret }),
    token_endpoint_auth_method: isOpen ? ('none' as const) : ('client_secret_basic' as const),
    grant_types: [...grantTypes],
    response_types: grantTypes.includes('implicit')
      ? (['code', 'id_token', 'id_token token', 'code id_token'] as const).slice()
      : (['code'] as const).slice(),
    redirect_uris: addresses.redirectUris,
    post_logout_redirect_uris: addresses.postLogoutRedirectUris,
  };
}

async function siteAt(url: string, { ada, keys }: Pick<Site, 'ada' | 'keys'>): Promise<Site> {
  const http = overHttp(url);
  const anonymous = () => openBrowserClient(http);
  const browser = anonymous();

  const ask = (more: Parameters) =>
    authorizeUrl({
      client_id: keys.full.clientId,
      response_type: 'code',
      redirect_uri: CALLBACK,
      scope: SCOPE,
      ...more,
    });
  const code = async (more: Parameters = {}) => {
    const { verifier, challenge } = proofKey();
    const { query } = readAuthorizationResponse(
      await browser.authorize(ask({ code_challenge: challenge, code_challenge_method: 'S256', ...more }), ada),
    );
    if (query['code'] === undefined) throw new TypeError(`${url} gave no code: ${JSON.stringify(query)}`);
    return { code: query['code'], verifier };
  };
  const tokens = async (scope = SCOPE): Promise<Tokens> => {
    const got = await code({ scope });
    const { body } = await http.form(
      '/oauth/token',
      { grant_type: 'authorization_code', code: got.code, code_verifier: got.verifier, redirect_uri: CALLBACK },
      basic(keys.full),
    );
    return JSON.parse(body) as Tokens;
  };

  for (const { clientId } of Object.values(keys)) await code({ client_id: clientId });
  return { url, http, ada, keys, browser, anonymous, code, tokens };
}
