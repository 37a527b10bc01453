import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { routesOf } from '../support/routes.js';
import { openBrowserClient } from '../support/browser-client.js';

describe('every response', () => {
  let testApp: TestApp;
  let ada: Person;
  beforeAll(async () => {
    testApp = await openTestApp();
    ada = await people.ada(testApp);
  });
  afterAll(() => testApp.close());

  const listRoutes = () =>
    routesOf(testApp.app.getHttpAdapter().getInstance().printRoutes({ commonPrefix: false }), { withOptions: true });

  it.each(['application/json', 'text/html'])(
    'forbids content sniffing at every endpoint and status, as %s',
    async (accept) => {
      const requests = [
        ...listRoutes(),
        'GET /nowhere',
        'PATCH /oauth/token',
        'GET /users/%zz',
        `GET /${'x'.repeat(9000)}`,
      ].map((route) => route.split(' ') as ['GET', string]);
      expect(requests.length).toBeGreaterThan(30);

      for (const [method, path] of requests) {
        const url = path.replace(/:[a-z_]+/gi, '1');
        for (const headers of [{ accept }, { accept, authorization: `Bearer ${ada.token}` }]) {
          const response = await testApp.app.inject({ method, url, headers });
          expect([method, path, response.headers['x-content-type-options']]).toEqual([method, path, 'nosniff']);
        }
      }
    },
  );

  /** What may be asked for without a body, by its reader. */
  const listGetPaths = () =>
    listRoutes()
      .filter((route) => route.startsWith('GET '))
      .map((route) => route.slice(4).replace(/:[a-z_]+/gi, '1'));

  it('is private for requests with a token', async () => {
    for (const url of listGetPaths()) {
      const [open, response] = [
        await testApp.app.inject({ url }),
        await testApp.app.inject({
          url,
          headers: { accept: 'application/json', authorization: `Bearer ${ada.token}` },
        }),
      ];
      if (open.statusCode !== 303) continue;
      expect([url, response.headers['cache-control']]).toEqual([url, expect.stringMatching(/no-store|private/)]);
    }
  });

  it('has the same status as page and as JSON, for anonymous callers and with a token', async () => {
    const closed: string[] = [];
    for (const url of listGetPaths()) {
      if ((await testApp.app.inject({ url })).statusCode !== 303) continue;
      closed.push(url);
      for (const authorization of [undefined, `Bearer ${ada.token}`]) {
        const [page, json] = await Promise.all(
          ['text/html', 'application/json'].map((accept) =>
            testApp.app.inject({ url, headers: { accept, ...(authorization !== undefined && { authorization }) } }),
          ),
        );
        expect([url, page?.statusCode, page?.headers['content-type']]).toEqual([
          url,
          json?.statusCode,
          'text/html; charset=utf-8',
        ]);
        expect([url, json?.headers['content-type']]).toEqual([
          url,
          expect.stringMatching(/^application\/(?:problem\+)?json/),
        ]);
      }
    }

    expect(closed).toEqual(expect.arrayContaining(['/users/me', '/oauth/client', '/audit']));
  });

  it('has HSTS and secure cookies when the base URL is HTTPS', async () => {
    const httpsApp = await openTestApp({ env: { BASE_URL: 'https://kontor.example', TRUST_PROXY: '1' } });
    try {
      const browser = openBrowserClient(httpsApp);
      const user = await people.ada(httpsApp);
      const page = await browser.get('/login');
      const signedIn = await browser.submit(page, { username: user.email, password: user.password });
      const anonymous = await httpsApp.request('GET', '/users/me', { accept: 'text/html' });
      const theme = await browser.post('/theme', { theme: 'dark' });
      const cookies = [page, signedIn, anonymous, theme].map(({ headers }) =>
        [headers['set-cookie'] ?? []].flat().map(String),
      );

      for (const { headers } of [page, signedIn, anonymous, theme])
        expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/);
      expect(cookies.map((set) => set.length > 0)).toEqual([true, true, true, true]);
      expect(cookies.flat().filter((cookie) => !/; Secure(?:;|$)/.test(cookie))).toEqual([]);
      expect(cookies[1]?.some((cookie) => cookie.startsWith('__Host-'))).toBe(true);
    } finally {
      await httpsApp.close();
    }
  });
});
