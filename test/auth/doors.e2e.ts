import { doorsOf, routesOf, SignedDoors } from '../support/doors.js';
import { type House, openHouse } from '../support/house.js';
import { people } from '../support/people.js';
import { basic } from '../support/token-endpoint.js';

/** Doors that anybody may enter. Whoever opens another one says so here. */
const open = [
  ...[/^\/$/, /^\/oauth\/(?:token|introspect|revoke|authorize|consent|jwks|logout|userinfo)$/, /^\/(?:login|logout)$/, /^\/\.well-known\/(?:openid-configuration|oauth-authorization-server)$/],
  ...[/^\/openapi\.json$/, /^\/(?:health|metrics|docs|assets|theme)(?:\/|$)/, /^\/favicon\.\w+$/, /^\/doors\/open$/],
];
const isOpen = (path: string): boolean => open.some((pattern) => pattern.test(path));

describe('every door', () => {
  let house: House;
  beforeAll(async () => (house = await openHouse({ doors: [SignedDoors] })));
  afterAll(() => house.close());

  it('is known to the route table, which this test walks', () => {
    expect(routesOf(house)).toEqual(expect.arrayContaining(['GET /users/me', 'HEAD /users/me', 'POST /users', 'POST /doors/unsigned', 'POST /oauth/token']));
  });

  it('that is open is meant to be', () => {
    const unlocked = doorsOf(house).filter(({ access, path }) => access === 'none' && !isOpen(path));

    expect(unlocked).toEqual([]);
  });

  it('that carries no sign is locked, and so is every other that is not meant to be open', async () => {
    const routes = routesOf(house).map((route) => route.split(' ') as ['GET' | 'HEAD' | 'POST', string]);
    const locked = routes.filter(([, path]) => !isOpen(path));
    const answers = await Promise.all(
      locked.map(async ([method, path]) => {
        const { statusCode, headers } = await house.knock(method, path.replaceAll(/:\w+/g, '1'));
        return { route: `${method} ${path}`, statusCode, location: headers.location, cookies: [headers['set-cookie']].flat().join() };
      }),
    );

    expect(locked.map(([method, path]) => `${method} ${path}`)).toContain('POST /doors/unsigned');
    for (const answer of answers) {
      expect(answer).toEqual({ route: answer.route, statusCode: 303, location: '/', cookies: expect.stringMatching(/session=;.*Max-Age=0.*flash=/s) });
    }
  });

  it('asks for login before it judges parameters, and takes no token from the query', async () => {
    const ada = await people.ada(house);
    for (const query of ['access_token=x', `access_token=${ada.token}`]) {
      const { statusCode, headers } = await house.knock('GET', `/doors/unsigned?${query}`);
      expect([statusCode, headers['www-authenticate']]).toEqual([303, 'Bearer realm="kontor"']);
    }
    expect((await house.knock('GET', '/doors/unsigned?access_token=x', { as: ada.token })).statusCode).toBe(400);
  });

  it('opens to what its sign says, and to nothing else', async () => {
    const ada = await people.ada(house);
    const credentials = { nothing: {}, bearer: { authorization: `Bearer ${ada.token}` }, client: { authorization: basic(ada.key) } };
    const seen: Record<string, Record<string, number>> = {};
    for (const sign of ['unsigned', 'client', 'session', 'open']) {
      seen[sign] = {};
      for (const [name, headers] of Object.entries(credentials)) {
        seen[sign][name] = (await house.knock('GET', `/doors/${sign}`, { headers })).statusCode;
      }
    }

    expect(seen).toEqual({
      unsigned: { nothing: 303, bearer: 200, client: 303 },
      client: { nothing: 303, bearer: 303, client: 200 },
      session: { nothing: 303, bearer: 303, client: 303 },
      open: { nothing: 200, bearer: 200, client: 200 },
    });
  });
});
