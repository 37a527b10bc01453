import { SignedDoors } from '../support/doors.js';
import { type House, openHouse } from '../support/house.js';
import { giveKey, giveToken, people, type Person } from '../support/people.js';
import { stopwatch } from '../support/set-clock.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';
import { visitor } from '../support/visitor.js';

describe('S08: limits by user and by key', () => {
  let house: House;
  let ada: Person;
  let bob: Person;
  beforeEach(async () => {
    house = await openHouse({
      doors: [SignedDoors],
      env: { RATE_LIMIT_USER: '1', RATE_LIMIT_KEY: '2', OAUTH_REQUESTS_PER_SECOND: '1' },
    });
    [ada, bob] = [await people.ada(house), await people.bob(house)];
    // A token comes back each second, and a machine may be so slow that one does between two requests.
    stopwatch.hold();
  });
  afterEach(() => {
    stopwatch.runOn();
    return house.close();
  });

  const me = (as: string) => house.knock('GET', '/users/me', { as });
  const statuses = async (times: number, send: () => Promise<{ statusCode: number }>): Promise<number[]> =>
    (await Promise.all(Array.from({ length: times }, send))).map(({ statusCode }) => statusCode);

  it('tell what is left, and refuse a user beyond it, whatever key they use', async () => {
    const first = await me(ada.token);
    const further = await statuses(10, () => me(ada.token));
    const other = await giveToken(house, { userId: ada.id, clientId: (await giveKey(house, ada.id)).clientId });
    const refused = await me(other);

    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"user";q=10;w=10, "key";q=20;w=10',
      ratelimit: '"user";r=9;t=1, "key";r=19;t=1',
    });
    expect(further).toEqual([...Array<number>(9).fill(200), 429]);
    expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([
      429,
      'too_many_requests',
      '1',
    ]);
    expect(refused.headers['ratelimit']).toMatch(/^"user";r=0;t=10, "key";r=20;/);
    expect((await me(bob.token)).statusCode).toBe(200);
  });

  it('hold the refusal of a user back who comes again before Retry-After has passed, and answer other users meanwhile', async () => {
    const answered: string[] = [];
    const note = (who: string) => async (answer: Promise<{ statusCode: number }>) =>
      answered.push(`${who} ${(await answer).statusCode}`);
    await statuses(10, () => me(ada.token));
    await note('the first refusal')(me(ada.token));
    const began = process.hrtime.bigint();
    const early = [note('an early retry')(me(ada.token)), note('an early retry')(me(ada.token))];
    await note('another user')(me(bob.token));
    await Promise.all(early);

    expect(answered).toEqual(['the first refusal 429', 'another user 200', 'an early retry 429', 'an early retry 429']);
    expect(Number(process.hrtime.bigint() - began) / 1e6).toBeGreaterThanOrEqual(1_000);
  });

  it('refuse a key beyond it, whoever uses it', async () => {
    const tokens = await Promise.all(
      [ada, bob, await people.eve(house)].map(({ id }) => giveToken(house, { userId: id, clientId: ada.key.clientId })),
    );
    const answers = (await Promise.all(tokens.map((token) => statuses(8, () => me(token))))).flat();

    expect(answers.filter((status) => status === 200)).toHaveLength(20);
    expect(answers.filter((status) => status === 429)).toHaveLength(4);
  });

  it('hold an administrator who acts for a customer to their own, and leave the customer theirs', async () => {
    const admin = await people.admin(house);
    const onBehalf = await giveToken(house, { userId: ada.id, actingUserId: admin.id, clientId: admin.key.clientId });

    expect(await statuses(11, () => me(onBehalf))).toContain(429);
    expect((await me(admin.token)).statusCode).toBe(429);
    expect((await me(ada.token)).statusCode).toBe(200);
  });

  it('never hold up what is counted apart', async () => {
    expect(await statuses(11, () => me(ada.token))).toContain(429);
    const cancelled = await house.knock('POST', '/doors/cancel', { as: ada.token });

    expect([cancelled.statusCode, cancelled.headers['ratelimit-policy']]).toEqual([
      201,
      '"cancels-user";q=10;w=10, "cancels-key";q=20;w=10',
    ]);
  });

  it('count a key alone at its doors, and a browser by whoever is signed in', async () => {
    const registered = await house.knock('POST', '/users', { headers: { authorization: basic(ada.key) }, body: {} });
    const browser = visitor(house);
    await browser.signIn(bob);

    expect([registered.statusCode, registered.headers['ratelimit']]).toEqual([400, '"key";r=19;t=1']);
    expect((await browser.get('/users/me')).headers['ratelimit']).toBe('"user";r=9;t=1');
    expect(await statuses(11, () => browser.get('/users/me'))).toContain(429);
  });

  it('slow a key down that asks for token after token, once it is proven', async () => {
    const ask = (secret: string) =>
      postToken(house, {
        form: passwordForm({ ...ada, password: 'wrong' }, { grant_type: 'nonsense' }),
        authorization: basic({ ...ada.key, clientSecret: secret }),
      });
    expect(await statuses(12, () => ask('not its secret'))).toEqual(Array(12).fill(401));
    expect(await statuses(10, () => ask(ada.key.clientSecret))).toEqual(Array(10).fill(400));
    const refused = await ask(ada.key.clientSecret);

    expect([refused.statusCode, refused.json().error, refused.headers['retry-after']]).toEqual([429, 'slow_down', '1']);
  });
});
