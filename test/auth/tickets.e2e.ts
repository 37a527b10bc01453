import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { callers } from '../support/callers.js';
import { ProtectedTestController } from '../support/guarded-test.controller.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { issueToken, people, type Person } from '../support/people.js';
import { StreamLeaseTestController } from '../support/stream-lease-test.controller.js';
import { waitUntil } from '../support/within.js';

const INVALID = 'Bearer realm="kontor", error="invalid_token"';

/** Resolves when one more stream is open: what ends a stream must not come before it. */
function untilStreamOpens({ app }: TestApp): Promise<void> {
  const controller = app.get(StreamLeaseTestController, { strict: false });
  const before = controller.opened;
  return waitUntil(() => controller.opened > before);
}

describe('POST /tickets', () => {
  let testApp: TestApp;
  let ada: Person;
  const lines: string[] = [];
  beforeAll(async () => {
    testApp = await openTestApp({
      controllers: [ProtectedTestController, StreamLeaseTestController],
      log: (line) => lines.push(line),
    });
    ada = await people.ada(testApp);
  });
  afterAll(() => testApp.close());

  const issueTicket = async (as: string): Promise<string> =>
    (await testApp.request('POST', '/tickets', { as })).json<{ ticket: string }>().ticket;
  const openStream = (query: string, headers = {}) => testApp.request('GET', `/endpoints/stream${query}`, { headers });

  it('opens one stream for the caller and returns its lifetime', async () => {
    const response = await testApp.request('POST', '/tickets', { as: ada.token });
    const { ticket, expires_in: expiresIn } = response.json<{ ticket: string; expires_in: number }>();
    const streamResponse = await openStream(`?ticket=${ticket}`);

    expect([response.statusCode, expiresIn, response.headers['cache-control']]).toEqual([201, 30, 'private, no-store']);
    expect(ticket).toMatch(/^ktt_[\w-]{43}$/);
    expect([streamResponse.statusCode, streamResponse.json()]).toEqual([
      200,
      expect.objectContaining({ userId: ada.id, clientId: ada.key.clientId }),
    ]);
    expect((await openStream(`?ticket=${ticket}`)).statusCode).toBe(303);
  });

  it('admits exactly one of fifty simultaneous uses', async () => {
    const ticket = await issueTicket(ada.token);
    const responses = await Promise.all(Array.from({ length: 50 }, () => openStream(`?ticket=${ticket}`)));

    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(responses.filter(({ statusCode }) => statusCode === 303)).toHaveLength(49);
  });

  const invalidTickets: [what: string, query: (ticket: string) => string, headers: () => Record<string, string>][] = [
    ['that was never issued', () => `?ticket=ktt_${'A'.repeat(43)}`, () => ({})],
    ['that is nonsense', () => '?ticket=%e2%98%a0', () => ({})],
    ['that is empty', () => '?ticket=', () => ({})],
    ['that is an access token', () => `?ticket=${ada.token}`, () => ({})],
    ['that comes twice', (ticket) => `?ticket=${ticket}&ticket=${ticket}`, () => ({})],
    ['beside a token', (ticket) => `?ticket=${ticket}`, () => ({ authorization: `Bearer ${ada.token}` })],
    ['without a value', () => '?ticket', () => ({})],
  ];

  it.each(invalidTickets)('%s is answered like a wrong token', async (_what, query, headers) => {
    const ticket = await issueTicket(ada.token);
    const response = await openStream(query(ticket), headers());
    const plain = await openStream(query(await issueTicket(ada.token)), { ...headers(), prefer: 'status=401' });
    const wrongToken = await openStream('', { authorization: 'Bearer nonsense' });

    expect([response.statusCode, plain.statusCode]).toEqual([303, 401]);
    expect([response.headers['www-authenticate'], response.headers.location]).toEqual([INVALID, '/']);
    const pickProblem = ({ code, detail, title }: Record<string, unknown>) => ({ code, detail, title });
    expect(pickProblem(response.json())).toEqual(pickProblem(wrongToken.json()));
    expect(response.headers['set-cookie']).toEqual(wrongToken.headers['set-cookie']);
  });

  it('is used up by a request that also has a token', async () => {
    const ticket = await issueTicket(ada.token);
    await openStream(`?ticket=${ticket}`, { authorization: `Bearer ${ada.token}` });

    expect((await openStream(`?ticket=${ticket}`)).statusCode).toBe(303);
  });

  it('opens streams alone', async () => {
    const ticket = await issueTicket(ada.token);
    const profileResponse = await testApp.request('GET', `/users/me?ticket=${ticket}`);
    const ticketResponse = await testApp.request('POST', `/tickets?ticket=${ticket}`);
    const authorizedResponse = await testApp.request('GET', `/users/me?ticket=${ticket}`, { as: ada.token });

    expect([profileResponse.statusCode, ticketResponse.statusCode, authorizedResponse.statusCode]).toEqual([
      303, 303, 400,
    ]);
    expect((await openStream(`?ticket=${ticket}`)).statusCode).toBe(200);
  });

  it('is invalid when the token that requested it is invalid', async () => {
    const token = await issueToken(testApp, { userId: ada.id, clientId: ada.key.clientId });
    const ticket = await issueTicket(token);
    await testApp.orm.em
      .fork()
      .execute(
        `update access_tokens set revoked_at = now() where created_at = (select max(created_at) from access_tokens)`,
      );
    await waitUntil(async () => (await testApp.request('GET', '/users/me', { as: token })).statusCode === 303);

    expect((await openStream(`?ticket=${ticket}`)).statusCode).toBe(303);
  });

  it('ends its stream when that token is revoked or expires', async () => {
    const getEndReason = async (statement: string | null, seconds: string) => {
      const eve = await people.eve(testApp);
      const token = await issueToken(testApp, { userId: eve.id, clientId: eve.key.clientId });
      const its = `digest = '${createHash('sha256').update(token).digest('base64url')}'`;
      await testApp.orm.em
        .fork()
        .execute(`update access_tokens set expires_at = now() + interval '${seconds}' where ${its}`);
      const ticket = await issueTicket(token);
      const opening = untilStreamOpens(testApp);
      const stream = testApp.request('GET', `/stays?ticket=${ticket}`);
      await opening;
      if (statement !== null) await testApp.orm.em.fork().execute(statement + its);
      return (await stream).json<unknown>();
    };
    const { id } = await people.eve(testApp);

    expect(await getEndReason('update access_tokens set revoked_at = now() where ', '1 hour')).toEqual({
      user: id,
      left: 'revoked',
    });
    expect(await getEndReason(null, '3 seconds')).toEqual({ user: id, left: 'expired' });
  });

  it('is never logged', async () => {
    const ticket = await issueTicket(ada.token);
    await openStream(`?ticket=${ticket}`);
    await openStream(`?sides=Buy&ticket=${ticket}`);

    const streamLines = lines.filter((line) => line.includes('/endpoints/stream'));
    expect(streamLines.some((line) => line.includes('ticket=[redacted]'))).toBe(true);
    expect(lines.join('')).not.toContain(ticket.slice(4));
  });

  it('with an Idempotency-Key stores no ticket', async () => {
    const headers = { 'idempotency-key': 'the-same' };
    const [firstTicket, secondTicket] = [
      await testApp.request('POST', '/tickets', { as: ada.token, headers }),
      await testApp.request('POST', '/tickets', { as: ada.token, headers }),
    ];

    expect(firstTicket.json<{ ticket: string }>().ticket).not.toBe(secondTicket.json<{ ticket: string }>().ticket);
    expect(await testApp.orm.em.fork().execute('select count(*)::int n from idempotent_answers')).toEqual([{ n: 0 }]);
  });

  it('can be requested 2,000 times by one user without use', async () => {
    const bob = await people.bob(testApp);
    const tickets: string[] = [];
    // Not held against the description: all must be issued before the first expires, after thirty seconds.
    const headers = { accept: 'application/json', authorization: `Bearer ${bob.token}` };
    const issue = async (): Promise<string> =>
      (await testApp.app.inject({ method: 'POST', url: '/tickets', headers })).json<{ ticket: string }>().ticket;
    for (let remaining = 2000; remaining > 0; remaining -= 100)
      tickets.push(...(await Promise.all(Array.from({ length: 100 }, issue))));
    const rejected = await testApp.request('POST', '/tickets', { as: bob.token });

    expect([rejected.statusCode, rejected.json()]).toEqual([
      429,
      expect.objectContaining({ code: 'too_many_tickets' }),
    ]);
    expect(rejected.headers['retry-after']).toBe('30');
    await openStream(`?ticket=${tickets[7]}`);
    expect((await testApp.request('POST', '/tickets', { as: bob.token })).statusCode).toBe(201);
  });
});

describe('POST /tickets from a page by its session', () => {
  let testApp: TestApp;
  beforeAll(
    async () => (testApp = await openTestApp({ controllers: [ProtectedTestController, StreamLeaseTestController] })),
  );
  afterAll(() => testApp.close());

  type SessionUser = Awaited<ReturnType<(typeof callers)['a session that asks for a page']>>;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const requestTicket = (
    { headers, formFields }: SessionUser,
    overrides: Readonly<{ accept?: string; headers?: Record<string, string>; body?: object }> = {},
  ) =>
    testApp.request('POST', '/tickets', {
      accept: overrides.accept ?? 'text/html',
      headers: { ...headers, ...form, ...overrides.headers },
      body: overrides.body ?? formFields,
    });
  const ticketIn = (page: string): string => /<code id="ticket">(ktt_[\w-]{43})<\/code>/.exec(page)?.[1] ?? '';
  const openSession = () => callers['a session that asks for a page'](testApp);

  it('returns a page that is not cached, and opens one stream for the signed-in user', async () => {
    const user = await openSession();
    const response = await requestTicket(user);
    const ticket = ticketIn(response.body);
    const streamResponse = await testApp.request('GET', `/endpoints/stream?ticket=${ticket}`);

    expect([response.statusCode, response.headers['cache-control']]).toEqual([201, 'private, no-store']);
    expect([streamResponse.statusCode, streamResponse.json()]).toEqual([
      200,
      expect.objectContaining({ userId: user.person.id, clientId: null }),
    ]);
    expect((await testApp.request('GET', `/endpoints/stream?ticket=${ticket}`)).statusCode).toBe(303);
  });

  it('refuses a foreign form and another site', async () => {
    const user = await openSession();
    const statuses = [
      await requestTicket(user, { body: {} }),
      await requestTicket(user, { body: { form_token: 'nonsense' } }),
      await requestTicket(user, { headers: { 'sec-fetch-site': 'cross-site' } }),
    ].map(({ statusCode, body }) => [statusCode, ticketIn(body)]);

    expect(statuses).toEqual([
      [403, ''],
      [403, ''],
      [403, ''],
    ]);
  });

  it('refuses JSON, and the cookie alone opens no WebSocket', async () => {
    const user = await openSession();
    const asJson = await requestTicket(user, { accept: 'application/json' });
    const stream = await testApp.request('GET', '/endpoints/stream', { headers: user.headers });

    expect([asJson.statusCode, asJson.headers.location, stream.statusCode]).toEqual([303, '/', 303]);
  });

  const revocations: [string, (user: SessionUser) => Promise<unknown>][] = [
    [
      'the person signs out',
      ({ headers, formFields }) =>
        testApp.request('POST', '/logout', { accept: 'text/html', headers: { ...headers, ...form }, body: formFields }),
    ],
    [
      'the account is closed',
      ({ person }) => testApp.orm.em.fork().execute('update users set enabled = false where id = ?', [person.id]),
    ],
  ];

  it.each(revocations)('gives no ticket and ends the stream when %s', async (_how, revoke) => {
    const user = await openSession();
    const [first, second] = [ticketIn((await requestTicket(user)).body), ticketIn((await requestTicket(user)).body)];
    const opening = untilStreamOpens(testApp);
    const stream = testApp.request('GET', `/stays?ticket=${first}`);
    await opening;
    await revoke(user);

    expect((await stream).json()).toEqual({ user: user.person.id, left: 'revoked' });
    expect((await testApp.request('GET', `/endpoints/stream?ticket=${second}`)).statusCode).toBe(303);
  });
});

describe('an EventSource of a page of the service', () => {
  let testApp: TestApp;
  beforeAll(async () => (testApp = await openTestApp({ controllers: [StreamLeaseTestController] })));
  afterAll(() => testApp.close());

  const eventSourceHeaders = { accept: 'text/event-stream', 'sec-fetch-site': 'same-origin' };
  const openEventSource = (cookie: string, headers: Record<string, string> = eventSourceHeaders) =>
    testApp.request('GET', '/stays', { accept: null, headers: { cookie, ...headers } });

  it.each(['a token', 'a session'])('ends at once where %s has ended while it was opened', async (credential) => {
    const { person, headers } = await callers['a session that asks for a page'](testApp);
    const token = await issueToken(testApp, { userId: person.id, clientId: person.key.clientId });
    testApp.app.get(StreamLeaseTestController, { strict: false }).meanwhile = async () => {
      await testApp.orm.em.fork().execute('update users set enabled = false where id = ?', [person.id]);
      await pause(500); // Everybody has heard of it, long before the stream is open.
    };
    const stream =
      credential === 'a token'
        ? testApp.request('GET', '/stays', { as: token })
        : openEventSource(headers['cookie'] ?? '');

    expect(await Promise.race([stream.then(({ body }) => body), pause(3_000, 'still open')])).toContain('revoked');
  });

  it('ends though the first check after the revocation has failed', async () => {
    const person = await people.named(testApp, 'checked twice');
    const opening = untilStreamOpens(testApp);
    const stream = testApp.request('GET', '/stays', { as: person.token });
    await opening;
    const lock = new pg.Client(testApp.database.url);
    await lock.connect();
    await lock.query('begin; lock table access_tokens in access exclusive mode');
    await testApp.orm.em.fork().execute('update users set enabled = false where id = ?', [person.id]);
    await pause(4_000); // A statement is given up after 2.5 seconds.
    await lock.query('rollback');
    await lock.end();

    expect(await Promise.race([stream.then(({ body }) => body), pause(5_000, 'still open')])).toContain('revoked');
  }, 20_000);

  it('is admitted by its session and ends with it', async () => {
    const { person, headers } = await callers['a session that asks for a page'](testApp);
    const opening = untilStreamOpens(testApp);
    const stream = openEventSource(headers['cookie'] ?? '');
    await opening;
    await testApp.orm.em.fork().execute('update users set enabled = false where id = ?', [person.id]);

    expect((await stream).body).toContain('revoked');
  });

  it('ends when the user signs out', async () => {
    const { headers, formFields } = await callers['a session that asks for a page'](testApp);
    const opening = untilStreamOpens(testApp);
    const stream = openEventSource(headers['cookie'] ?? '');
    await opening;
    const response = await testApp.request('POST', '/logout', {
      accept: 'text/html',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: formFields,
    });

    expect([response.statusCode, response.headers['location']]).toEqual([303, '/']);
    expect((await stream).body).toContain('revoked');
  });

  it.each([
    ['a page of another site', { ...eventSourceHeaders, 'sec-fetch-site': 'cross-site' }],
    ['a page of a neighboring site', { ...eventSourceHeaders, 'sec-fetch-site': 'same-site' }],
    ['an address that a user typed', { ...eventSourceHeaders, 'sec-fetch-site': 'none' }],
    ['a browser that does not say who asks', { accept: 'text/event-stream' }],
    ['a user who wants JSON', { ...eventSourceHeaders, accept: 'application/json' }],
    ['a WebSocket', { ...eventSourceHeaders, upgrade: 'websocket', connection: 'Upgrade' }],
    ['a user who shows a wrong token as well', { ...eventSourceHeaders, authorization: 'Bearer nonsense' }],
  ])('%s is not', async (_who, headers) => {
    const {
      headers: { cookie = '' },
    } = await callers['a session that asks for a page'](testApp);

    expect((await openEventSource(cookie, headers)).statusCode).toBe(303);
  });
});
