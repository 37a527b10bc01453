import { randomBytes } from 'node:crypto';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { openReader } from '../support/market-reader.js';
import { createKey, issueToken, people, type Person } from '../support/people.js';
import { openRawConnection } from '../support/raw-connection.js';
import { waitUntil } from '../support/within.js';

const STREAM_PATH = '/marketdata/stream';

/** A masked text frame, as a client sends it. */
function encodeTextFrame(text: string): Buffer {
  const mask = randomBytes(4);
  const body = Buffer.from(text).map((byte, at) => byte ^ (mask[at % 4] ?? 0));
  return Buffer.concat([Buffer.from([0x81, 0x80 | body.length]), mask, body]);
}

describe('WebSocket handshake', () => {
  let testApp: TestApp;
  let ada: Person;
  let url: string;
  const lines: string[] = [];
  beforeAll(async () => {
    testApp = await openTestApp({
      log: (line) => lines.push(line),
      env: { STREAMS_PER_KEY: '3', STREAMS_PER_USER: '4' },
    });
    [ada, url] = [await people.ada(testApp), await testApp.url()];
  });
  afterAll(() => testApp.close());

  const formatHandshake = (
    path: string,
    { method = 'GET', version = '1.1', ...headers }: Record<string, string>,
  ): string => {
    const usual = {
      host: 'kontor',
      accept: 'application/json',
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
      ...headers,
    };
    return `${method} ${path} HTTP/${version}\r\n${Object.entries(usual)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`;
  };
  /** The head of a response that opens a WebSocket; every other response as a whole. */
  const sendHandshake = async (path: string, headers: Record<string, string>, body = ''): Promise<string> => {
    const wire = await openRawConnection(url);
    wire.say(formatHandshake(path, headers) + body);
    await wire.until(/\r\n\r\n/);
    const length = Number(/\r\ncontent-length: (\d+)\r\n/i.exec(wire.heard())?.[1] ?? 0);
    await waitUntil(() => Buffer.byteLength(wire.heard().split('\r\n\r\n').slice(1).join('\r\n\r\n')) >= length);
    wire.socket.destroy();
    return wire.heard();
  };
  const bearerHeaders = () => ({ authorization: `Bearer ${ada.token}` });

  it('accepts a token, counts as a request and has the common headers', async () => {
    const response = await sendHandshake(STREAM_PATH, bearerHeaders());

    expect(response).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n/);
    expect(response).toMatch(/\r\nSec-WebSocket-Accept: [\w+/]{27}=\r\n/i);
    expect(response).toMatch(/\r\nx-request-id: [\w-]{36}\r\n/);
    expect(response).toMatch(/\r\nratelimit: "user";r=\d+/);
    expect(response).not.toMatch(/sec-websocket-extensions/i);
  });

  it('is logged with its status and without its ticket', async () => {
    const { ticket } = (await testApp.request('POST', '/tickets', { as: ada.token })).json<{ ticket: string }>();
    await sendHandshake(`${STREAM_PATH}?ticket=${ticket}`, {});
    const listEntries = () =>
      lines
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter(({ route, url: loggedUrl }) => route === STREAM_PATH && loggedUrl !== undefined);
    await waitUntil(() => listEntries().length > 0);

    expect(listEntries()).toEqual([
      expect.objectContaining({ method: 'GET', status: 101, user_id: ada.id, url: `${STREAM_PATH}?ticket=[redacted]` }),
    ]);
    expect(listEntries()[0]).not.toHaveProperty('aborted');
    expect(lines.join('')).not.toContain(ticket);
  });

  const rejectedHandshakes: [what: string, path: string, headers: () => Record<string, string>, answer: RegExp][] = [
    [
      'without a token',
      STREAM_PATH,
      () => ({}),
      /^HTTP\/1\.1 303 [^]*www-authenticate: Bearer realm="kontor"\r\n[^]*"code":"login_required"/,
    ],
    [
      'with a wrong token',
      STREAM_PATH,
      () => ({ authorization: 'Bearer nonsense' }),
      /^HTTP\/1\.1 303 [^]*error="invalid_token"/,
    ],
    ['who wants a plain status', STREAM_PATH, () => ({ prefer: 'status=401' }), /^HTTP\/1\.1 401 /],
    [
      'with a session’s cookie',
      STREAM_PATH,
      () => ({ accept: 'text/event-stream', 'sec-fetch-site': 'same-origin', cookie: 'session=kst_x' }),
      /^HTTP\/1\.1 303 /,
    ],
    ['who asks for a page', STREAM_PATH, () => ({ accept: 'text/html' }), /^HTTP\/1\.1 303 [^]*<!doctype html>/i],
    [
      'with an unknown parameter',
      `${STREAM_PATH}?fast=1`,
      bearerHeaders,
      /^HTTP\/1\.1 400 [^]*"code":"invalid_request"/,
    ],
    ['at an unknown address', '/nowhere', bearerHeaders, /^HTTP\/1\.1 404 [^]*"code":"unknown_route"/],
    ['at an endpoint that speaks none', '/users/me', bearerHeaders, /^HTTP\/1\.1 200 [^]*"email"/],
    [
      'in an older version',
      STREAM_PATH,
      () => ({ ...bearerHeaders(), 'sec-websocket-version': '8' }),
      /^HTTP\/1\.1 426 [^]*upgrade: websocket\r\n[^]*sec-websocket-version: 13\r\n[^]*"code":"upgrade_required"/,
    ],
    ['without a version', STREAM_PATH, () => ({ ...bearerHeaders(), 'sec-websocket-version': '' }), /^HTTP\/1\.1 426 /],
    [
      'without a key',
      STREAM_PATH,
      () => ({ ...bearerHeaders(), 'sec-websocket-key': '' }),
      /^HTTP\/1\.1 400 [^]*"code":"malformed_handshake"/,
    ],
    [
      'with half a key',
      STREAM_PATH,
      () => ({ ...bearerHeaders(), 'sec-websocket-key': 'AAAA' }),
      /^HTTP\/1\.1 400 [^]*"code":"malformed_handshake"/,
    ],
    [
      'with nonsense for a subprotocol',
      STREAM_PATH,
      () => ({ ...bearerHeaders(), 'sec-websocket-protocol': 'a,,b' }),
      /^HTTP\/1\.1 400 [^]*"code":"malformed_handshake"/,
    ],
    [
      'with a body',
      STREAM_PATH,
      () => ({ ...bearerHeaders(), 'content-length': '5' }),
      /^HTTP\/1\.1 400 [^]*"code":"malformed_handshake"/,
    ],
    [
      'with a body in chunks',
      STREAM_PATH,
      () => ({ ...bearerHeaders(), 'transfer-encoding': 'chunked' }),
      /^HTTP\/1\.1 400 [^]*"code":"malformed_handshake"/,
    ],
    [
      'over HTTP/1.0',
      STREAM_PATH,
      () => ({ ...bearerHeaders(), version: '1.0' }),
      /^HTTP\/1\.[01] 426 [^]*"code":"upgrade_required"/,
    ],
    [
      'of another protocol',
      STREAM_PATH,
      () => ({ ...bearerHeaders(), upgrade: 'h2c' }),
      /^HTTP\/1\.1 426 [^]*connection: upgrade\r\n/i,
    ],
    [
      'of none at all',
      STREAM_PATH,
      () => ({ ...bearerHeaders(), upgrade: '', connection: 'close' }),
      /^HTTP\/1\.1 426 [^]*upgrade: websocket\r\n/,
    ],
    [
      'with a POST',
      STREAM_PATH,
      () => ({ ...bearerHeaders(), method: 'POST', 'content-length': '0' }),
      /^HTTP\/1\.1 405 [^]*allow: GET/,
    ],
    [
      'with two hosts',
      STREAM_PATH,
      () => ({ ...bearerHeaders(), host: 'a\r\nhost: b' }),
      /^HTTP\/1\.1 400 [^]*"code":"malformed_http"/,
    ],
  ];

  it.each(rejectedHandshakes)('rejects %s like every endpoint', async (_what, path, headers, expected) => {
    const response = await sendHandshake(path, headers());

    expect(response).toMatch(expected);
    expect(response).toMatch(/\r\nx-request-id: /);
    expect(response).toMatch(/\r\ncontent-security-policy: /);
  });

  it('closes the connection after a rejection', async () => {
    const wire = await openRawConnection(url);
    wire.say(formatHandshake('/nowhere', bearerHeaders()));

    expect(await wire.closed).toMatch(/^HTTP\/1\.1 404 [^]*connection: close/i);
  });

  it('reads frames that arrive with the handshake', async () => {
    const wire = await openRawConnection(url);
    wire.say(
      Buffer.concat([Buffer.from(formatHandshake(STREAM_PATH, bearerHeaders())), encodeTextFrame('{"type":"look"}')]),
    );

    await wire.until(/"code":"invalid_request"/);
    wire.socket.destroy();
    expect(wire.heard()).toContain('101 Switching');
  });

  it('leaves nothing of a caller who has left to the next one', async () => {
    for (let caller = 0; caller < 3; caller++) {
      const wire = await openRawConnection(url);
      wire.say(formatHandshake(STREAM_PATH, bearerHeaders()));
      wire.socket.end();
      await wire.closed;
    }
    const response = await sendHandshake(STREAM_PATH, bearerHeaders());

    expect(response).toMatch(/^HTTP\/1\.1 101 /);
    expect(response.match(/\r\n(?:x-request-id|ratelimit): /g)).toHaveLength(2);
  });

  it('accepts no subprotocol and no compression', async () => {
    const response = await sendHandshake(STREAM_PATH, {
      ...bearerHeaders(),
      'sec-websocket-protocol': 'one, two',
      'sec-websocket-extensions': 'permessage-deflate',
    });

    expect(response).toMatch(/^HTTP\/1\.1 101 /);
    expect(response).not.toMatch(/sec-websocket-(?:protocol|extensions)/i);
  });

  it('rejects unregistered origins, and accepts the key’s and the service’s own', async () => {
    const key = await createKey(testApp, ada.id, { redirectUris: ['https://app.example/cb'] });
    const token = await issueToken(testApp, { userId: ada.id, clientId: key.clientId });
    const ticket = async () =>
      (await testApp.request('POST', '/tickets', { as: token })).json<{ ticket: string }>().ticket;
    const statusFor = async (origin: string): Promise<string[]> => {
      const responses = [
        await sendHandshake(`${STREAM_PATH}?ticket=${await ticket()}`, { origin }),
        await sendHandshake(STREAM_PATH, { origin, authorization: `Bearer ${token}` }),
      ];
      return responses.map((response) => `${response.slice(9, 12)}${/"code":"(\w+)"/.exec(response)?.[1] ?? ''}`);
    };

    for (const origin of ['https://app.example', 'http://kontor', testApp.config.baseUrl])
      expect([origin, await statusFor(origin)]).toEqual([origin, ['101', '101']]);
    for (const origin of ['https://evil.example', 'http://app.example', 'https://app.example.evil.example', 'null'])
      expect([origin, await statusFor(origin)]).toEqual([origin, ['403foreign_origin', '403foreign_origin']]);
  });

  it('limits streams per key and per user, and accepts more after some closed', async () => {
    const eve = await people.eve(testApp);
    const { clientId } = await people.bob(testApp).then(({ key }) => key);
    const elsewhere = await issueToken(testApp, { userId: eve.id, clientId });
    const readers = [
      await openReader(url, { as: eve.token }),
      await openReader(url, { as: eve.token }),
      await openReader(url, { as: eve.token }),
    ];

    const clientLimited = await sendHandshake(STREAM_PATH, { authorization: `Bearer ${eve.token}` });
    expect(clientLimited).toMatch(/^HTTP\/1\.1 429 [^]*retry-after: 5\r\n[^]*"code":"too_many_streams"[^]*API key/);
    const events = await testApp.request('GET', '/events', { as: eve.token, accept: 'text/event-stream' });
    expect([events.statusCode, events.headers['content-type']]).toEqual([429, 'application/problem+json']);
    expect(events.json()).toMatchObject({ code: 'too_many_streams' });
    readers.push(await openReader(url, { as: elsewhere }));
    expect(await sendHandshake(STREAM_PATH, { authorization: `Bearer ${elsewhere}` })).toMatch(
      /^HTTP\/1\.1 429 [^]*This user already has 4/,
    );
    await readers[0]?.close();
    // The service learns of the end of a connection after its client.
    await waitUntil(() =>
      openReader(url, { as: eve.token }).then(
        (reader) => readers.push(reader) > 0,
        () => false,
      ),
    );
    expect(await sendHandshake(STREAM_PATH, { authorization: `Bearer ${eve.token}` })).toMatch(/^HTTP\/1\.1 429 /);
    await Promise.all(readers.map((reader) => reader.close()));
  });
});

describe('stop of the service', () => {
  it('closes WebSockets with a close frame and waits for none', async () => {
    const testApp = await openTestApp();
    const ada = await people.ada(testApp);
    const url = await testApp.url();
    const reader = await openReader(url, { as: ada.token });
    const pausedWire = await openRawConnection(url);
    pausedWire.say(
      `GET ${STREAM_PATH} HTTP/1.1\r\nhost: kontor\r\nauthorization: Bearer ${ada.token}\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    );
    await pausedWire.until(/101 Switching/);
    pausedWire.socket.pause();
    const began = performance.now();

    await Promise.all([testApp.close(), reader.closed]);
    expect(await reader.closed).toEqual({ code: 1001, reason: 'the service stops' });
    expect(performance.now() - began).toBeLessThan(4_000);
    pausedWire.socket.destroy();
  });
});
