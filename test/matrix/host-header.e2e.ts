import { callers } from '../support/callers.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { requestTo } from '../support/matrix-walk.js';
import { createKey, people } from '../support/people.js';
import { matrixRows } from './matrix-rows.js';

const EVIL = 'evil.example';
const forgedHeaders = {
  host: EVIL,
  'x-forwarded-host': EVIL,
  'x-forwarded-server': EVIL,
  'x-host': EVIL,
  forwarded: `host=${EVIL};proto=https`,
  'x-original-url': `https://${EVIL}/`,
  'x-rewrite-url': `https://${EVIL}/`,
};

describe.each([
  ['trusts nobody', {}],
  ['trusts every proxy', { TRUST_PROXY: 'true' }],
])('a service that %s', (_how, env) => {
  let testApp: TestApp;
  beforeAll(async () => (testApp = await openTestApp({ env })));
  afterAll(() => testApp.close());

  it.each(
    matrixRows.map((row) => [row.when === undefined ? row.endpoint : `${row.endpoint}, ${row.when}`, row] as const),
  )('at %s believes no name that it is called by', async (_name, row) => {
    const responses = (['a customer', 'a session that asks for a page'] as const).map(async (role) => {
      const caller = await callers[role](testApp);
      const { method, url, accept, headers, body } = await requestTo(testApp, row, {
        comer: caller,
        object: (await row.object?.make(testApp, caller.person)) ?? '',
      });
      return testApp.request(method as 'GET', url, {
        accept,
        headers: { ...headers, ...forgedHeaders },
        ...(body && { body }),
      });
    });

    for (const response of await Promise.all(responses))
      expect(JSON.stringify(response.headers) + response.body).not.toContain(EVIL);
  });
});

describe('unregistered origin', () => {
  let testApp: TestApp;
  beforeAll(async () => (testApp = await openTestApp()));
  afterAll(() => testApp.close());

  const origins = [
    'null',
    'https://app.example.evil.example',
    'https://app.example:444',
    'http://app.example',
    'https://app.example@evil.example',
    'https://APP.example.',
    'file://',
    'com.example.app://cb',
    'https://app.exаmple',
    '*',
    '',
  ];

  it.each(origins)('%j reads no response, also where a native application is registered', async (origin) => {
    const ada = await people.ada(testApp);
    await createKey(testApp, ada.id, {
      redirectUris: ['https://app.example/cb', 'com.example.app:/cb', 'nullapp://cb'],
    });
    for (const method of ['GET', 'OPTIONS'] as const) {
      const response = await testApp.request(method, '/users/me', {
        as: ada.token,
        headers: { origin: Buffer.from(origin).toString('latin1'), 'access-control-request-method': 'GET' },
      });

      expect(response.headers).not.toHaveProperty('access-control-allow-origin');
      expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  it('never gets Access-Control-Allow-Origin: * with credentials, at any endpoint', async () => {
    for (const row of matrixRows) {
      const caller = await callers['a customer'](testApp);
      const { method, url, accept, headers, body } = await requestTo(testApp, row, {
        comer: caller,
        object: (await row.object?.make(testApp, caller.person)) ?? '',
      });
      for (const origin of ['https://app.example', 'https://evil.example', 'null']) {
        const response = await testApp.request(method as 'GET', url, {
          accept,
          headers: { ...headers, origin, cookie: 'refresh-x=krt_x' },
          ...(body && { body }),
        });
        const { 'access-control-allow-origin': allowed, 'access-control-allow-credentials': withCredentials } =
          response.headers;

        expect([row.endpoint, origin, allowed === '*' && withCredentials !== undefined]).toEqual([
          row.endpoint,
          origin,
          false,
        ]);
        expect([row.endpoint, origin, allowed === 'null' || allowed === 'https://evil.example']).toEqual([
          row.endpoint,
          origin,
          false,
        ]);
      }
    }
  });
});
