import type { JSONWebKeySet } from 'jose';
import { commandLine } from '../support/command-line.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, people } from '../support/people.js';
import { type Receiver, verifySignature } from '../support/receiver.js';
import { keyFiles } from '../support/secret-key.js';
import { readAuthorizationResponse, authorizeUrl, openBrowserClient } from '../support/browser-client.js';
import { beginDeliveries } from '../support/webhooks.js';

export const settings = {
  BASE_URL: 'http://kontor.example.test',
  OAUTH_INSECURE_HTTP: '1',
  WEBHOOKS_ALLOW_PRIVATE: '1',
};

const CALLBACK = 'https://app.example.test/callback';

type Hook = Readonly<{ id: number; secret: string }>;

/** A service with something in every sealed column, which has been stopped. Without SECRET_KEY in `env` its key is in the data directory. */
export async function openSealedService(receiver: Receiver, env: Readonly<Record<string, string>> = {}) {
  receiver.received.length = 0;
  const testApp = await openTestApp({ env: { ...settings, ...env } });
  const ada = await people.ada(testApp);
  const { clientId } = await createKey(testApp, ada.id, { redirectUris: [CALLBACK] });
  const post = (url: string, body: object, headers = {}) =>
    testApp.request('POST', url, { as: ada.token, body, headers });
  const hook = async (path: string): Promise<Hook> =>
    (await post('/webhooks', { url: `${receiver.url}/${path}`, event_types: ['order.cancelled'] })).json<Hook>();
  const [, rotated] = [await hook('one'), await hook('two')];
  await post(`/webhooks/${rotated.id}/secret`, { overlap_seconds: 3600 });

  /** Everything that depends on the secret key, as callers see it. */
  const read = async (at: TestApp) => {
    const get = async (url: string) => (await at.request('GET', url, { as: ada.token })).json<Hook[]>();
    const [hooks, jwks] = [await get('/webhooks'), (await at.request('GET', '/oauth/jwks')).json<JSONWebKeySet>()];
    await beginDeliveries(at);
    for (const { id } of hooks) await at.request('POST', `/webhooks/${id}/test`, { as: ada.token });
    const secretOf = (path: string): string => hooks[path.endsWith('one') ? 0 : 1]?.secret ?? '';
    const signed = receiver.received
      .splice(0)
      .map((one) => ({
        type: verifySignature(one, secretOf(one.path)).type,
        signatures: one.headers['webhook-signature']?.split(' ').length,
      }));
    const idToken =
      readAuthorizationResponse(
        await openBrowserClient(at).authorize(
          authorizeUrl({ client_id: clientId, response_type: 'id_token', redirect_uri: CALLBACK, scope: 'openid' }),
          ada,
        ),
      ).fragment.id_token ?? '';
    return {
      keys: (await get('/oauth/client')).filter((one) => !JSON.stringify(one).includes('Once')),
      hooks,
      jwks,
      signed,
      idToken,
    };
  };
  /** The same request each time. */
  const repeat = (at: TestApp) =>
    at.request('POST', '/oauth/client', {
      as: ada.token,
      body: { name: 'Once' },
      headers: { 'idempotency-key': 'once' },
    });

  const seen = await read(testApp);
  const made = (await repeat(testApp)).body;
  await testApp.stop();
  return {
    testApp,
    ada,
    read,
    repeat,
    seen,
    made,
    files: keyFiles(testApp.config.dataDir),
    kontor: commandLine(testApp, env),
  };
}
