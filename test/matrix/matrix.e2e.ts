import { LeakyTestController, ProtectedTestController } from '../support/guarded-test.controller.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { type Row, toNamedRows, withAToken } from '../support/matrix.js';
import { user } from '../support/matrix-objects.js';
import { walk } from '../support/matrix-walk.js';
import { people } from '../support/people.js';
import { matrixRows, rowsOfOtherFiles } from './matrix-rows.js';
import { accessLevelRows } from './access-levels.js';

const sentElsewhere = new Set<Row>(Object.values(rowsOfOtherFiles).flat());

const rowsOfThisFile = [...matrixRows, ...accessLevelRows].filter((row) => !sentElsewhere.has(row));

describe('every endpoint × role × owner', () => {
  let testApp: TestApp;
  beforeAll(async () => (testApp = await openTestApp({ controllers: [ProtectedTestController] })));
  afterAll(() => testApp.close());

  it.each(toNamedRows(rowsOfThisFile))('%s admits exactly the expected roles', async (_name, row) => {
    expect(await walk(testApp, row)).toEqual([]);
  });

  it('reports wrong admissions, rejections and leaks', async () => {
    const leakyApp = await openTestApp({ controllers: [LeakyTestController] });
    const wrongRow = {
      endpoint: 'GET /users/me',
      statuses: withAToken(200, {
        anonymous: 200,
        'a customer': 403,
        'a third-party token to trade': 403,
        'a third-party token for keys': 403,
      }),
    };
    const leakyReadRow = { endpoint: 'GET /leaky-endpoints/:id', object: user, statuses: withAToken([200, 404, 404]) };
    const leakyWriteRow = {
      endpoint: 'POST /leaky-endpoints/:id',
      object: user,
      statuses: withAToken([404, 404, 404]),
    };

    expect(await walk(testApp, wrongRow)).toEqual([
      expect.stringContaining('anonymous, own: 200 expected, login met'),
      expect.stringContaining('a customer, own: 403 expected, 200 met'),
    ]);
    expect(await walk(leakyApp, leakyReadRow)).toEqual(
      expect.arrayContaining([expect.stringContaining('a customer can tell another’s from a missing one')]),
    );
    expect(await walk(leakyApp, leakyWriteRow)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('a customer, another’s: it is not theirs, and was changed all the same'),
      ]),
    );
    await leakyApp.close();
  });

  it('accepts tokens in the header only, and checks them before parameters', async () => {
    const ada = await people.ada(testApp);
    for (const query of ['access_token=x', `access_token=${ada.token}`]) {
      const { statusCode, headers } = await testApp.request('GET', `/endpoints/unsigned?${query}`);
      expect([statusCode, headers['www-authenticate']]).toEqual([303, 'Bearer realm="kontor"']);
    }
    expect(
      (await testApp.request('POST', '/endpoints/unsigned', { body: { access_token: ada.token } })).statusCode,
    ).toBe(303);
    expect((await testApp.request('GET', '/endpoints/unsigned?access_token=x', { as: ada.token })).statusCode).toBe(
      400,
    );
  });
});
