import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type House, openHouse } from '../support/house.js';
import { openReader } from '../support/market-reader.js';
import { giveKey, giveToken, people, type Person } from '../support/people.js';
import { openWire } from '../support/wire.js';

const DOOR = '/marketdata/stream';

/** A masked text frame, as a client sends it. */
function said(text: string): Buffer {
  const mask = randomBytes(4);
  const body = Buffer.from(text).map((byte, at) => byte ^ (mask[at % 4] ?? 0));
  return Buffer.concat([Buffer.from([0x81, 0x80 | body.length]), mask, body]);
}

describe('the way to a WebSocket', () => {
  let house: House;
  let ada: Person;
  let url: string;
  const lines: string[] = [];
  beforeAll(async () => {
    house = await openHouse({ log: (line) => lines.push(line), env: { STREAMS_PER_KEY: '3', STREAMS_PER_USER: '4' } });
    [ada, url] = [await people.ada(house), await house.url()];
  });
  afterAll(() => house.close());

  const head = (path: string, { method = 'GET', version = '1.1', ...headers }: Record<string, string>): string => {
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
  /** Everything that comes back until the connection is closed, or for a while. */
  const ask = async (path: string, headers: Record<string, string>, body = ''): Promise<string> => {
    const wire = await openWire(url);
    wire.say(head(path, headers) + body);
    await wire.until(/\r\n\r\n/);
    await Promise.race([wire.closed, wait(150)]);
    wire.socket.destroy();
    return wire.heard();
  };
  const bearing = () => ({ authorization: `Bearer ${ada.token}` });

  it('is open to a token, counts as a request, and its answer has what every answer has', async () => {
    const answer = await ask(DOOR, bearing());

    expect(answer).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n/);
    expect(answer).toMatch(/\r\nSec-WebSocket-Accept: [\w+/]{27}=\r\n/i);
    expect(answer).toMatch(/\r\nx-request-id: [\w-]{36}\r\n/);
    expect(answer).toMatch(/\r\nratelimit: "user";r=\d+/);
    expect(answer).not.toMatch(/sec-websocket-extensions/i);
  });

  it('stands in the log like every request, with its status and without its ticket', async () => {
    const { ticket } = (await house.knock('POST', '/tickets', { as: ada.token })).json<{ ticket: string }>();
    await ask(`${DOOR}?ticket=${ticket}`, {});
    await wait(20);

    const about = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ route, url: asked }) => route === DOOR && asked !== undefined);
    expect(about).toEqual([
      expect.objectContaining({ method: 'GET', status: 101, user_id: ada.id, url: `${DOOR}?ticket=[redacted]` }),
    ]);
    expect(about[0]).not.toHaveProperty('aborted');
    expect(lines.join('')).not.toContain(ticket);
  });

  const refused: [what: string, path: string, headers: () => Record<string, string>, answer: RegExp][] = [
    [
      'without a token',
      DOOR,
      () => ({}),
      /^HTTP\/1\.1 303 [^]*www-authenticate: Bearer realm="kontor"\r\n[^]*"code":"login_required"/,
    ],
    [
      'with a wrong token',
      DOOR,
      () => ({ authorization: 'Bearer nonsense' }),
      /^HTTP\/1\.1 303 [^]*error="invalid_token"/,
    ],
    ['who wants a plain status', DOOR, () => ({ prefer: 'status=401' }), /^HTTP\/1\.1 401 /],
    [
      'with a session’s cookie',
      DOOR,
      () => ({ accept: 'text/event-stream', 'sec-fetch-site': 'same-origin', cookie: 'session=kst_x' }),
      /^HTTP\/1\.1 303 /,
    ],
    ['who asks for a page', DOOR, () => ({ accept: 'text/html' }), /^HTTP\/1\.1 303 [^]*<!doctype html>/i],
    ['with an unknown parameter', `${DOOR}?fast=1`, bearing, /^HTTP\/1\.1 400 [^]*"code":"invalid_request"/],
    ['at an unknown address', '/nowhere', bearing, /^HTTP\/1\.1 404 [^]*"code":"unknown_route"/],
    ['at a door that speaks none', '/users/me', bearing, /^HTTP\/1\.1 200 [^]*"email"/],
    [
      'in an older version',
      DOOR,
      () => ({ ...bearing(), 'sec-websocket-version': '8' }),
      /^HTTP\/1\.1 426 [^]*upgrade: websocket\r\n[^]*sec-websocket-version: 13\r\n[^]*"code":"upgrade_required"/,
    ],
    ['without a version', DOOR, () => ({ ...bearing(), 'sec-websocket-version': '' }), /^HTTP\/1\.1 426 /],
    [
      'without a key',
      DOOR,
      () => ({ ...bearing(), 'sec-websocket-key': '' }),
      /^HTTP\/1\.1 400 [^]*"code":"malformed_handshake"/,
    ],
    [
      'with half a key',
      DOOR,
      () => ({ ...bearing(), 'sec-websocket-key': 'AAAA' }),
      /^HTTP\/1\.1 400 [^]*"code":"malformed_handshake"/,
    ],
    [
      'with nonsense for a subprotocol',
      DOOR,
      () => ({ ...bearing(), 'sec-websocket-protocol': 'a,,b' }),
      /^HTTP\/1\.1 400 [^]*"code":"malformed_handshake"/,
    ],
    [
      'with a body',
      DOOR,
      () => ({ ...bearing(), 'content-length': '5' }),
      /^HTTP\/1\.1 400 [^]*"code":"malformed_handshake"/,
    ],
    [
      'with a body in chunks',
      DOOR,
      () => ({ ...bearing(), 'transfer-encoding': 'chunked' }),
      /^HTTP\/1\.1 400 [^]*"code":"malformed_handshake"/,
    ],
    [
      'over HTTP/1.0',
      DOOR,
      () => ({ ...bearing(), version: '1.0' }),
      /^HTTP\/1\.[01] 426 [^]*"code":"upgrade_required"/,
    ],
    [
      'of another protocol',
      DOOR,
      () => ({ ...bearing(), upgrade: 'h2c' }),
      /^HTTP\/1\.1 426 [^]*connection: upgrade\r\n/i,
    ],
    [
      'of none at all',
      DOOR,
      () => ({ ...bearing(), upgrade: '', connection: 'close' }),
      /^HTTP\/1\.1 426 [^]*upgrade: websocket\r\n/,
    ],
    [
      'with a POST',
      DOOR,
      () => ({ ...bearing(), method: 'POST', 'content-length': '0' }),
      /^HTTP\/1\.1 405 [^]*allow: GET/,
    ],
    [
      'with two hosts',
      DOOR,
      () => ({ ...bearing(), host: 'a\r\nhost: b' }),
      /^HTTP\/1\.1 400 [^]*"code":"malformed_http"/,
    ],
  ];

  it.each(refused)('whoever comes %s is answered as everywhere', async (_what, path, headers, answer) => {
    const heard = await ask(path, headers());

    expect(heard).toMatch(answer);
    expect(heard).toMatch(/\r\nx-request-id: /);
    expect(heard).toMatch(/\r\ncontent-security-policy: /);
  });

  it('closes the connection behind a refusal', async () => {
    const wire = await openWire(url);
    wire.say(head('/nowhere', bearing()));

    expect(await wire.closed).toMatch(/^HTTP\/1\.1 404 [^]*connection: close/i);
  });

  it('hears what came together with the handshake', async () => {
    const wire = await openWire(url);
    wire.say(Buffer.concat([Buffer.from(head(DOOR, bearing())), said('{"type":"look"}')]));

    await wire.until(/"code":"invalid_request"/);
    wire.socket.destroy();
    expect(wire.heard()).toContain('101 Switching');
  });

  it('agrees on no subprotocol and no compression', async () => {
    const answer = await ask(DOOR, {
      ...bearing(),
      'sec-websocket-protocol': 'one, two',
      'sec-websocket-extensions': 'permessage-deflate',
    });

    expect(answer).toMatch(/^HTTP\/1\.1 101 /);
    expect(answer).not.toMatch(/sec-websocket-(?:protocol|extensions)/i);
  });

  it('is closed to a page of an origin that is not registered for the key, and open to its own and to ours', async () => {
    const key = await giveKey(house, ada.id, { redirectUris: ['https://app.example/cb'] });
    const token = await giveToken(house, { userId: ada.id, clientId: key.clientId });
    const ticket = async () => (await house.knock('POST', '/tickets', { as: token })).json<{ ticket: string }>().ticket;
    const statusFor = async (origin: string): Promise<string[]> => {
      const answers = [
        await ask(`${DOOR}?ticket=${await ticket()}`, { origin }),
        await ask(DOOR, { origin, authorization: `Bearer ${token}` }),
      ];
      return answers.map((answer) => `${answer.slice(9, 12)}${/"code":"(\w+)"/.exec(answer)?.[1] ?? ''}`);
    };

    for (const origin of ['https://app.example', 'http://kontor', house.config.baseUrl])
      expect([origin, await statusFor(origin)]).toEqual([origin, ['101', '101']]);
    for (const origin of ['https://evil.example', 'http://app.example', 'https://app.example.evil.example', 'null'])
      expect([origin, await statusFor(origin)]).toEqual([origin, ['403foreign_origin', '403foreign_origin']]);
  });

  it('leads to so many streams by one key and for one user, and to more when some are closed', async () => {
    const eve = await people.eve(house);
    const { clientId } = await people.bob(house).then(({ key }) => key);
    const elsewhere = await giveToken(house, { userId: eve.id, clientId });
    const readers = [
      await openReader(url, { as: eve.token }),
      await openReader(url, { as: eve.token }),
      await openReader(url, { as: eve.token }),
    ];

    const byKey = await ask(DOOR, { authorization: `Bearer ${eve.token}` });
    expect(byKey).toMatch(/^HTTP\/1\.1 429 [^]*retry-after: 5\r\n[^]*"code":"too_many_streams"[^]*API key/);
    readers.push(await openReader(url, { as: elsewhere }));
    expect(await ask(DOOR, { authorization: `Bearer ${elsewhere}` })).toMatch(/^HTTP\/1\.1 429 [^]*This user has 4/);
    await readers[0]?.close();
    await wait(50);
    readers.push(await openReader(url, { as: eve.token }));
    expect(await ask(DOOR, { authorization: `Bearer ${eve.token}` })).toMatch(/^HTTP\/1\.1 429 /);
    await Promise.all(readers.map((reader) => reader.close()));
  });
});

describe('a service that stops', () => {
  it('says goodbye to those who read, and waits for none of them', async () => {
    const house = await openHouse();
    const ada = await people.ada(house);
    const url = await house.url();
    const reader = await openReader(url, { as: ada.token });
    const deaf = await openWire(url);
    deaf.say(
      `GET ${DOOR} HTTP/1.1\r\nhost: kontor\r\nauthorization: Bearer ${ada.token}\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    );
    await deaf.until(/101 Switching/);
    deaf.socket.pause();
    const began = performance.now();

    await Promise.all([house.close(), reader.closed]);
    expect(await reader.closed).toEqual({ code: 1001, reason: 'the service stops' });
    expect(performance.now() - began).toBeLessThan(4_000);
    deaf.socket.destroy();
  });
});
