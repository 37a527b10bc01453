import { ProtectedTestController } from '../support/guarded-test.controller.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, issueToken, people, type Person } from '../support/people.js';
import { stopwatch } from '../support/set-clock.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';
import { openBrowserClient } from '../support/browser-client.js';

describe('rate limits by user and by key', () => {
  let testApp: TestApp;
  let ada: Person;
  let bob: Person;
  beforeEach(async () => {
    testApp = await openTestApp({
      controllers: [ProtectedTestController],
      env: { RATE_LIMIT_USER: '1', RATE_LIMIT_KEY: '2', OAUTH_REQUESTS_PER_SECOND: '1' },
    });
    [ada, bob] = [await people.ada(testApp), await people.bob(testApp)];
    // A token comes back each second, and a machine may be so slow that one does between two requests.
    stopwatch.hold();
  });
  afterEach(() => {
    stopwatch.runOn();
    return testApp.close();
  });

  const requestOwnUser = (as: string) => testApp.request('GET', '/users/me', { as });
  const statuses = async (times: number, send: () => Promise<{ statusCode: number }>): Promise<number[]> =>
    (await Promise.all(Array.from({ length: times }, send))).map(({ statusCode }) => statusCode);

  it('announce the remaining requests, and reject a user beyond them with any key', async () => {
    const first = await requestOwnUser(ada.token);
    const further = await statuses(10, () => requestOwnUser(ada.token));
    const other = await issueToken(testApp, { userId: ada.id, clientId: (await createKey(testApp, ada.id)).clientId });
    const rejected = await requestOwnUser(other);

    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"user";q=10;w=10, "key";q=20;w=10',
      ratelimit: '"user";r=9;t=1, "key";r=19;t=1',
    });
    expect(further).toEqual([...Array<number>(9).fill(200), 429]);
    expect([rejected.statusCode, rejected.json().code, rejected.headers['retry-after']]).toEqual([
      429,
      'too_many_requests',
      '1',
    ]);
    expect(rejected.headers['ratelimit']).toMatch(/^"user";r=0;t=10, "key";r=20;/);
    expect((await requestOwnUser(bob.token)).statusCode).toBe(200);
  });

  it('delay the rejection of a user who ignores Retry-After, and serve others meanwhile', async () => {
    const statusLog: string[] = [];
    const recordStatus = (label: string) => async (answer: Promise<{ statusCode: number }>) =>
      statusLog.push(`${label} ${(await answer).statusCode}`);
    await statuses(10, () => requestOwnUser(ada.token));
    await recordStatus('the first refusal')(requestOwnUser(ada.token));
    const began = process.hrtime.bigint();
    const early = [
      recordStatus('an early retry')(requestOwnUser(ada.token)),
      recordStatus('an early retry')(requestOwnUser(ada.token)),
    ];
    await recordStatus('another user')(requestOwnUser(bob.token));
    await Promise.all(early);

    expect(statusLog).toEqual([
      'the first refusal 429',
      'another user 200',
      'an early retry 429',
      'an early retry 429',
    ]);
    expect(Number(process.hrtime.bigint() - began) / 1e6).toBeGreaterThanOrEqual(1_000);
  });

  it('reject a key beyond its limit for every user', async () => {
    const tokens = await Promise.all(
      [ada, bob, await people.eve(testApp)].map(({ id }) =>
        issueToken(testApp, { userId: id, clientId: ada.key.clientId }),
      ),
    );
    const statusCodes = (await Promise.all(tokens.map((token) => statuses(8, () => requestOwnUser(token))))).flat();

    expect(statusCodes.filter((status) => status === 200)).toHaveLength(20);
    expect(statusCodes.filter((status) => status === 429)).toHaveLength(4);
  });

  it('count an acting administrator’s requests for the administrator, not for the customer', async () => {
    const admin = await people.admin(testApp);
    const onBehalf = await issueToken(testApp, {
      userId: ada.id,
      actingUserId: admin.id,
      clientId: admin.key.clientId,
    });

    expect(await statuses(11, () => requestOwnUser(onBehalf))).toContain(429);
    expect((await requestOwnUser(admin.token)).statusCode).toBe(429);
    expect((await requestOwnUser(ada.token)).statusCode).toBe(200);
  });

  it('ignore requests that are counted separately', async () => {
    expect(await statuses(11, () => requestOwnUser(ada.token))).toContain(429);
    const cancelled = await testApp.request('POST', '/endpoints/cancel', { as: ada.token });

    expect([cancelled.statusCode, cancelled.headers['ratelimit-policy']]).toEqual([
      201,
      '"cancels-user";q=10;w=10, "cancels-key";q=20;w=10',
    ]);
  });

  it('count a key at its own endpoints, and a browser by its signed-in user', async () => {
    const registered = await testApp.request('POST', '/users', {
      headers: { authorization: basic(ada.key) },
      body: {},
    });
    const browser = openBrowserClient(testApp);
    await browser.signIn(bob);

    expect([registered.statusCode, registered.headers['ratelimit']]).toEqual([400, '"key";r=19;t=1']);
    expect((await browser.get('/users/me')).headers['ratelimit']).toBe('"user";r=9;t=1');
    expect(await statuses(11, () => browser.get('/users/me'))).toContain(429);
  });

  it('slow a proven key down that requests many tokens', async () => {
    const requestToken = (secret: string) =>
      postToken(testApp, {
        form: passwordForm({ ...ada, password: 'wrong' }, { grant_type: 'nonsense' }),
        authorization: basic({ ...ada.key, clientSecret: secret }),
      });
    expect(await statuses(12, () => requestToken('not its secret'))).toEqual(Array(12).fill(401));
    expect(await statuses(10, () => requestToken(ada.key.clientSecret))).toEqual(Array(10).fill(400));
    const rejected = await requestToken(ada.key.clientSecret);

    expect([rejected.statusCode, rejected.json().error, rejected.headers['retry-after']]).toEqual([
      429,
      'slow_down',
      '1',
    ]);
  });
});
