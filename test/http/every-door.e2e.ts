import { type House, openHouse } from '../support/house.js';
import { people, type Person } from '../support/people.js';
import { routesOf } from '../support/routes.js';
import { visitor } from '../support/visitor.js';

describe('whatever answers', () => {
  let house: House;
  let ada: Person;
  beforeAll(async () => {
    house = await openHouse();
    ada = await people.ada(house);
  });
  afterAll(() => house.close());

  const routes = () => routesOf(house.app.getHttpAdapter().getInstance().printRoutes({ commonPrefix: false }), { withOptions: true });

  it.each(['application/json', 'text/html'])('S07: forbids to guess what it is, at every address and in every mood, as %s', async (accept) => {
    const asked = [...routes(), 'GET /nowhere', 'PATCH /oauth/token', 'GET /users/%zz', `GET /${'x'.repeat(9000)}`].map((route) => route.split(' ') as ['GET', string]);
    expect(asked.length).toBeGreaterThan(30);

    for (const [method, path] of asked) {
      const url = path.replace(/:[a-z_]+/gi, '1');
      for (const headers of [{ accept }, { accept, authorization: `Bearer ${ada.token}` }]) {
        const answer = await house.app.inject({ method, url, headers });
        expect([method, path, answer.headers['x-content-type-options']]).toEqual([method, path, 'nosniff']);
      }
    }
  });

  it('S04: comes over HTTPS alone from now on, and so does every cookie, where the service is known by https', async () => {
    const secure = await openHouse({ env: { BASE_URL: 'https://kontor.example', TRUST_PROXY: '1' } });
    try {
      const browser = visitor(secure);
      const somebody = await people.ada(secure);
      const page = await browser.get('/login');
      const signedIn = await browser.submit(page, { username: somebody.email, password: somebody.password });
      const stranger = await secure.knock('GET', '/users/me', { accept: 'text/html' });
      const theme = await browser.post('/theme', { theme: 'dark' });
      const cookies = [page, signedIn, stranger, theme].map(({ headers }) => [headers['set-cookie'] ?? []].flat().map(String));

      for (const { headers } of [page, signedIn, stranger, theme]) expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/);
      expect(cookies.map((set) => set.length > 0)).toEqual([true, true, true, true]);
      expect(cookies.flat().filter((cookie) => !/; Secure(?:;|$)/.test(cookie))).toEqual([]);
      expect(cookies[1]?.some((cookie) => cookie.startsWith('__Host-'))).toBe(true);
    } finally {
      await secure.close();
    }
  });
});
