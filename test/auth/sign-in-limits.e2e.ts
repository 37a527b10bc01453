import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';
import { formsOf, type BrowserClient, openBrowserClient } from '../support/browser-client.js';

/** So many passwords are tried at a time: as many as one caller may try for one user, so that no volley goes beyond a limit where several are hashed at once. */
const AT_A_TIME = 10;

describe('limits of failed sign-ins', () => {
  let testApp: TestApp;
  let ada: Person;
  let eve: Person;
  let admin: Person;
  beforeAll(async () => (testApp = await openTestApp({ env: { TRUST_PROXY: '1', RATE_LIMIT_ANONYMOUS: '100000' } })));
  afterAll(() => testApp.close());

  const fromAddress = (address: string) => ({ 'x-forwarded-for': address });
  type Address = ReturnType<typeof fromAddress>;

  /* Failures are counted by user, key and address: each test has its own. */
  let tests = 0;
  let here: Address;
  let there: Address;
  const elsewhere = (n: number): Address => fromAddress(`10.${tests}.${n}.1`);
  beforeEach(async () => {
    tests += 1;
    [here, there] = [fromAddress(`192.0.2.${tests}`), fromAddress(`198.51.100.${tests}`)];
    [ada, eve] = [await people.newUser(testApp), await people.newUser(testApp)];
    admin = await people.newUser(testApp, 'Admin');
  });

  const requestTokenStatus = async (person: Person, clientOwner: Person, headers = here) =>
    (await postToken(testApp, { form: passwordForm(person), authorization: basic(clientOwner.key), headers }))
      .statusCode;
  const guessWithClient = (email: string, clientOwner: Person, headers = here) =>
    postToken(testApp, {
      form: passwordForm({ ...eve, email, password: 'a guess' }),
      authorization: basic(clientOwner.key),
      headers,
    });
  const signIn = async (
    browser: BrowserClient,
    { email, password }: Pick<Person, 'email' | 'password'>,
    headers = here,
  ) => {
    const [form] = formsOf((await browser.get('/login', headers)).body);
    return browser.post('/login', { ...form?.fields, username: email, password }, headers);
  };
  /** 303 with the way to the page after the sign-in, 303 back to the form, or 429. */
  const signInResult = async (browser: BrowserClient, person: Pick<Person, 'email' | 'password'>, headers = here) => {
    const { statusCode, headers: responseHeaders } = await signIn(browser, person, headers);
    return statusCode === 303 ? (responseHeaders.location === '/desk' ? 'signed in' : 'denied') : statusCode;
  };
  const sendInVolleys = async (
    times: number,
    send: (n: number) => Promise<{ statusCode: number }>,
  ): Promise<number[]> => {
    const statuses: number[] = [];
    for (let sent = 0; sent < times; sent += AT_A_TIME) {
      const volley = Array.from({ length: Math.min(AT_A_TIME, times - sent) }, (_, n) => send(sent + n));
      statuses.push(...(await Promise.all(volley)).map(({ statusCode }) => statusCode));
    }
    return statuses;
  };
  const count = (statuses: readonly number[], status: number): number =>
    statuses.filter((candidate) => candidate === status).length;

  /** A browser in which a user has signed in once. */
  const createKnownBrowser = async (person: Person): Promise<BrowserClient> => {
    const browser = openBrowserClient(testApp);
    await signIn(browser, person);
    browser.cookies.delete('session');
    return browser;
  };

  const failOnPage = async (emails: (n: number) => string, times = 115): Promise<number[]> => {
    const browser = openBrowserClient(testApp);
    const page = await browser.get('/login', here);
    return sendInVolleys(times, (n) =>
      browser.post('/login', { ...formsOf(page.body)[0]?.fields, username: emails(n), password: 'a guess' }, here),
    );
  };

  describe('115 failures from one address', () => {
    it('do not block users without failures there: an administrator in a new browser, or with an API key', async () => {
      const statuses = await failOnPage((n) => `user${n}@example.test`);

      expect(count(statuses, 303)).toBe(115);
      expect(await signInResult(openBrowserClient(testApp), admin)).toBe('signed in');
      expect(await requestTokenStatus(admin, admin)).toBe(200);
      expect(await requestTokenStatus(ada, eve)).toBe(200);
    });

    it('that are meant for the administrator refuse no browser that they have used before, and no key that proves itself', async () => {
      const knownBrowser = await createKnownBrowser(admin);
      const statuses = await failOnPage(() => admin.email);

      expect([count(statuses, 303), count(statuses, 429)]).toEqual([10, 105]);
      expect(await signInResult(openBrowserClient(testApp), admin)).toBe(429);
      const { body, headers } = await signIn(openBrowserClient(testApp), admin);
      const form = formsOf(body).find(({ action }) => action === '/login');
      expect(form?.fields).toMatchObject({ username: admin.email, password: '', resume: '/desk' });
      expect(body).toContain(`Try again in ${headers['retry-after'] as string} seconds.`);
      expect(await signInResult(knownBrowser, admin)).toBe('signed in');
      expect(await requestTokenStatus(admin, admin)).toBe(200);
      expect(await requestTokenStatus(admin, eve)).toBe(200);
    });

    it('leave each further user three failures there', async () => {
      await failOnPage((n) => `user${n}@example.test`);
      const results = [];
      for (let attempt = 0; attempt < 4; attempt++)
        results.push(await signInResult(openBrowserClient(testApp), { ...ada, password: 'a guess' }));

      expect(results).toEqual(['denied', 'denied', 'denied', 429]);
      expect(await signInResult(openBrowserClient(testApp), ada, there)).toBe('signed in');
    });
  });

  it('count every API key for itself', async () => {
    expect(count(await sendInVolleys(12, () => guessWithClient(ada.email, eve)), 429)).toBe(2);

    expect(await requestTokenStatus(ada, eve)).toBe(429);
    expect(await requestTokenStatus(ada, eve, there)).toBe(200);
    expect(await requestTokenStatus(ada, admin)).toBe(200);
    expect(await signInResult(openBrowserClient(testApp), ada)).toBe('signed in');
  });

  it('stop guesses at one user from many addresses after a hundred, for callers that the user has not signed in with before', async () => {
    const knownBrowser = await createKnownBrowser(ada);
    const statuses = await sendInVolleys(120, (n) => guessWithClient(ada.email, eve, elsewhere(n)));
    const [browser, rejected] = [
      openBrowserClient(testApp),
      await guessWithClient(ada.email.toUpperCase(), eve, elsewhere(121)),
    ];

    expect([count(statuses, 400), count(statuses, 429)]).toEqual([100, 20]);
    expect([rejected.statusCode, rejected.json().error, Number(rejected.headers['retry-after']) > 500]).toEqual([
      429,
      'slow_down',
      true,
    ]);
    expect(await signInResult(browser, ada, there)).toBe(429);
    expect(await signInResult(knownBrowser, ada, there)).toBe('signed in');
    expect(await requestTokenStatus(ada, ada, there)).toBe(200);
    expect(await requestTokenStatus(admin, eve, there)).toBe(200);
  });

  it('know an API key by which the user has signed in with their password, until those tokens are revoked', async () => {
    expect(await requestTokenStatus(ada, eve)).toBe(200);
    await sendInVolleys(100, (n) => guessWithClient(ada.email, admin, elsewhere(n)));

    expect(await requestTokenStatus(ada, eve)).toBe(200);
    await testApp.orm.em.fork().execute('update token_families set revoked_at = now() where user_id = ?', [ada.id]);
    expect(await requestTokenStatus(ada, eve)).toBe(429);
  });

  it('stop a found token from guessing the current password from many addresses', async () => {
    const provePassword = (n: number) =>
      testApp.request('POST', '/users/me/password', {
        as: ada.token,
        headers: elsewhere(n),
        body: { current_password: 'a guess', new_password: 'staple wrong tower' },
      });
    const statuses = await sendInVolleys(110, provePassword);
    const rejected = await provePassword(200);

    expect([count(statuses, 403), count(statuses, 429)]).toEqual([100, 10]);
    expect([rejected.json().code, Number(rejected.headers['retry-after']) > 500]).toEqual(['too_many_proofs', true]);
  });

  describe('a known browser', () => {
    const lockOut = () => failOnPage(() => ada.email, 10);

    it('has an HttpOnly cookie, which signs nobody in', async () => {
      const browser = openBrowserClient(testApp);
      const { headers } = await signIn(browser, ada);
      const device = [headers['set-cookie']].flat().find((cookie) => String(cookie).startsWith('device='));
      browser.cookies.delete('session');

      expect(device).toMatch(
        /^device=[1-9]\d*\.[\w-]{22}\.\d+\.[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/,
      );
      expect((await browser.get('/users/me')).statusCode).toBe(303);
    });

    it('has ten failures of its own, and no more', async () => {
      const knownBrowser = await createKnownBrowser(ada);
      const results = [];
      for (let attempt = 0; attempt < 11; attempt++)
        results.push(await signInResult(knownBrowser, { ...ada, password: 'a guess' }));

      expect(results).toEqual([...Array<string>(10).fill('denied'), 429]);
      expect(await signInResult(openBrowserClient(testApp), ada)).toBe('signed in');
    });

    it('is known for the users who signed in with it only', async () => {
      const knownBrowser = await createKnownBrowser(eve);
      await lockOut();

      expect(await signInResult(knownBrowser, ada)).toBe(429);
      expect(await signInResult(knownBrowser, eve)).toBe('signed in');
    });

    it('is not known by a cookie that was changed to name another user', async () => {
      const forgedBrowser = await createKnownBrowser(eve);
      const value = forgedBrowser.cookies.get('device')?.value ?? '';
      forgedBrowser.cookies.set('device', { value: value.replace(/^\d+/, String(ada.id)), path: '/' });
      await lockOut();

      expect(value).toMatch(new RegExp(`^${eve.id}\\.`));
      expect(await signInResult(forgedBrowser, ada)).toBe(429);
    });

    it('is known no more when the password was changed elsewhere', async () => {
      const knownBrowser = await createKnownBrowser(ada);
      const changed = await testApp.request('POST', '/users/me/password', {
        as: ada.token,
        body: { current_password: ada.password, new_password: 'staple wrong tower' },
      });
      await lockOut();

      expect(changed.statusCode).toBe(200);
      expect(await signInResult(knownBrowser, { ...ada, password: 'staple wrong tower' })).toBe(429);
    });
  });
});
