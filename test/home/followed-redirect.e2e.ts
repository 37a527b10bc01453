import { type TestApp, openTestApp } from '../support/test-app.js';
import { issueToken, people, type Person } from '../support/people.js';
import { basic } from '../support/token-endpoint.js';
import { openBrowserClient } from '../support/browser-client.js';

const FLASH = 'flash=Login%20is%20required%20to%20take%20this%20action.';
const CHALLENGE = 'Bearer realm="kontor"';
const INVALID = `${CHALLENGE}, error="invalid_token"`;

/** A client that follows the 303 for missing or wrong authorization asks `GET /` next; that answer must not look like success. */
describe('GET / after a 303', () => {
  let testApp: TestApp;
  let ada: Person;
  beforeAll(async () => {
    testApp = await openTestApp();
    ada = await people.ada(testApp);
  });
  afterAll(() => testApp.close());

  const root = (headers: Record<string, string>, accept: string | null = 'application/json') =>
    testApp.request('GET', '/', { accept, headers });

  const revokedToken = async (): Promise<string> => {
    const token = await issueToken(testApp, { userId: ada.id, clientId: ada.key.clientId });
    await testApp.orm.em.execute(
      'update access_tokens set revoked_at = now() where digest = (select digest from access_tokens order by created_at desc, digest limit 1)',
    );
    return token;
  };

  const invalid: [what: string, authorization: () => Promise<string>, challenge: string][] = [
    ['a token that was never issued', () => Promise.resolve(`Bearer kat_${'A'.repeat(43)}`), INVALID],
    ['a revoked token', async () => `Bearer ${await revokedToken()}`, INVALID],
    ['an empty token', () => Promise.resolve('Bearer '), INVALID],
    ['Basic', () => Promise.resolve(basic(ada.key)), CHALLENGE],
    ['an unknown scheme', () => Promise.resolve(`Digest ${ada.token}`), CHALLENGE],
    ['nothing behind the header name', () => Promise.resolve(''), CHALLENGE],
  ];

  it.each(invalid)(
    'returns to %s 401 with the problem and the challenge of the 303',
    async (_what, make, challenge) => {
      const authorization = await make();
      const sent = await testApp.request('POST', '/orderactions', {
        headers: { authorization },
        body: { action_type: 'MarketOrderSub' },
      });
      const followed = await root({ authorization });

      expect([sent.statusCode, sent.headers.location, sent.headers['www-authenticate']]).toEqual([303, '/', challenge]);
      expect([followed.statusCode, followed.headers['www-authenticate']]).toEqual([401, challenge]);
      expect(followed.headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(problemOf(followed)).toEqual({ ...problemOf(sent), status: 401 });
    },
  );

  it.each([null, '*/*', 'text/html'])('returns to a wrong token 401 as a page for Accept: %s', async (accept) => {
    const followed = await root({ authorization: 'Bearer nothing' }, accept);

    expect([followed.statusCode, followed.headers['www-authenticate'], followed.headers['content-type']]).toEqual([
      401,
      INVALID,
      'text/html; charset=utf-8',
    ]);
    expect(followed.body).toContain('Login is required to take this action.');
  });

  it('returns 401 for the flash cookie of the 303, once', async () => {
    const sent = await testApp.request('POST', '/orderactions', { body: {} });
    const cookie =
      [sent.headers['set-cookie']]
        .flat()
        .map((line) => String(line).split(';')[0])
        .find((pair) => pair?.startsWith('flash=')) ?? '';
    const followed = await root({ cookie });

    expect([cookie, followed.statusCode, followed.headers['www-authenticate'], followed.headers['set-cookie']]).toEqual(
      [FLASH, 401, CHALLENGE, expect.stringMatching(/^flash=; Max-Age=0/)],
    );
    expect(problemOf(followed)).toEqual({ ...problemOf(sent), status: 401 });
  });

  it.each([null, '*/*'])('returns 401 for that cookie unless a page is accepted, for Accept: %s', async (accept) => {
    expect((await root({ cookie: FLASH }, accept)).statusCode).toBe(401);
  });

  it('returns 401 for that cookie also with a valid token, sent here by an API key endpoint', async () => {
    expect((await root({ cookie: FLASH, authorization: `Bearer ${ada.token}` })).statusCode).toBe(401);
  });

  it('shows a browser the welcome page with the notice', async () => {
    const browser = openBrowserClient(testApp);
    const page = await browser.follow(await browser.get('/users/me'));

    expect(page.statusCode).toBe(200);
    expect(page.body).toMatch(/<p class="flash" role="status">Login is required to take this action\./);
    expect(page.body).toContain('<h1>Kontor, a trading-data service</h1>');
  });

  it('returns the list of resources for a valid token, another notice, and anonymous callers', async () => {
    for (const headers of [
      { authorization: `Bearer ${ada.token}` },
      { authorization: `bearer ${ada.token}` },
      { cookie: 'flash=You%20are%20signed%20out.' },
      {},
    ]) {
      const answer = await root(headers);
      expect([headers, answer.statusCode, answer.json().name]).toEqual([headers, 200, 'Kontor']);
    }
  });

  it('returns the same for HEAD', async () => {
    expect((await testApp.request('HEAD', '/', { headers: { authorization: 'Bearer nothing' } })).statusCode).toBe(401);
    expect((await testApp.request('HEAD', '/', { headers: { authorization: `Bearer ${ada.token}` } })).statusCode).toBe(
      200,
    );
  });
});

/** All that does not differ from request to request. */
function problemOf(answer: Readonly<{ json: () => unknown }>): Readonly<Record<string, unknown>> {
  return { ...(answer.json() as Record<string, unknown>), request_id: undefined, instance: undefined };
}
