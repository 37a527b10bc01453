import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type ClientMetadata, type Configuration, errors } from 'oidc-provider';
import { KNOWN_SCOPES } from '../../src/auth/scope.js';
import { oracleMemory } from './oracle-memory.js';
import type { Person } from './people.js';

/** Whom the oracle knows: the same users, and the same keys, as the service. */
type KnownParties = Readonly<{ users: readonly Person[]; clients: readonly ClientMetadata[] }>;

/**
 * node-oidc-provider, certified by the OpenID Foundation and written by others, set up to be as much like this service as its
 * settings allow: the same addresses, keys, users, scopes, lifetimes and policies. Its pages are ours to write; they are as plain
 * as forms can be.
 */
export async function openOracle({ users, clients }: KnownParties) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(url, {
    ...settings(users),
    clients: [...clients],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
  });
  addPasswordGrant(provider, users);
  const callback = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const asked = /^\/interaction\/[^/]+(\/login|\/consent)?$/.exec(request.url ?? '');
    if (asked) void interact(provider, users, request, response);
    else void callback(request, response);
  });
  return {
    url,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function settings(users: readonly Person[]): Configuration {
  return {
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      userinfo: '/oauth/userinfo',
      jwks: '/oauth/jwks',
      introspection: '/oauth/introspect',
      revocation: '/oauth/revoke',
      end_session: '/oauth/logout',
    },
    scopes: [...KNOWN_SCOPES],
    claims: {
      openid: ['sub'],
      profile: ['name', 'given_name', 'family_name', 'updated_at'],
      email: ['email', 'email_verified'],
    },
    responseTypes: ['code', 'id_token', 'id_token token', 'code id_token'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      ClientCredentials: 3600,
      IdToken: 3600,
      RefreshToken: 1_209_600,
      Grant: 2_592_000,
      Session: 1_209_600,
      Interaction: 3600,
    },
    pkce: { required: (_context, client) => client.clientAuthMethod === 'none' },
    allowOmittingSingleRegisteredRedirectUri: false,
    rotateRefreshToken: true,
    issueRefreshToken: (_context, client) => Promise.resolve(client.grantTypeAllowed('refresh_token')),
    adapter: oracleMemory(),
    enableHttpPostMethods: true,
    cookies: { keys: ['a key of the oracle'], long: { sameSite: 'none' } },
    renderError: (context, out) => {
      context.type = 'json';
      context.body = out;
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => accountOf(users.find((user) => String(user.id) === id)),
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      rpInitiatedLogout: { enabled: true },
      revocation: { enabled: true, allowedPolicy: (_context, client, token) => client.clientId === token.clientId },
      introspection: {
        enabled: true,
        allowedPolicy: (_context, client, token) =>
          client.clientAuthMethod !== 'none' && client.clientId === token.clientId,
      },
    },
  };
}

function accountOf(user: Person | undefined) {
  if (!user) return undefined;
  const [name = ''] = user.email.split('@');
  const sub = String(user.id);
  return {
    accountId: sub,
    claims: () => ({
      sub,
      name: `${name} Example`,
      given_name: name,
      family_name: 'Example',
      updated_at: 0,
      email: user.email,
      email_verified: false,
    }),
  };
}

/** The library knows no password grant (OpenID Connect has none); its grant of one's own is made for such cases. */
function addPasswordGrant(provider: Provider, users: readonly Person[]): void {
  provider.registerGrantType(
    'password',
    async (context) => {
      const { client, params } = context.oidc;
      const { username, password, scope } = params as Record<string, string | undefined>;
      if (username === undefined || password === undefined)
        throw new errors.InvalidRequest('missing required parameter(s)');
      const user = users.find((one) => one.email === username && one.password === password);
      if (!user) throw new errors.InvalidGrant('wrong username or password');
      if (scope?.split(' ').some((name) => !KNOWN_SCOPES.includes(name)))
        throw new errors.InvalidScope('requested scope is not allowed', scope);
      const accountId = String(user.id);
      const grant = new provider.Grant({ accountId, clientId: client.clientId });
      grant.addOIDCScope(scope ?? '');
      const common = {
        accountId,
        client,
        grantId: await grant.save(),
        scope: scope ?? '',
        gty: 'password',
        claims: {},
      };
      const access = new provider.AccessToken({ ...common, expiresWithSession: false });
      const refresh = new provider.RefreshToken({ ...common, rotations: 0, iiat: Math.floor(Date.now() / 1000) });
      context.body = {
        access_token: await access.save(),
        token_type: access.tokenType,
        expires_in: 3600,
        refresh_token: await refresh.save(),
        scope,
      };
    },
    ['username', 'password', 'scope', 'customer_id'],
  );
}

/** Signs in and agrees, by forms like those of the service. */
async function interact(
  provider: Provider,
  users: readonly Person[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { uid, prompt, params, session, grantId } = await provider.interactionDetails(request, response);
  if (request.method === 'GET') {
    const inside =
      prompt.name === 'login'
        ? '<input name="username"><input name="password">'
        : '<input name="decision" value="agree">';
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      .end(`<main><form method="post" action="/interaction/${uid}/${prompt.name}">${inside}</form></main>`);
    return;
  }
  const form = new URLSearchParams(await text(request));
  const result =
    prompt.name === 'login'
      ? login(users, form)
      : await consent(provider, {
          form,
          prompt,
          clientId: String(params['client_id']),
          accountId: session?.accountId ?? '',
          grantId,
        });
  const { pathname } = new URL(
    await provider.interactionResult(request, response, result, { mergeWithLastSubmission: prompt.name !== 'login' }),
  );
  response.writeHead(303, { location: pathname }).end();
}

function login(users: readonly Person[], form: URLSearchParams) {
  const user = users.find(({ email, password }) => email === form.get('username') && password === form.get('password'));
  return user ? { login: { accountId: String(user.id) } } : { error: 'access_denied' };
}

type OracleRequest = Readonly<{
  form: URLSearchParams;
  prompt: Readonly<{ details: Readonly<Record<string, unknown>> }>;
  clientId: string;
  accountId: string;
  grantId: string | undefined;
}>;

async function consent(provider: Provider, { form, prompt, clientId, accountId, grantId }: OracleRequest) {
  if (form.get('decision') !== 'agree') return { error: 'access_denied' };
  const grant =
    (grantId === undefined ? undefined : await provider.Grant.find(grantId)) ??
    new provider.Grant({ accountId, clientId });
  const missing = prompt.details['missingOIDCScope'];
  if (Array.isArray(missing)) grant.addOIDCScope(missing.join(' '));
  return { consent: { grantId: await grant.save() } };
}
