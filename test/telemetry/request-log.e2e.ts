import { type House, openHouse } from '../support/house.js';
import { giveToken, people } from '../support/people.js';
import { basic } from '../support/token-endpoint.js';
import { visitor } from '../support/visitor.js';

describe('a line of the log', () => {
  const lines: string[] = [];
  let house: House;
  beforeAll(async () => (house = await openHouse({ log: (line) => lines.push(line) })));
  afterAll(() => house.close());

  const lineOf = (route: string): Record<string, unknown> =>
    JSON.parse(lines.findLast((line) => line.includes(`"route":"${route}"`)) ?? '{}') as Record<string, unknown>;

  it('names the key that came alone', async () => {
    const ada = await people.ada(house);
    await house.knock('POST', '/users', { headers: { authorization: basic(ada.key) }, body: {} });

    expect(lineOf('/users')).toMatchObject({ status: 400, client_id: ada.key.clientId });
    expect(lineOf('/users')).not.toHaveProperty('user_id');
  });

  it('names the code of the problem that refused a request, and none where it was answered', async () => {
    const { token } = await people.ada(house);
    await house.knock('GET', '/administration', { as: token });
    await house.knock('GET', '/orders?per_page=0', { as: token });
    await house.knock('GET', '/accounts', { as: token });

    expect(lineOf('/administration')).toMatchObject({ status: 403, problem: 'administrators_only' });
    expect(lineOf('/orders')).toMatchObject({ status: 400, problem: 'invalid_request' });
    expect(lineOf('/accounts')).not.toHaveProperty('problem');
  });

  it('names who acted, for whom and by which key; of a session the user alone; of a stranger nobody', async () => {
    const [ada, admin] = [await people.ada(house), await people.admin(house)];
    await house.knock('GET', '/users/me', {
      as: await giveToken(house, { userId: ada.id, actingUserId: admin.id, clientId: admin.key.clientId }),
    });
    expect(lineOf('/users/me')).toMatchObject({
      user_id: ada.id,
      acting_user_id: admin.id,
      client_id: admin.key.clientId,
    });

    const browser = visitor(house);
    await browser.signIn(ada);
    await browser.get('/users/me');
    expect(lineOf('/users/me')).toMatchObject({ user_id: ada.id, client_id: null });

    await house.knock('POST', '/users', {
      headers: { authorization: basic({ ...ada.key, clientSecret: 'wrong' }) },
      body: {},
    });
    expect(lineOf('/users')).not.toHaveProperty('client_id');
  });

  it('has nothing of what a caller keeps secret, wherever they put it', async () => {
    const ada = await people.ada(house);
    const secret = 'hunter2-is-the-secret';
    const before = lines.length;
    for (const name of ['password', 'client_secret', 'access_token', 'code', 'ticket', 'cookie', secret])
      await house.knock('GET', `/users/me?${name}=${secret}`, { as: ada.token });
    await house.knock('GET', `/users/me?${secret}`, { as: ada.token });
    await house.knock('GET', '/users/me', {
      headers: { authorization: `Bearer ${secret}`, cookie: `session=${secret}`, 'x-request-id': `${secret} {}` },
    });
    await house.knock('POST', '/oauth/token', {
      headers: { authorization: basic({ clientId: ada.key.clientId, clientSecret: secret }) },
      body: { grant_type: 'password', password: secret },
    });

    const said = lines.slice(before);
    expect(said.filter((line) => line.includes('"msg":"request"'))).toHaveLength(10);
    expect(
      said.filter((line) => line.includes(secret) || line.includes(btoa(secret)) || line.includes(ada.token)),
    ).toEqual([]);
  });
});
