import { LeakyDoors, SignedDoors } from '../support/doors.js';
import { type House, openHouse } from '../support/house.js';
import { contradictions, type Row, unlisted, withAToken } from '../support/matrix.js';
import { user } from '../support/matrix-objects.js';
import { walk } from '../support/matrix-walk.js';
import { people } from '../support/people.js';
import { routesOf } from '../support/routes.js';
import { rooms } from './rooms.js';
import { signs } from './signs.js';

const named = (rows: readonly Row[]) =>
  rows.map((row) => [row.when === undefined ? row.door : `${row.door}, ${row.when}`, row] as const);

describe('every door × role × owner', () => {
  let house: House;
  beforeAll(async () => (house = await openHouse({ doors: [SignedDoors] })));
  afterAll(() => house.close());

  const doors = () =>
    routesOf(house.app.getHttpAdapter().getInstance().printRoutes({ commonPrefix: false }), { withOptions: true });

  it('has a row for every door that the server answers, and none for another', () => {
    expect(unlisted(doors(), [...rooms, ...signs])).toEqual([]);
  });

  it('notices a door without a row, and a row without a door', () => {
    expect(unlisted(doors(), rooms)).toEqual(signs.map(({ door }) => `${door} has no row in test/matrix`));
    expect(unlisted(doors(), [...rooms, ...signs, { door: 'GET /cellar', sights: withAToken(200) }])).toEqual([
      'GET /cellar has a row and is no door',
    ]);
  });

  it('tells nobody, where another’s object is refused, that it is there', () => {
    expect(contradictions([...rooms, ...signs])).toEqual([]);
    expect(contradictions([{ door: 'GET /cellar', sights: withAToken([200, 403, 404]) }])).toContain(
      'GET /cellar tells a small scope what there is',
    );
  });

  it.each(named([...rooms, ...signs]))(
    'B03, B04, B05, B06, B11: %s is open to whom it is meant for',
    async (_name, row) => {
      expect(await walk(house, row)).toEqual([]);
    },
  );

  it('notices who gets in, who does not, and who is told what there is', async () => {
    const leaky = await openHouse({ doors: [LeakyDoors] });
    const lie = {
      door: 'GET /users/me',
      sights: withAToken(200, {
        anonymous: 200,
        'a customer': 403,
        'a third-party token to trade': 403,
        'a third-party token for keys': 403,
      }),
    };
    const leak = { door: 'GET /leaky-doors/:id', object: user, sights: withAToken([200, 404, 404]) };
    const wound = { door: 'POST /leaky-doors/:id', object: user, sights: withAToken([404, 404, 404]) };

    expect(await walk(house, lie)).toEqual([
      expect.stringContaining('anonymous, own: 200 expected, login met'),
      expect.stringContaining('a customer, own: 403 expected, 200 met'),
    ]);
    expect(await walk(leaky, leak)).toEqual(
      expect.arrayContaining([expect.stringContaining('a customer can tell another’s from a missing one')]),
    );
    expect(await walk(leaky, wound)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('a customer, another’s: it is not theirs, and was changed all the same'),
      ]),
    );
    await leaky.close();
  });

  it('B07, B08: takes a token from the header alone, and asks for it before it judges parameters', async () => {
    const ada = await people.ada(house);
    for (const query of ['access_token=x', `access_token=${ada.token}`]) {
      const { statusCode, headers } = await house.knock('GET', `/doors/unsigned?${query}`);
      expect([statusCode, headers['www-authenticate']]).toEqual([303, 'Bearer realm="kontor"']);
    }
    expect((await house.knock('POST', '/doors/unsigned', { body: { access_token: ada.token } })).statusCode).toBe(303);
    expect((await house.knock('GET', '/doors/unsigned?access_token=x', { as: ada.token })).statusCode).toBe(400);
  });
});
