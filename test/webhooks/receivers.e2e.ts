import { setTimeout as pause } from 'node:timers/promises';
import { people, type Person } from '../support/people.js';
import { type Answer, status, verifySignature } from '../support/receiver.js';
import {
  createDispatcher,
  type WebhookFields,
  type WebhookApp,
  loseAccounts,
  openWebhookApp,
} from '../support/webhooks.js';
import { waitUntil } from '../support/within.js';

const message = { headers: { 'webhook-id': 'evt_1' }, body: '{"type":"test"}' };

describe('a webhook receiver', () => {
  let hooks: WebhookApp;
  let ada: Person;
  let account: number;
  let hook: WebhookFields;
  let mine: ReturnType<WebhookApp['as']>;
  let test = 0;
  beforeAll(async () => (hooks = await openWebhookApp()));
  beforeEach(async () => {
    ada = await people.named(hooks.testApp, `ada${++test}`);
    account = await hooks.floor.account(ada);
    hooks.receiver.answer();
    hooks.receiver.received.length = 0;
    mine = hooks.as(ada.token);
    hook = await mine.hook({ event_types: ['order.accepted'] });
  });
  afterEach(() => hooks.testApp.orm.em.fork().execute('delete from webhooks'));
  afterAll(() => hooks.close());

  const order = () => hooks.floor.order(ada.token, hooks.floor.limit(account, { limit_price: 10 }));
  /** What came of an event that everybody can see by now. */
  const outcome = async (is: string) => {
    await waitUntil(async () => (await mine.deliveries(hook.id, `&status=${is}`)).length > 0);
    const [delivery] = await mine.deliveries(hook.id, `&status=${is}`);
    return mine.delivery(hook.id, delivery?.id ?? 0);
  };

  it('that fails gets the same id and body again until it accepts', async () => {
    hooks.receiver.answer(
      (_received, response) =>
        void response.writeHead(hooks.receiver.received.length < 3 ? 500 : 200).end('thank <you>'),
    );
    await order();
    const { attempts, payload } = await outcome('Delivered');

    expect(attempts.map(({ number, status_code: code, error, answer }) => [number, code, error, answer])).toEqual([
      [1, 500, 'the receiver has answered 500', 'thank <you>'],
      [2, 500, 'the receiver has answered 500', 'thank <you>'],
      [3, 200, null, 'thank <you>'],
    ]);
    expect(new Set(hooks.receiver.received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`))).toEqual(
      new Set([`${hooks.receiver.received[0]?.headers['webhook-id']} ${payload}`]),
    );
    expect((await mine.shown(hook.id)).failing_since).toBeNull();
  });

  it('that never accepts a message is given up, the account’s next message follows, and both can be resent', async () => {
    hooks.receiver.answer(status(500));
    const first = await order();
    await order();
    await waitUntil(async () => (await mine.deliveries(hook.id, '&status=Failed')).length === 2);
    expect((await mine.deliveries(hook.id)).map((one) => one.attempt_count)).toEqual([4, 4]);
    expect(await mine.shown(hook.id)).toMatchObject({ enabled: true, failing_since: expect.any(String) });

    hooks.receiver.answer();
    hooks.receiver.received.length = 0;
    const [, oldest] = await mine.deliveries(hook.id);
    await hooks.testApp.request('POST', `/webhooks/${hook.id}/deliveries/${oldest?.id}/replay`, { as: ada.token });
    await hooks.receiver.until(1);
    await waitUntil(async () => (await mine.deliveries(hook.id, '&status=Delivered')).length === 1);
    const replayed = await hooks.testApp.request('POST', `/webhooks/${hook.id}/replay`, {
      as: ada.token,
      body: { since: '2020-01-01T00:00:00Z' },
    });
    await hooks.receiver.until(2);

    expect([
      replayed.json(),
      hooks.receiver.received.map(({ body }) => (JSON.parse(body) as { data: { id: number } }).data.id === first.id),
    ]).toEqual([{ replayed: 1 }, [true, false]]);
    await waitUntil(async () => (await mine.deliveries(hook.id, '&status=Delivered')).length === 2);
    expect(
      (
        await hooks.testApp.request('POST', `/webhooks/${hook.id}/replay`, {
          as: ada.token,
          body: { since: '2020-01-01T00:00:00Z' },
        })
      ).json(),
    ).toEqual({ replayed: 0 });
  });

  it('that answers 410 disables the webhook with the reason; after it is enabled, it misses nothing', async () => {
    hooks.receiver.answer(status(410));
    const first = await order();
    await waitUntil(async () => !(await mine.shown(hook.id)).enabled);
    const second = await order();
    await pause(100);

    expect(await mine.shown(hook.id)).toMatchObject({
      enabled: false,
      disabled_reason: expect.stringContaining('410'),
    });
    expect(hooks.receiver.received).toHaveLength(1);
    expect(
      (await hooks.testApp.request('GET', `/webhooks/${hook.id}`, { as: ada.token, accept: 'text/html' })).body,
    ).toContain('The receiver answered 410');
    expect(
      (await mine.deliveries(hook.id)).map(({ status: is, attempt_count: count, next_attempt_at: next }) => [
        is,
        count,
        next,
      ]),
    ).toEqual([['Pending', 1, null]]);

    hooks.receiver.answer();
    hooks.receiver.received.length = 0;
    await mine.change(hook.id, { enabled: true });
    await waitUntil(async () => (await mine.deliveries(hook.id, '&status=Delivered')).length === 2);
    expect(hooks.receiver.received.map((one) => verifySignature(one, hook.secret).data['id'])).toEqual([
      first.id,
      second.id,
    ]);
  });

  it.each([
    ['410', status(410), 1],
    ['429 with Retry-After', status(429, { 'retry-after': '30' }), 1],
    ['500 to the last attempt', status(500), 4],
  ])('that answers %s after its URL was replaced delays nothing at the new one', async (_what, answer, attempt) => {
    const [replaced, held] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
    hooks.receiver.answer(async (received, response, request) => {
      if (received.path !== '/events') return void response.writeHead(204).end();
      if (hooks.receiver.received.length < attempt) return void response.writeHead(500).end();
      held.resolve(null);
      await replaced.promise;
      return answer(received, response, request);
    });
    await order();
    await held.promise;
    await mine.change(hook.id, { url: hooks.receiver.url.replace('events', 'new') });
    replaced.resolve(null);
    const { attempts } = await outcome('Delivered');

    expect(attempts.map(({ status_code: code }) => code)).toHaveLength(attempt + 1);
    expect(hooks.receiver.received.at(-1)?.path).toBe('/new');
    expect(await mine.shown(hook.id)).toMatchObject({ enabled: true, disabled_reason: null, failing_since: null });
  });

  it('that fails for days disables the webhook; after it is enabled, it misses nothing', async () => {
    hooks.receiver.answer(status(503));
    await hooks.testApp.orm.em
      .fork()
      .execute(`update webhooks set failing_since = now() - interval '3 days 1 minute' where id = ?`, [hook.id]);
    await order();
    await waitUntil(async () => !(await mine.shown(hook.id)).enabled);
    expect(await mine.shown(hook.id)).toMatchObject({
      disabled_reason: expect.stringMatching(/^Nothing has arrived for 3 days.*503/),
    });
    await order();
    hooks.receiver.answer();
    await mine.change(hook.id, { enabled: true });
    await waitUntil(async () => (await mine.deliveries(hook.id, '&status=Delivered')).length === 2);

    expect(await mine.shown(hook.id)).toMatchObject({ enabled: true, disabled_reason: null, failing_since: null });
  });

  it('that sends Retry-After is left alone for as long', async () => {
    hooks.receiver.answer(status(429, { 'retry-after': '30' }));
    await order();
    await waitUntil(async () => (await mine.deliveries(hook.id))[0]?.attempt_count === 1);
    const [delivery] = await mine.deliveries(hook.id);
    const wait = Date.parse(delivery?.next_attempt_at ?? '') - Date.now();
    await pause(300);

    expect(wait).toBeGreaterThan(20_000);
    expect(wait).toBeLessThan(30_100);
    expect(hooks.receiver.received).toHaveLength(1);
  });

  it('that redirects is not followed', async () => {
    hooks.receiver.answer(status(307, { location: `http://127.0.0.1:${hooks.receiver.port}/elsewhere` }));
    await order();
    const { attempts } = await outcome('Failed');

    expect(attempts[0]).toMatchObject({
      status_code: 307,
      error: 'the receiver has answered 307, and redirects are not followed',
    });
    expect(hooks.receiver.received.every(({ path }) => path === '/events')).toBe(true);
  });

  it('gets a message again whose result could not be stored', async () => {
    const find = loseAccounts(hooks.testApp);
    await order();
    await pause(200);
    expect(hooks.receiver.received).toEqual([]);
    find();
    await hooks.receiver.until(1);

    await outcome('Delivered');
    expect(hooks.receiver.received).toHaveLength(1);
  });

  it('gets a message twice when the stored result is lost', async () => {
    const sql = (statement: string) => hooks.testApp.orm.em.fork().execute(statement);
    // A sequence tells of an insert that was taken back.
    await sql(`create sequence refused_attempts`);
    await sql(
      `alter table webhook_attempts add constraint no_notes check (nextval('refused_attempts') < 0 and number < 0) not valid`,
    );
    await order();
    await hooks.receiver.until(1);
    await waitUntil(async () => (await sql('select from refused_attempts where is_called')).length > 0);
    await sql('alter table webhook_attempts drop constraint no_notes');
    await hooks.receiver.until(2);
    const { attempts } = await outcome('Delivered');

    expect(attempts).toHaveLength(1);
    expect(new Set(hooks.receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('has pages with its deliveries, visible to the owner only', async () => {
    hooks.receiver.answer(status(500, {}, '<script>alert(1)</script>'));
    await order();
    const { id } = await outcome('Failed');
    const page = async (path: string, as = ada.token) =>
      (await hooks.testApp.request('GET', path, { as, accept: 'text/html' })).body;

    expect(await page(`/webhooks/${hook.id}/deliveries`)).toContain('failed');
    expect(await page(`/webhooks/${hook.id}/deliveries`)).toContain(
      `action="/profile/webhooks/${hook.id}/deliveries/${id}/replay"`,
    );
    expect(await page(`/webhooks/${hook.id}/deliveries/${id}`)).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(await page(`/webhooks/${hook.id}/deliveries`, (await people.bob(hooks.testApp)).token)).toContain(
      'You have no webhook with this id.',
    );
  });
});

describe('the webhook HTTP client', () => {
  let hooks: WebhookApp;
  beforeAll(async () => (hooks = await openWebhookApp()));
  afterAll(() => hooks.close());

  const drip: Answer = (_received, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  };

  it.each<readonly [string, Answer, object]>([
    ['says nothing', () => undefined, { status: null, error: 'the receiver has not answered within 0.3 seconds' }],
    ['answers drop by drop', drip, { status: null, error: 'the receiver has not answered within 0.3 seconds' }],
    [
      'sends the beginning of its headers',
      (_r, response) => void response.socket?.write('HTTP/1.1 200 O'),
      { status: null, error: 'the receiver has not answered within 0.3 seconds' },
    ],
    [
      'cuts the connection',
      (_r, response) => void response.destroy(),
      { status: null, error: 'the receiver has cut the connection' },
    ],
    [
      'cuts its answer',
      (_r, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('part');
        setTimeout(() => response.destroy(), 20);
      },
      { status: 200, error: 'the receiver broke its answer off', answer: 'part' },
    ],
    [
      'speaks another protocol',
      (_r, response) => void response.socket?.end('220 smtp.example.org ESMTP\r\n'),
      { status: null, error: 'the answer is not HTTP' },
    ],
    [
      'sends headers without end',
      (_r, response) => void response.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end(),
      { status: null, error: 'the headers of the answer are too large' },
    ],
    [
      'changes the protocol',
      (_r, response) =>
        void response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
      { status: null, error: 'the receiver has answered 101, which is no answer to a message' },
    ],
    ['answers without a body', status(204), { status: 204, error: null, answer: null }],
    [
      'answers with what no text can hold',
      status(200, {}, 'a\0b\x1bc'),
      { status: 200, error: null, answer: 'a\uFFFDb\uFFFDc' },
    ],
  ])('comes back when the receiver %s', async (_name, answer, expected) => {
    hooks.receiver.answer(answer);
    const post = createDispatcher({ allowsPrivate: true, timeLimitMs: 300 });
    const began = performance.now();

    expect(await post.deliver({ url: hooks.receiver.url, ...message })).toMatchObject(expected);
    // Without the time limit it would wait for as long as the receiver does.
    expect(performance.now() - began).toBeLessThan(5_000);
    post.close();
  });

  it('reads a limited part of the response', async () => {
    let sent = 0;
    hooks.receiver.answer((_received, response) => {
      response.writeHead(200);
      const more = (): void => {
        while (sent < 50_000_000 && response.write('x'.repeat(10_000))) sent += 10_000;
      };
      response.on('drain', more);
      more();
    });
    const post = createDispatcher({ allowsPrivate: true });
    const { status: code, error, answer } = await post.deliver({ url: hooks.receiver.url, ...message });
    await pause(100);

    expect([code, error, answer]).toEqual([200, null, 'x'.repeat(500)]);
    expect(sent).toBeLessThan(20_000_000);
    post.close();
  });

  it('stops at once', async () => {
    hooks.receiver.answer(() => undefined);
    const [post, stop] = [createDispatcher({ allowsPrivate: true }), new AbortController()];
    const delivered = post.deliver({ url: hooks.receiver.url, ...message, signal: stop.signal });
    await hooks.receiver.until(hooks.receiver.received.length + 1);
    stop.abort();

    expect(await delivered).toMatchObject({ isAborted: true, error: 'the service was stopped' });
    post.close();
  });

  it('reuses a connection, and opens a new one when it was closed', async () => {
    const sockets = new Set<unknown>();
    hooks.receiver.answer((_received, response, request) => {
      const isFirst = !sockets.has(request.socket);
      sockets.add(request.socket);
      if (isFirst || sockets.size > 1) response.writeHead(204).end();
      else request.socket.destroy();
    });
    const post = createDispatcher({ allowsPrivate: true });

    expect([
      (await post.deliver({ url: hooks.receiver.url, ...message })).error,
      (await post.deliver({ url: hooks.receiver.url, ...message })).error,
      sockets.size,
    ]).toEqual([null, null, 2]);
    post.close();
  });
});
