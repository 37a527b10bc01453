import { openRawConnection } from '../support/raw-connection.js';
import { createKey, issueToken, people, type Person } from '../support/people.js';
import { stopwatch } from '../support/set-clock.js';
import { openTestApp, type TestApp } from '../support/test-app.js';

/** A request as lines of HTTP; `null` removes a header. */
type Change = Readonly<{ line?: string; headers?: Readonly<Record<string, string | null>>; body?: string }>;

describe('request pipeline', () => {
  let testApp: TestApp;
  let ada: Person;
  let bob: Person;
  beforeAll(async () => {
    testApp = await openTestApp({ env: { RATE_LIMIT_USER: '1' } });
    [ada, bob] = [await people.ada(testApp), await people.bob(testApp)];
    stopwatch.hold();
  });
  afterAll(() => {
    stopwatch.runOn();
    return testApp.close();
  });

  /** Sends the request and returns its status and error code. */
  const send = async ({ line = '', headers = {}, body = '' }: Change): Promise<string> => {
    const connection = await openRawConnection(await testApp.url());
    const lines = Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
    connection.say(
      [`${line} HTTP/1.1`, ...lines, `Content-Length: ${body.length}`, 'Connection: close', '', body].join('\r\n'),
    );
    const answer = await connection.closed;
    const { code = 'ok' } = JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1)) as {
      code?: string;
    };
    return `${answer.slice(9, 12)} ${code}`;
  };

  it('reports the fault that it meets first, when a request has one of every kind and they are removed one by one', async () => {
    const key = await createKey(testApp, bob.id, { grantTypes: ['password'] });
    const issue = (scope: string, { id } = ada) => issueToken(testApp, { userId: id, clientId: key.clientId, scope });
    const exhausted = `Bearer ${await issue('openid read', bob)}`;
    for (let n = 0; n < 10; n += 1) await testApp.request('GET', '/users/me', { as: bob.token });

    let request: Change = {
      line: 'POST /unknown?cursor=invalid&query=%ZZ',
      headers: {
        Host: 'not a host',
        Accept: 'application/json',
        Prefer: 'status=401',
        'Content-Encoding': 'gzip',
        'Content-Type': 'application/json',
        'Idempotency-Key': 'a space',
      },
      body: '{"name": ',
    };
    const removeFault = ({ headers = {}, ...rest }: Change): Promise<string> => {
      request = { ...request, ...rest, headers: { ...request.headers, ...headers } };
      return send(request);
    };
    const path = 'POST /oauth/client?cursor=invalid';

    expect([
      await removeFault({}),
      await removeFault({ headers: { Host: 'localhost' } }),
      await removeFault({ line: `${path}&query=%ZZ` }),
      await removeFault({ line: path }),
      await removeFault({ headers: { 'Content-Encoding': null } }),
      await removeFault({ line: 'POST /oauth/client?query=1' }),
      await removeFault({ body: 'name=1', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }),
      await removeFault({ headers: { Authorization: exhausted } }),
      await removeFault({ headers: { 'Content-Type': 'application/json' }, body: '{"nome": 1}' }),
      await removeFault({ headers: { Authorization: `Bearer ${await issue('openid read')}` } }),
      await removeFault({ headers: { Authorization: `Bearer ${await issue('openid keys')}`, Accept: 'image/png' } }),
      await removeFault({ headers: { Accept: 'application/json' } }),
      await removeFault({ line: 'POST /oauth/client' }),
      await removeFault({ headers: { 'Idempotency-Key': 'one' } }),
      await removeFault({ body: '{"name": "Reports"}' }),
    ]).toEqual([
      '400 malformed_http', // MalformedRequests
      '404 unknown_route', // UnknownRoutes
      '400 invalid_request', // QueryDefaults: the query is unreadable
      '415 unsupported_media_type', // BodyParsers: Content-Encoding
      '400 invalid_request', // CursorSignatures
      '400 malformed_json', // the body, which Fastify reads after the hooks
      '401 login_required', // AccessGuard
      '415 unsupported_media_type', // FormBodyGuard: this route reads JSON only
      '429 too_many_requests', // CallerRateLimitGuard
      '403 insufficient_scope', // ScopeGuard
      '406 not_acceptable', // AcceptGuard
      '400 invalid_request', // KnownParametersGuard
      '400 invalid_request', // IdempotencyGuard
      '400 invalid_request', // ValidationPipe
      '200 ok',
    ]);
  });

  it('sends the headers of every response, and CORS headers, also with a rejection of the first kind', async () => {
    testApp.allowOrigins((origin) => origin === 'https://app.example.test');
    const rejected = await testApp.app.inject({
      method: 'GET',
      url: '/unknown',
      headers: { origin: 'https://app.example.test' },
    });

    expect([rejected.statusCode, rejected.headers]).toEqual([
      404,
      expect.objectContaining({
        'x-frame-options': 'DENY',
        'x-request-id': expect.any(String),
        'access-control-allow-origin': 'https://app.example.test',
      }),
    ]);
  });
});
