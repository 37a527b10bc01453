import { setTimeout as wait } from 'node:timers/promises';
import { EdgeTestController } from '../support/edge-test.controller.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { people } from '../support/people.js';
import { openRawConnection } from '../support/raw-connection.js';
import { openBrowserClient } from '../support/browser-client.js';
import { waitUntil } from '../support/within.js';

const security = /content-security-policy: default-src 'none'[^]*x-content-type-options: nosniff/i;

describe('raw HTTP connections', () => {
  const lines: string[] = [];
  let testApp: TestApp;
  let url: string;
  beforeAll(async () => {
    testApp = await openTestApp({ controllers: [EdgeTestController], log: (line) => lines.push(line) });
    url = await testApp.url();
  });
  afterAll(() => testApp.close());

  async function sendRaw(text: string | Buffer): Promise<string> {
    const wire = await openRawConnection(url);
    wire.say(text);
    return wire.closed;
  }

  it.each([
    ['garbage', 'hello\r\n\r\n', 400, 'malformed_http'],
    ['an unknown method', 'FROB / HTTP/1.1\r\nhost: k\r\n\r\n', 400, 'malformed_http'],
    ['a broken header', 'GET / HTTP/1.1\r\nhost: k\r\nbro ken: x\r\n\r\n', 400, 'malformed_http'],
    [
      'two lengths',
      'POST /edge/parcels HTTP/1.1\r\nhost: k\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabcd',
      400,
      'malformed_http',
    ],
    [
      'a length and chunks',
      'POST /edge/parcels HTTP/1.1\r\nhost: k\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'malformed_http',
    ],
    ['TLS on a plain port', Buffer.from([0x16, 0x03, 0x01, 0x00, 0x05, 1, 2, 3, 4, 5]), 400, 'malformed_http'],
    [
      'headers beyond 16 KiB',
      `GET / HTTP/1.1\r\nhost: k\r\nx: ${'y'.repeat(17_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    ['an address beyond 16 KiB', `GET /${'y'.repeat(17_000)} HTTP/1.1\r\nhost: k\r\n\r\n`, 431, 'headers_too_large'],
    ['no Host', 'GET / HTTP/1.1\r\naccept: application/json\r\nconnection: close\r\n\r\n', 400, 'malformed_http'],
    [
      'a target that is no path',
      'GET frob HTTP/1.1\r\nhost: k\r\naccept: application/json\r\nconnection: close\r\n\r\n',
      400,
      'malformed_http',
    ],
    [
      'two Hosts',
      'GET / HTTP/1.1\r\nhost: k\r\nhost: l\r\naccept: application/json\r\nconnection: close\r\n\r\n',
      400,
      'malformed_http',
    ],
    [
      'an impossible Host',
      'GET / HTTP/1.1\r\nhost: a b<>\r\naccept: application/json\r\nconnection: close\r\n\r\n',
      400,
      'malformed_http',
    ],
    [
      'another version',
      'GET / HTTP/2.0\r\nhost: k\r\naccept: application/json\r\nconnection: close\r\n\r\n',
      400,
      'malformed_http',
    ],
    ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example:443\r\n\r\n', 400, 'malformed_http'],
    [
      'TRACE',
      'TRACE / HTTP/1.1\r\nhost: k\r\naccept: application/json\r\nx-secret: echoed\r\nconnection: close\r\n\r\n',
      405,
      'wrong_method',
    ],
    [
      'dots in a path',
      'GET /edge/../edge/parcels HTTP/1.1\r\nhost: k\r\naccept: application/json\r\nconnection: close\r\n\r\n',
      404,
      'unknown_route',
    ],
    [
      'a broken path',
      'GET /%zz HTTP/1.1\r\nhost: k\r\naccept: application/json\r\nconnection: close\r\n\r\n',
      400,
      'malformed_url',
    ],
  ])('%s is answered as a problem, with id and security headers', async (_, rawRequest, status, code) => {
    const response = await sendRaw(rawRequest);

    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(response).toMatch(security);
    expect(response).toMatch(/x-request-id: [0-9a-f-]{36}/i);
    expect(response).toMatch(/content-type: application\/problem\+json/i);
    expect(JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4))).toMatchObject({ status, code });
  });

  it('accept an unknown Expect header', async () => {
    expect(
      await sendRaw('GET /health/live HTTP/1.1\r\nhost: k\r\nexpect: miracles\r\nconnection: close\r\n\r\n'),
    ).toMatch(/^HTTP\/1.1 200/);
  });

  it('refuse a body that is too large before it is sent, and continue', async () => {
    const wire = await openRawConnection(url);
    const body = `a=${'x'.repeat(20_000)}`;
    wire.say(
      `POST /edge/form HTTP/1.1\r\nhost: k\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    await wire.until(/^HTTP\/1.1 413 [^]*body_too_large/);
    wire.say(body);
    wire.say('GET /health/live HTTP/1.1\r\nhost: k\r\nconnection: close\r\n\r\n');

    expect(await wire.closed).toMatch(/HTTP\/1.1 200 OK/);
  });

  it('use the path of an absolute address and ignore its host', async () => {
    const rawRequest = (target: string) =>
      `GET ${target} HTTP/1.1\r\nhost: evil.example\r\nx-forwarded-host: evil.example\r\nconnection: close\r\n\r\n`;
    for (const [path, status] of [
      ['', 200],
      ['/docs', 200],
      ['/nowhere', 404],
      ['?x=1', 400],
    ] as const) {
      const response = await sendRaw(rawRequest(`http://evil.example${path}`));
      expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(response).not.toContain('evil.example');
    }
  });

  it('report an aborted body as no outage', async () => {
    const wire = await openRawConnection(url);
    wire.say(
      'POST /edge/parcels HTTP/1.1\r\nhost: k\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
    );
    while (!lines.some((line) => line.includes('POST') && line.includes('"aborted":true'))) {
      wire.socket.destroy();
      await wait(10);
    }

    await wait(100);

    expect(lines.join('')).not.toContain('database_unavailable');
  });

  it('cause no fault when their client resets them before the answer', async () => {
    const body = 'grant_type=client_credentials';
    const head = `POST /oauth/token HTTP/1.1\r\nhost: k\r\nauthorization: Basic dW5rbm93bjp4\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n\r\n`;
    const before = lines.length;
    for (let n = 0; n < 20; n++) {
      const wire = await openRawConnection(url);
      wire.say(head + body);
      wire.socket.resetAndDestroy();
    }
    const isAnswered = (line: string): boolean => line.includes('"/oauth/token"') && line.includes('"aborted"');
    const answered = (): number => lines.slice(before).filter(isAnswered).length;
    await waitUntil(() => answered() >= 20);

    expect(answered()).toBe(20);
    expect((await testApp.request('GET', '/metrics')).body).toContain('kontor_http_faults_total 0');
    expect(lines.slice(before).join('')).not.toContain('unexpected fault');
  });

  it('send the usual headers with a stream, and only headers for HEAD', async () => {
    const wire = await openRawConnection(url);
    wire.say('GET /edge/stream HTTP/1.1\r\nhost: k\r\n\r\n');
    const response = await wire.until(/data: open/);
    wire.socket.destroy();
    const head = await sendRaw('HEAD /edge/stream HTTP/1.1\r\nhost: k\r\nconnection: close\r\n\r\n');

    for (const answer of [response, head]) {
      expect(answer).toMatch(/^HTTP\/1.1 200 OK/);
      expect(answer).toMatch(security);
      expect(answer).toMatch(/x-request-id: [0-9a-f-]{36}\r\n/);
      expect(answer).toMatch(/cache-control: private, no-store\r\n/);
      expect(answer).toMatch(/content-type: text\/event-stream\r\n/);
    }
    expect(head.endsWith('\r\n\r\n')).toBe(true);
  });

  it('survive refused JSON', async () => {
    const wire = await openRawConnection(url);
    wire.say(
      'POST /edge/parcels HTTP/1.1\r\nhost: k\r\naccept: application/json\r\ncontent-type: application/json\r\ncontent-length: 5\r\n\r\n{"a":',
    );
    await wire.until(/malformed_json/);
    wire.say('GET /health/live HTTP/1.1\r\nhost: k\r\nconnection: close\r\n\r\n');

    expect(await wire.closed).toMatch(/HTTP\/1.1 200 OK/);
  });

  it('are closed within 15 seconds when the caller is slow or silent', async () => {
    const started = performance.now();
    const silent = await openRawConnection(url);
    const head = await openRawConnection(url);
    const body = await openRawConnection(url);
    head.say('GET / HTTP/1.1\r\nx: ');
    body.say(
      'POST /edge/parcels HTTP/1.1\r\nhost: k\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n',
    );
    const drip = setInterval(() => {
      head.say('y');
      body.say(' ');
    }, 1_000);
    const response = await Promise.all([silent.closed, head.closed, body.closed]);
    clearInterval(drip);

    expect(performance.now() - started).toBeLessThan(15_000);
    // A browser or a pool that opened it ahead would take an answer for that to its next request.
    expect(response[0]).toBe('');
    expect(response[1]).toMatch(/^HTTP\/1.1 408 [^]*request_timeout/);
    expect(response[2]).toMatch(/^HTTP\/1.1 408 [^]*request_timeout/);
    expect((await testApp.request('GET', '/health/live')).statusCode).toBe(200);
  });
});

describe('rate limits by address', () => {
  let testApp: TestApp;
  beforeAll(async () => (testApp = await openTestApp({ env: { RATE_LIMIT_ANONYMOUS: '1', TRUST_PROXY: '10.0.0.1' } })));
  afterAll(() => testApp.close());

  const requestFrom = (remoteAddress: string, headers: Record<string, string> = {}) =>
    testApp.app.inject({ url: '/nowhere', remoteAddress, headers: { accept: 'application/json', ...headers } });
  /** At once, because each second admits one more request. */
  const repeat = <Response>(times: number, send: (n: number) => Promise<Response>): Promise<Response[]> =>
    Promise.all(Array.from({ length: times }, (_, n) => send(n)));

  it('announce the policy, refuse beyond it, and count each address separately', async () => {
    const responses = await repeat(11, () => requestFrom('192.0.2.7'));
    const other = await requestFrom('192.0.2.8');

    expect(responses[0]?.headers).toMatchObject({
      'ratelimit-policy': '"anonymous";q=10;w=10',
      ratelimit: '"anonymous";r=9;t=1',
    });
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([...Array.from({ length: 10 }, () => 404), 429]);
    expect(responses[10]?.headers['retry-after']).toBe('1');
    expect(responses[10]?.json()).toMatchObject({ code: 'too_many_requests' });
    expect(other.statusCode).toBe(404);
  });

  it('use X-Forwarded-For of a trusted proxy only', async () => {
    await repeat(10, () => requestFrom('10.0.0.1', { 'x-forwarded-for': '198.51.100.1' }));

    expect((await requestFrom('10.0.0.1', { 'x-forwarded-for': '198.51.100.1' })).statusCode).toBe(429);
    expect((await requestFrom('10.0.0.1', { 'x-forwarded-for': '198.51.100.2' })).statusCode).toBe(404);
    expect((await requestFrom('10.0.0.9', { 'x-forwarded-for': '198.51.100.1' })).statusCode).toBe(404);
  });

  it('exempt this machine', async () => {
    for (let count = 0; count < 12; count += 1)
      expect((await requestFrom('127.0.0.1')).headers['ratelimit']).toBeUndefined();
  });

  it.each([
    ['an endpoint for tokens', '/users/me', 303],
    ['an open endpoint', '/docs', 200],
    ['no endpoint', '/nowhere', 404],
    ['a broken path', '/%', 400],
    ['a file', '/favicon.ico', 200],
  ])('cannot be escaped at %s with credentials that are worth nothing', async (_, url, status) => {
    const remoteAddress = `192.0.2.${100 + url.length}`;
    const inject = async (headers: Record<string, string>) =>
      testApp.app.inject({ url, remoteAddress, headers: { accept: 'application/json', ...headers } });
    const responses = await repeat(10, async (n) => {
      const { statusCode } = await inject({ authorization: `${n % 2 ? 'Bearer' : 'Basic'} bogus${n}` });
      return statusCode;
    });
    const beyond = await inject({ authorization: 'Bearer bogus' });

    expect(responses).toEqual(responses.map(() => status));
    expect([beyond.statusCode, beyond.json().code, beyond.headers['retry-after']]).toEqual([
      429,
      'too_many_requests',
      '1',
    ]);
  });

  it('do not apply to authenticated callers, even when anonymous callers have used them up', async () => {
    const ada = await people.ada(testApp);
    const requestOwnUser = (token: string) =>
      testApp.app.inject({
        url: '/users/me',
        remoteAddress: '192.0.2.200',
        headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      });
    await repeat(11, () => requestOwnUser('bogus'));

    expect((await requestOwnUser('bogus')).statusCode).toBe(429);
    for (let count = 0; count < 12; count += 1) {
      const { statusCode, headers } = await requestOwnUser(ada.token);
      expect([statusCode, headers['ratelimit']]).toEqual([200, expect.stringMatching(/^"user"/)]);
    }
  });

  it('recognize a browser by a valid session', async () => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(await people.ada(testApp));
    const requestOwnUser = (session: string, url = '/users/me') =>
      testApp.app.inject({
        url,
        remoteAddress: '192.0.2.201',
        headers: { accept: 'text/html', cookie: `session=${session}` },
      });
    const own = browser.cookies.get('session')?.value ?? '';
    const useUp = () => repeat(11, () => requestOwnUser(`kst_${'A'.repeat(43)}`));
    await useUp();

    expect((await requestOwnUser(`kst_${'A'.repeat(43)}`)).statusCode).toBe(429);
    for (let count = 0; count < 12; count += 1) {
      const { statusCode, headers } = await requestOwnUser(own);
      expect([statusCode, headers['ratelimit']]).toEqual([200, expect.stringMatching(/^"user"/)]);
    }
    await useUp();
    const json = await testApp.app.inject({
      url: '/users/me',
      remoteAddress: '192.0.2.201',
      headers: { accept: 'application/json', cookie: `session=${own}` },
    });
    expect(json.statusCode).toBe(429);
  });
});

describe('CORS', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await openTestApp({ controllers: [EdgeTestController] });
    testApp.allowOrigins((origin) => origin === 'https://app.example');
  });
  afterAll(() => testApp.close());

  const preflightHeaders = {
    origin: 'https://app.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization',
  };

  it('allows origins that an API key registered', async () => {
    const read = await testApp.request('GET', '/edge/parcels', { headers: { origin: preflightHeaders.origin } });
    const preflight = await testApp.request('OPTIONS', '/edge/parcels', { headers: preflightHeaders });

    expect(read.headers['access-control-allow-origin']).toBe('https://app.example');
    expect(read.headers['access-control-allow-credentials']).toBeUndefined();
    expect(read.headers.vary).toBe('Origin, Accept');
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
      'access-control-allow-methods': expect.stringContaining('POST'),
      'access-control-allow-headers': expect.stringContaining('Authorization'),
    });
  });

  it('refuses other origins', async () => {
    for (const origin of ['https://evil.example', 'null', 'https://app.example.evil']) {
      const response = await testApp.request('OPTIONS', '/edge/parcels', { headers: { ...preflightHeaders, origin } });
      expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});
