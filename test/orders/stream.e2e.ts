import { issueToken, people, type Person } from '../support/people.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';
import { openOrderStream, type OrderStreamClient } from './order-stream-client.js';

type Fields = Readonly<Record<string, unknown>>;

/** A test app with two accounts of one user; two of them have the same ids. */
async function openFixture(env: Record<string, string> = {}) {
  const testApp = await openTestApp({ env });
  const fixture = await tradingFloor(testApp);
  const [ada, bob] = [await people.ada(testApp), await people.bob(testApp)];
  return {
    ...{ testApp, fixture, ada, bob },
    url: await testApp.url(),
    acct: await fixture.account(ada),
    foreignAcct: await fixture.account(bob),
  };
}

/** Without times, request ids and the address of the service, which differ between two services. */
const normalize = (body: string, baseUrl: string): string =>
  body
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"time"')
    .replaceAll(/"request_id":"[^"]*"/g, '"request_id":"…"')
    .replaceAll(baseUrl, '');

describe('GET /orderactions/stream beside POST /orderactions', () => {
  let overHttp: Awaited<ReturnType<typeof openFixture>>;
  let overStream: Awaited<ReturnType<typeof openFixture>>;
  let client: OrderStreamClient;
  beforeAll(async () => {
    [overHttp, overStream] = [await openFixture(), await openFixture()];
    client = await openOrderStream(overStream.url, { as: overStream.ada.token });
  });
  afterAll(async () => {
    await client.close();
    await Promise.all([overHttp.testApp.close(), overStream.testApp.close()]);
  });

  const named = { limit_price: 6690, client_order_id: 'named' };
  const cancel = (more: Fields): Fields => ({ action_type: 'OrderCancellation', ...more });
  const modify = (more: Fields): Fields => ({ action_type: 'OrderModification', ...more });
  const table: [what: string, body: (at: Awaited<ReturnType<typeof openFixture>>) => Fields][] = [
    ['a limit order', ({ fixture, acct }) => fixture.limit(acct)],
    ['an order that trades', ({ fixture, acct }) => fixture.limit(acct, { side: 'Sell', quantity: 2 })],
    ['a named order', ({ fixture, acct }) => fixture.limit(acct, named)],
    ['a copy of it', ({ fixture, acct }) => fixture.limit(acct, named)],
    ['another order of that name', ({ fixture, acct }) => fixture.limit(acct, { ...named, quantity: 9 })],
    [
      'a market order without a book',
      ({ fixture, acct }) => {
        const terms = { side: 'Sell', quantity: 1, limit_price: undefined, time_in_force: undefined };
        return { ...fixture.limit(acct, terms), action_type: 'MarketOrderSub' };
      },
    ],
    [
      'a stop order',
      ({ fixture, acct }) => ({
        ...fixture.limit(acct, { limit_price: undefined, stop_price: 6800 }),
        action_type: 'StopOrderSub',
      }),
    ],
    ['a price off the tick', ({ fixture, acct }) => fixture.limit(acct, { limit_price: 6700.1 })],
    ['a refused named order', ({ fixture, acct }) => fixture.limit(acct, { limit_price: 1.1, client_order_id: 'no' })],
    ['a copy of that', ({ fixture, acct }) => fixture.limit(acct, { limit_price: 1.1, client_order_id: 'no' })],
    ['a foreign account', ({ fixture, foreignAcct }) => fixture.limit(foreignAcct)],
    ['an account that does not exist', ({ fixture }) => fixture.limit(2_000_000_000)],
    ['an instrument that does not exist', ({ fixture, acct }) => fixture.limit(acct, { instrument_id: 999_999 })],
    ['a symbol', ({ fixture, acct }) => fixture.limit(acct, { instrument_id: undefined, symbol: 'floor' })],
    ['an unknown symbol', ({ fixture, acct }) => fixture.limit(acct, { instrument_id: undefined, symbol: 'NONE' })],
    ['a symbol of another instrument', ({ fixture, acct }) => fixture.limit(acct, { symbol: 'NONE' })],
    ['an unknown field', ({ fixture, acct }) => fixture.limit(acct, { colour: 'red' })],
    ['several faults', ({ fixture, acct }) => fixture.limit(acct, { side: 'Up', quantity: 0, limit_price: 'NaN' })],
    ['an unknown action', () => ({ action_type: 'Guess' })],
    ['an empty action', () => ({})],
    ['a modification', ({ acct }) => modify({ acct_id: acct, client_order_id: 'named', quantity: 7 })],
    [
      'a version that has passed',
      ({ acct }) => modify({ acct_id: acct, client_order_id: 'named', quantity: 8, expected_version: 1 }),
    ],
    [
      'a date for an order that has none',
      ({ acct }) => modify({ acct_id: acct, client_order_id: 'named', expire_date: '2031-01-02' }),
    ],
    ['a cancellation', ({ acct }) => cancel({ acct_id: acct, client_order_id: 'named' })],
    ['the same again', ({ acct }) => cancel({ acct_id: acct, client_order_id: 'named' })],
    ['an order that does not exist', () => cancel({ order_id: 2_000_000_000 })],
    [
      'a list with a refusal',
      ({ fixture, acct }) => ({
        actions: [fixture.limit(acct, { client_order_id: 'listed' }), cancel({ order_id: 2_000_000_000 })],
      }),
    ],
    ['a list with a copy', ({ fixture, acct }) => ({ actions: [fixture.limit(acct, { client_order_id: 'listed' })] })],
    ['a list with a fault', ({ fixture, acct }) => ({ actions: [fixture.limit(acct), { action_type: 'Guess' }] })],
    ['an empty list', () => ({ actions: [] })],
    ['101 actions', () => ({ actions: Array<Fields>(101).fill(cancel({ order_id: 1 })) })],
    ['a mass cancellation', ({ acct }) => ({ action_type: 'MassCancellation', acct_id: acct })],
    [
      'a mass cancellation of a foreign account',
      ({ foreignAcct }) => ({ action_type: 'MassCancellation', acct_id: foreignAcct }),
    ],
  ];

  it.each(table)('answers %s with the same status, headers and bytes', async (what, toBody) => {
    const response = await overHttp.fixture.act(overHttp.ada.token, toBody(overHttp));
    const answer = await client.ask(what.replaceAll(' ', '-'), toBody(overStream));
    const body = (client.texts.at(-1) ?? '').replace(/^.*?"body":/s, '').replace(/\}\]\}$/s, '');

    expect([answer.status, answer.replayed]).toEqual([
      response.statusCode,
      response.headers['idempotent-replayed'] === 'true' ? true : undefined,
    ]);
    expect(normalize(body, overStream.testApp.config.baseUrl)).toBe(
      normalize(response.body, overHttp.testApp.config.baseUrl),
    );
  });

  it.each([
    ['a lossy number', '{"id":"n","action":{"quantity":9007199254740993}}', '{"quantity":9007199254740993}'],
    ['a repeated field', '{"id":"n","action":{"side":"Buy","side":"Buy"}}', '{"side":"Buy","side":"Buy"}'],
    ['a reserved name', '{"id":"n","actions":[{"__proto__":1}]}', '{"actions":[{"__proto__":1}]}'],
  ])('refuses %s with the same problem', async (_what, message, payload) => {
    const before = client.answers().length;
    client.say(message);
    const answer = (await client.answered(before + 1)).at(-1);
    const headers = { 'content-type': 'application/json' };
    const response = await overHttp.testApp.request('POST', '/orderactions', {
      as: overHttp.ada.token,
      headers,
      payload,
    });

    expect(answer).toMatchObject({ id: 'n', status: response.statusCode });
    expect(normalize(JSON.stringify(answer?.body), overStream.testApp.config.baseUrl)).toBe(
      normalize(response.body, overHttp.testApp.config.baseUrl),
    );
  });
});

describe('GET /orderactions/stream', () => {
  let at: Awaited<ReturnType<typeof openFixture>>;
  let testApp: TestApp;
  let fixture: Floor;
  let ada: Person;
  let acct: number;
  beforeAll(async () => {
    at = await openFixture();
    ({ testApp, fixture, ada, acct } = at);
  });
  afterAll(() => testApp.close());

  const open = (options: Parameters<typeof openOrderStream>[1] = { as: ada.token }) => openOrderStream(at.url, options);

  it('begins with its session, and is opened by a ticket as well', async () => {
    const { ticket } = (await testApp.request('POST', '/tickets', { as: ada.token })).json<{ ticket: string }>();
    const client = await open({ ticket, cancelOnDisconnect: true });

    expect(client.messages[0]).toEqual({
      type: 'session',
      session: expect.stringMatching(/^[\w-]{22}$/),
      cancel_on_disconnect: true,
      max_in_flight: 100,
    });
    expect(await client.ask('1', fixture.limit(acct, { limit_price: 10 }))).toMatchObject({ id: '1', status: 201 });
    await client.close();
  });

  it.each([
    ['an unknown parameter', '?fast=1', 400],
    ['another value', '?cancel_on_disconnect=yes', 400],
    ['a repeated choice', '?cancel_on_disconnect=true&cancel_on_disconnect=true', 400],
    ['no handshake', '', 426],
  ])('refuses %s', async (_what, query, status) => {
    expect((await testApp.request('GET', `/orderactions/stream${query}`, { as: ada.token })).statusCode).toBe(status);
  });

  it('needs the scope trade', async () => {
    const { clientId } = at.bob.key;
    const getStatus = async (scope: string): Promise<number> => {
      const as = await issueToken(testApp, { userId: ada.id, clientId, scope });
      return (await testApp.request('GET', '/orderactions/stream', { as })).statusCode;
    };

    expect([await getStatus('openid read'), await getStatus('openid trade'), await getStatus('openid')]).toEqual([
      403, 426, 403,
    ]);
  });

  it('executes the messages of a connection in the order in which they were sent, and answers a group at once', async () => {
    const client = await open();
    for (let n = 0; n < 50; n++) {
      client.say({ id: `order ${n}`.replace(' ', '-'), action: fixture.limit(acct, { client_order_id: `seq-${n}` }) });
      client.say({
        id: `cancel-${n}`,
        action: { action_type: 'OrderCancellation', acct_id: acct, client_order_id: `seq-${n}` },
      });
    }
    const answers = await client.answered(100);
    const ids = answers.map(({ body }) => body.id);

    expect(answers.map(({ id, status }) => `${id} ${status}`)).toEqual(
      Array.from({ length: 50 }, (_, n) => [`order-${n} 201`, `cancel-${n} 201`]).flat(),
    );
    expect(ids).toEqual(ids.map((_, n) => (ids[0] ?? 0) + n));
    expect(client.messages.length).toBeLessThan(20);
    await client.close();
  });

  it('executes the other messages of a group in which one is found malformed', async () => {
    const client = await open();
    await client.ask('0', fixture.limit(acct, { limit_price: 25, client_order_id: 'without a date' }));
    const address = { acct_id: acct, client_order_id: 'without a date' };
    client.say({ id: '1', action: fixture.limit(acct, { limit_price: 25 }) });
    client.say({ id: '2', action: { action_type: 'OrderModification', ...address, expire_date: '2031-01-02' } });
    client.say({ id: '3', action: { action_type: 'OrderCancellation', ...address } });

    expect((await client.answered(4)).slice(1)).toMatchObject([
      { id: '1', status: 201 },
      { id: '2', status: 400, body: { errors: [{ pointer: '/expire_date' }] } },
      { id: '3', status: 201, body: { order: { status: 'Cancelled' } } },
    ]);
    await client.close();
  });

  it('accepts 100 messages in flight, and refuses more until there are answers', async () => {
    const client = await open();
    const order = fixture.limit(acct, { limit_price: 20 });
    for (let n = 0; n < 120; n++) client.say({ id: String(n), action: order });
    const answers = await client.answered(120);

    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, n) => String(100 + n)));
    expect(refused[0]).toMatchObject({ retry_after: 1, body: { code: 'too_many_in_flight' } });
    expect(await client.ask('later', order)).toMatchObject({ status: 201 });
    await client.close();
  });

  it('refuses a second message with an id in flight, and answers the first', async () => {
    const client = await open();
    client.say({ id: 'same', action: fixture.limit(acct, { client_order_id: 'first of the two' }) });
    client.say({ id: 'same', action: fixture.limit(acct, { client_order_id: 'second of the two' }) });
    const answers = await client.answered(2);

    expect(answers).toMatchObject([
      { id: null, status: 409, body: { code: 'request_id_in_flight', detail: expect.stringContaining('same') } },
      { id: 'same', status: 201, body: { order: { client_order_id: 'first of the two' } } },
    ]);
    expect(await client.ask('same', { action_type: 'OrderCancellation', order_id: 2_000_000_000 })).toMatchObject({
      id: 'same',
    });
    await client.close();
  });

  it('makes one order of 50 copies over ten connections', async () => {
    const clients = await Promise.all(Array.from({ length: 10 }, () => open()));
    const order = fixture.limit(acct, { client_order_id: 'one of fifty', limit_price: 30 });
    const answers = await Promise.all(
      clients.flatMap((client) => Array.from({ length: 5 }, (_, n) => client.ask(String(n), order))),
    );

    expect(new Set(answers.map(({ body }) => body.order.id)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status, replayed }) => status === 200 && replayed === true)).toHaveLength(49);
    await Promise.all(clients.map((client) => client.close()));
  });

  const unreadable: [what: string, message: string | Buffer, answer: object][] = [
    ['no JSON', 'hello', { id: null, status: 400, body: { code: 'malformed_json' } }],
    ['an empty text', '', { id: null, status: 400, body: { code: 'malformed_json' } }],
    ['a list', '[]', { id: null, status: 400, body: { code: 'invalid_request' } }],
    ['a binary message', Buffer.from('{}'), { id: null, status: 415, body: { code: 'unsupported_media_type' } }],
    ['no id', '{"action":{}}', { id: null, status: 400, body: { errors: [{ pointer: '/id' }] } }],
    [
      'an id that is a number',
      '{"id":1,"action":{}}',
      { id: null, status: 400, body: { errors: [{ pointer: '/id' }] } },
    ],
    [
      'an id with a blank',
      '{"id":"a b","action":{}}',
      { id: null, status: 400, body: { errors: [{ pointer: '/id' }] } },
    ],
    ['neither action nor actions', '{"id":"x"}', { id: 'x', status: 400, body: { errors: [{ pointer: '/action' }] } }],
    [
      'both',
      '{"id":"x","action":{},"actions":[]}',
      { id: 'x', status: 400, body: { errors: [{ pointer: '/action' }] } },
    ],
    [
      'an action that is a text',
      '{"id":"x","action":"buy"}',
      { id: 'x', status: 400, body: { errors: [{ pointer: '/action' }] } },
    ],
    [
      'a list as action',
      '{"id":"x","action":{"actions":[]}}',
      { id: 'x', status: 400, body: { errors: [{ pointer: '/action' }] } },
    ],
    ['an unknown field', '{"id":"x","acton":{}}', { id: 'x', status: 400, body: { errors: [{ pointer: '/acton' }] } }],
    ['an unknown type', '{"type":"subscribe"}', { id: null, status: 400, body: { errors: [{ pointer: '/type' }] } }],
    ['a deep action', `{"id":"x","action":${'{"a":'.repeat(40)}1${'}'.repeat(40)}}`, { id: 'x', status: 400 }],
    [
      'a resumption without a session',
      '{"type":"resume","requests":[{"id":"1"}]}',
      { id: null, status: 400, body: { errors: [{ pointer: '/session' }] } },
    ],
    [
      'a resumption of nothing',
      '{"type":"resume","session":"x","requests":[]}',
      { id: null, status: 400, body: { errors: [{ pointer: '/requests' }] } },
    ],
    [
      'a resumption with half a name',
      '{"type":"resume","session":"x","requests":[{"id":"1","acct_id":1}]}',
      { id: null, status: 400, body: { errors: [{ pointer: '/requests/0/client_order_id' }] } },
    ],
  ];

  it.each(unreadable)('answers %s with a problem, and goes on', async (_what, message, expected) => {
    const client = await open();
    client.say(message);

    expect(await client.answered(1)).toMatchObject([expected]);
    expect(await client.ask('next', { action_type: 'OrderCancellation', order_id: 2_000_000_000 })).toMatchObject({
      status: 404,
    });
    await client.close();
  });

  it('closes a message above 64 KiB with 1009, and a client that goes on after 500 refusals with 4429', async () => {
    const [large, busy] = [await open(), await open()];
    large.say(`{"id":"${'x'.repeat(70_000)}"}`);
    for (let n = 0; n < 700; n++) busy.say('nonsense');

    expect((await large.closed).code).toBe(1009);
    expect(await busy.closed).toEqual({ code: 4429, reason: 'too many messages' });
  });

  it('attributes the actions of an administrator who acts for a customer as over HTTP', async () => {
    const { admin } = fixture;
    const as = await issueToken(testApp, { userId: ada.id, actingUserId: admin.id, clientId: admin.key.clientId });
    const client = await open({ as });
    client.say({ id: '1', action: fixture.limit(acct, { limit_price: 40 }) });
    client.say({ id: '2', action: fixture.limit(acct, { limit_price: 40 }) });
    const [first, second] = await client.answered(2);
    const entries = await fixture.read<Fields[]>(admin.token, '/audit?action=order.on_behalf');

    expect([first?.body.order, second?.body.order]).toMatchObject([
      { user_id: ada.id, placed_by: admin.id },
      { user_id: ada.id, placed_by: admin.id },
    ]);
    expect(entries.slice(0, 2)).toMatchObject(
      [second, first].map((answer) => ({
        outcome: 'granted',
        user_id: ada.id,
        acting_user_id: admin.id,
        client_id: admin.key.clientId,
        address: '127.0.0.1',
        detail: `1 action for account ${acct}: LimitOrderSub, order ${answer?.body.order.id}`,
      })),
    );
    await client.close();
  });
});

describe('rate limits of the order stream', () => {
  it('are those of POST /orderactions: each action counts, cancellations separately', async () => {
    const { testApp, fixture, ada, acct, url } = await openFixture({ RATE_LIMIT_USER: '2', RATE_LIMIT_KEY: '4' });
    const client = await openOrderStream(url, { as: ada.token });
    const order = fixture.limit(acct, { limit_price: 10 });
    const missing = { action_type: 'OrderCancellation', order_id: 2_000_000_000 };

    const answers = [
      await client.ask('1', { actions: Array(15).fill(order) }),
      await client.ask('2', { actions: Array(15).fill(order) }),
      await client.ask('3', { actions: Array(15).fill(missing) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 429, 201]);
    expect(answers[1]).toMatchObject({ retry_after: expect.any(Number), body: { code: 'too_many_requests' } });
    expect((await fixture.act(ada.token, { actions: Array(15).fill(order) })).statusCode).toBe(429);
    await client.close();
    await testApp.close();
  });
});
