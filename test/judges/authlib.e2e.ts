import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { join } from 'node:path';
import { leaveOut } from '../support/fault-report.js';
import { CALLBACK, type ProviderUnderTest, openProviderUnderTest } from '../support/provider-under-test.js';
import { createKey } from '../support/people.js';
import { checkout } from '../support/sample-project.js';

/** Debian's package belongs to the Python of the system, which need not be the first one on the path. */
const pythonPath = ['python3', '/usr/bin/python3'].find(
  (program) => spawnSync(program, ['-c', 'import authlib'], { stdio: 'ignore' }).status === 0,
);
const itWithAuthlib: typeof it =
  pythonPath === undefined
    ? (((name: string) =>
        leaveOut(name, 'it takes Python 3 with authlib (apt-get install python3-authlib)')) as unknown as typeof it)
    : it;

type ClientSettings = Readonly<{
  scope: string;
  auth_method?: 'client_secret_basic' | 'client_secret_post' | 'none';
  calls: readonly string[];
}>;
type Report = Readonly<Record<string, unknown>>;

/** authlib on the service, over HTTP: authlib-client.py is the application, this file is the user's browser. */
describe('authlib', () => {
  let provider: ProviderUnderTest;
  beforeAll(async () => {
    provider = await openProviderUnderTest();
  });
  afterAll(() => provider.close());

  const signIn = async ({
    auth_method: method = 'client_secret_basic',
    ...settings
  }: ClientSettings): Promise<Report> => {
    const key = await createKey(provider.testApp, provider.ada.id, {
      redirectUris: [CALLBACK],
      tokenEndpointAuthMethod: method,
    });
    const application = spawn(pythonPath ?? '', [join(checkout, 'test', 'judges', 'authlib-client.py')], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const errorOutput: string[] = [];
    application.stderr.setEncoding('utf8').on('data', (text: string) => errorOutput.push(text));
    const lines = createInterface({ input: application.stdout })[Symbol.asyncIterator]();
    const exchange = async (request: object): Promise<Report> => {
      application.stdin.write(`${JSON.stringify(request)}\n`);
      const { value, done } = await lines.next();
      if (done === true) throw new Error(`authlib-client.py ended: ${errorOutput.join('')}`);
      return JSON.parse(value) as Report;
    };
    const exited = once(application, 'exit');
    const { url } = await exchange({
      issuer: provider.url,
      client_id: key.clientId,
      client_secret: method === 'none' ? '' : key.clientSecret,
      auth_method: method,
      redirect_uri: CALLBACK,
      ...settings,
    });
    const report = await exchange({
      url: (await provider.comeBack(String(url), provider.browser(), provider.bob)).href,
    });
    await exited;
    return report;
  };
  const toInsufficientScope = (scope: string) => [
    403,
    `Bearer realm="kontor", error="insufficient_scope", scope="${scope}"`,
  ];

  it('finds every endpoint that it is configured with in discovery', async () => {
    const server = (await (await fetch(`${provider.url}/.well-known/openid-configuration`)).json()) as Report;

    for (const name of ['authorization', 'token', 'userinfo', 'introspection', 'revocation'])
      expect(server[`${name}_endpoint`]).toContain(`${provider.url}/oauth/`);
  });

  itWithAuthlib(
    'signs a customer in with openid alone: the token reads, and gets 403 insufficient_scope elsewhere',
    async () => {
      const report = await signIn({
        scope: 'openid',
        calls: ['GET /accounts', 'POST /orderactions', 'GET /oauth/client'],
      });

      expect(report).toMatchObject({
        scope: 'openid read',
        sub: String(provider.bob.id),
        user: { sub: String(provider.bob.id) },
        introspected: { active: true, scope: 'openid read' },
      });
      expect(report['calls']).toEqual({
        'GET /accounts': [200, null],
        'POST /orderactions': toInsufficientScope('trade'),
        'GET /oauth/client': toInsufficientScope('keys'),
      });
    },
  );

  for (const [method, active] of [
    ['client_secret_basic', { active: false }],
    ['client_secret_post', { active: false }],
    ['none', { error: 'invalid_client' }],
  ] as const) {
    itWithAuthlib(`rotates and revokes with ${method}, and recognizes a wrong state and a used code`, async () => {
      const report = await signIn({
        scope: 'openid profile email read trade',
        auth_method: method,
        calls: ['GET /orders'],
      });

      expect(report).toMatchObject({
        scope: 'openid profile email read trade',
        user: { email: provider.bob.email, given_name: 'bob' },
        calls: { 'GET /orders': [200, null] },
      });
      expect(report).toMatchObject({
        rotated: true,
        wrong_state: 'mismatching_state',
        replayed_code: 'invalid_grant',
        revoked: 200,
        after_revocation: active,
      });
    });
  }
});
