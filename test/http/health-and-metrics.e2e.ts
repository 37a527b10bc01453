import { EdgeTestController } from '../support/edge-test.controller.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { openRawConnection } from '../support/raw-connection.js';
import { countTimedRequests, endHealthInterval } from '../support/health-history.js';
import { readEvents } from '../support/event-reader.js';
import { people } from '../support/people.js';
import { waitUntil } from '../support/within.js';

type ServiceHealth = Readonly<{
  event_loop: Readonly<{ delay_p99_ms: number }>;
  history: Readonly<
    Record<'commands_per_second' | 'requests_per_second' | 'commit_p99_ms' | 'resident_bytes', number[]>
  >;
}>;

describe('health', () => {
  let testApp: TestApp;
  beforeAll(async () => (testApp = await openTestApp()));
  afterAll(() => testApp.close());

  it('returns live and ready', async () => {
    const live = await testApp.request('GET', '/health/live');
    const ready = await testApp.request('GET', '/health/ready');

    expect([live.statusCode, live.json()]).toEqual([200, { status: 'ok' }]);
    expect([ready.statusCode, ready.json()]).toEqual([
      200,
      { status: 'ok', checks: { clock: 'ok', database: 'ok', migrations: 'ok', exchange: 'ok', tables: 'ok' } },
    ]);
    expect(ready.headers['cache-control']).toBe('private, no-store');
  });

  it.each([
    ['*/*', 'application/json; charset=utf-8'],
    [null, 'application/json; charset=utf-8'],
    ['text/plain', 'application/json; charset=utf-8'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'text/html; charset=utf-8'],
    ['text/html, application/json', 'application/json; charset=utf-8'],
  ])('answers Accept: %s with %s', async (accept, type) => {
    for (const path of ['/health/live', '/health/ready'])
      expect((await testApp.request('GET', path, { accept })).headers['content-type']).toBe(type);
  });

  it('is a page in words for a browser', async () => {
    expect((await testApp.request('GET', '/health/ready', { accept: 'text/html' })).body).toContain('Migrations');
  });

  it('has a history of the last hour for administrators, as figures and as curves', async () => {
    const { token, id } = await people.admin(testApp);
    const read = async () =>
      (await testApp.request('GET', '/administration/health', { as: token })).json<ServiceHealth>();
    expect((await read()).history).toMatchObject({ every_seconds: 20, requests_per_second: [], commit_p99_ms: [] });

    await endHealthInterval(testApp);
    await endHealthInterval(testApp);
    const account = { owner_id: id, name: 'One command', currency: 'USD' };
    expect((await testApp.request('POST', '/accounts', { as: token, body: account })).statusCode).toBe(201);
    await endHealthInterval(testApp);
    const { history } = await read();
    expect(history.commands_per_second).toEqual([0, expect.any(Number)]);
    expect(history.commands_per_second[1]).toBeGreaterThan(0);
    expect(history.requests_per_second[1]).toBeGreaterThan(0);
    expect(history.commit_p99_ms).toEqual([null, expect.any(Number)]);
    expect(Math.min(...history.resident_bytes)).toBeGreaterThan(10_000_000);

    const page = await testApp.request('GET', '/administration/health', { as: token, accept: 'text/html' });
    expect(page.body).toContain('aria-label="Commands a second: now ');
  });

  it('does not take the life of a stream for the time of a request', async () => {
    const { token } = await people.admin(testApp);
    const before = await countTimedRequests(testApp);
    const stream = await readEvents(testApp, { as: token });
    await stream.close();

    expect(await countTimedRequests(testApp)).toBe(before);
  });

  it('measures the delay of the event loop without a reader of the metrics', async () => {
    const { token } = await people.admin(testApp);
    let delay = 0;
    await waitUntil(async () => {
      const health = await testApp.request('GET', '/administration/health', { as: token });
      delay = health.json<ServiceHealth>().event_loop.delay_p99_ms;
      return delay > 0;
    });
    expect(delay).toBeGreaterThan(0);
  });

  it('is not ready with a missing migration, and ready after it', async () => {
    const otherApp = await openTestApp();
    const connection = otherApp.orm.em.getConnection();
    await connection.execute('alter table mikro_orm_migrations rename to hidden');
    const before = await otherApp.request('GET', '/health/ready');
    await connection.execute('drop table if exists mikro_orm_migrations');
    await connection.execute('alter table hidden rename to mikro_orm_migrations');
    const after = await otherApp.request('GET', '/health/ready');
    await otherApp.close();

    expect([before.statusCode, before.json().code, before.headers['retry-after']]).toEqual([503, 'not_ready', '2']);
    expect(after.statusCode).toBe(200);
  });

  it('uses one connection for simultaneous requests', async () => {
    const otherApp = await openTestApp();
    const responses = await Promise.all(Array.from({ length: 50 }, () => otherApp.request('GET', '/health/ready')));
    const opened = (await otherApp.orm.em.getConnection().getNativeClient()).totalCount;
    await otherApp.close();

    expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 200));
    expect(opened).toBeLessThanOrEqual(2);
  });

  it('is live but not ready without its database', async () => {
    const otherApp = await openTestApp();
    await otherApp.database.close();
    const ready = await otherApp.request('GET', '/health/ready');
    const live = await otherApp.request('GET', '/health/live');
    await otherApp.close();

    expect([ready.statusCode, ready.json().code]).toEqual([503, 'not_ready']);
    expect(live.statusCode).toBe(200);
  });
});

describe('metrics', () => {
  const token = 'a-token-for-prometheus';
  let testApp: TestApp;
  let appWithToken: TestApp;
  beforeAll(async () => {
    testApp = await openTestApp({ controllers: [EdgeTestController] });
    appWithToken = await openTestApp({ env: { METRICS_TOKEN: token } });
  });
  afterAll(() => Promise.all([testApp.close(), appWithToken.close()]));

  it('count requests by route pattern', async () => {
    await testApp.request('PUT', '/edge/parcels/s3cret', { body: { name: 'a' } });
    await testApp.request('GET', '/s3cret');
    await testApp.request('GET', '/edge/fault');
    const response = await testApp.request('GET', '/metrics');

    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(response.body).toContain(
      'kontor_http_request_duration_seconds_count{method="PUT",route="/edge/parcels/:id",status="2xx"} 1',
    );
    expect(response.body).toContain(
      'kontor_http_request_duration_seconds_count{method="GET",route="unknown",status="4xx"} 1',
    );
    expect(response.body).toContain('kontor_http_faults_total 1');
    expect(response.body).toMatch(/^kontor_database_up 1$/m);
    expect(response.body).toMatch(/^kontor_http_requests_in_flight 1$/m);
    expect(response.body).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    expect(response.body).not.toContain('s3cret');
  });

  it('are for this machine only, without proxied requests', async () => {
    for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
      const response = await testApp.request('GET', '/metrics', { headers: { [header]: '127.0.0.1' } });
      expect([response.statusCode, response.json().code]).toEqual([403, 'metrics_private']);
    }
    const elsewhere = await testApp.app.inject({
      url: '/metrics',
      remoteAddress: '10.0.0.7',
      headers: { accept: 'application/json' },
    });
    expect(elsewhere.statusCode).toBe(403);
  });

  it('are for callers with the metrics token when it is set', async () => {
    expect((await appWithToken.request('GET', '/metrics', { as: token })).statusCode).toBe(200);
    expect((await appWithToken.request('GET', '/metrics', { as: `${token}x` })).statusCode).toBe(403);
    expect((await appWithToken.request('GET', '/metrics')).statusCode).toBe(403);
  });
});

describe('the log', () => {
  const lines: string[] = [];
  let testApp: TestApp;
  beforeAll(
    async () => (testApp = await openTestApp({ controllers: [EdgeTestController], log: (line) => lines.push(line) })),
  );
  afterAll(() => testApp.close());

  const entries = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

  it('has one line per request with id, pattern and status', async () => {
    const response = await testApp.request('PUT', '/edge/parcels/7', {
      body: { name: 'a' },
      headers: { 'x-request-id': 'caller-1' },
    });
    const id = response.headers['x-request-id'];

    expect(entries().filter((entry) => entry.request_id === id)).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        msg: 'request',
        request_id: id,
        caller_request_id: 'caller-1',
        method: 'PUT',
        route: '/edge/parcels/:id',
        url: '/edge/parcels/7',
        status: 200,
        ms: expect.any(Number),
        ip: '127.0.0.1',
      },
    ]);
  });

  it.each([
    [
      'a request without Host',
      'GET / HTTP/1.1\r\nconnection: close\r\n\r\n',
      { msg: 'request', method: 'GET', route: '/' },
    ],
    [
      'a path that cannot be decoded',
      'GET /%zz HTTP/1.1\r\nhost: k\r\nconnection: close\r\n\r\n',
      { msg: 'request', method: 'GET', route: 'unknown' },
    ],
    ['what is no HTTP', 'hello\r\n\r\n', { msg: 'broken http', problem: 'malformed_http' }],
  ])('has one line for %s, and the metrics count it', async (_, rawRequest, line) => {
    const countErrors = async (): Promise<number> => {
      const { body } = await testApp.request('GET', '/metrics');
      return [...body.matchAll(/_count\{.*status="4xx"\} (\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0);
    };
    const before = await countErrors();
    const wire = await openRawConnection(await testApp.url());
    wire.say(rawRequest);
    const id = /x-request-id: (\S+)/i.exec(await wire.closed)?.[1];
    const entriesOfRequest = () => entries().filter(({ request_id }) => request_id === id);
    await waitUntil(() => entriesOfRequest().length > 0);

    expect(entriesOfRequest()).toEqual([expect.objectContaining({ ...line, status: 400, ip: '127.0.0.1' })]);
    expect(await countErrors()).toBe(before + 1);
  });

  it('contains no secrets', async () => {
    const secret = 'S3CR3T-of-a-caller';
    await testApp.request('POST', '/edge/parcels', {
      as: secret,
      body: { name: 'a', password: secret },
      headers: { cookie: `session=${secret}` },
    });
    await testApp.request('GET', `/edge/parcels?code=${secret}&access_token=${secret}&${secret}=1&state=${secret}`);
    await testApp.request('GET', `/nowhere?password=${secret}`);
    await testApp.request('POST', '/edge/form', {
      body: { client_secret: secret, 'a b': secret },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    await testApp.request('POST', '/edge/parcels', {
      payload: `{"password":"${secret}`,
      headers: { 'content-type': 'application/json' },
    });
    await testApp.request('GET', '/edge/fault', { headers: { authorization: `Basic ${secret}` } });
    await testApp.request('GET', '/edge/parcels', { headers: { 'x-request-id': `"${secret}"` } });

    expect(entries().filter(({ msg }) => msg === 'request').length).toBeGreaterThanOrEqual(7);
    expect(lines.join('')).not.toContain(secret);
  });

  it('stays one line per event for any input', async () => {
    await testApp.request('GET', '/%0A%1b[31m{"level":"fatal"}');
    await testApp.request('GET', '/nowhere?x=%0d%0alevel:fatal', { headers: { 'x-request-id': 'a\tb' } });

    expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
    expect(lines.join('')).not.toContain('\u001b');
    expect(entries().filter(({ level }) => level === 'fatal')).toEqual([]);
  });

  it('omits health checks at the default level', async () => {
    await testApp.request('GET', '/health/live');

    expect(entries().find(({ route }) => route === '/health/live')).toMatchObject({ level: 'debug' });
  });
});
