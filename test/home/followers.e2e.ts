import { redirectClients } from './redirect-clients.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { issueToken, people, type Person } from '../support/people.js';
import { basic } from '../support/token-endpoint.js';

const ORDER = JSON.stringify({ action_type: 'MarketOrderSub', acct_id: 1, instrument_id: 1, side: 'Buy', quantity: 1 });
const JSON_HEADERS = { accept: 'application/json', 'content-type': 'application/json' };

/** The clients that people use follow a 303 by themselves. An order that was not placed must not be reported with 200. */
const here = redirectClients.filter(({ name, isThere }) => {
  const isHere = isThere();
  if (!isHere)
    process.stderr.write(
      `NOT TESTED: ${name} is not installed on this machine. What it makes of a 303 is not looked at.\n`,
    );
  return isHere;
});

describe.each(here)('$name, which follows redirects', ({ name, send }) => {
  let testApp: TestApp;
  let ada: Person;
  let url: string;
  beforeAll(async () => {
    testApp = await openTestApp();
    ada = await people.ada(testApp);
    url = await testApp.url();
  });
  afterAll(() => testApp.close());

  const authorizations: [string, () => Promise<string>][] = [
    ['a garbled token', () => Promise.resolve('Bearer nothing')],
    ['an expired token', async () => `Bearer ${await expiredToken()}`],
    ['HTTP Basic', () => Promise.resolve(basic(ada.key))],
  ];

  it.each(authorizations)('reports 401 for an order with %s, with and without Accept', async (_what, authorization) => {
    const bare = { 'content-type': 'application/json', authorization: await authorization() };
    const order = { method: 'POST', url: `${url}/orderactions`, body: ORDER };
    const [asJson, unnamed] = await Promise.all([
      send({ ...order, headers: { ...JSON_HEADERS, ...bare } }),
      send({ ...order, headers: bare }),
    ]);

    expect([asJson.status, (JSON.parse(asJson.body) as { code: string }).code]).toEqual([401, 'login_required']);
    expect(unnamed.status).toBe(401);
  });

  it('reports 401 for a list with a wrong token', async () => {
    expect(
      (
        await send({
          method: 'GET',
          url: `${url}/orders`,
          headers: { accept: 'application/json', authorization: 'Bearer nothing' },
        })
      ).status,
    ).toBe(401);
  });

  it('reports 401 for an order without Authorization but with Prefer: status=401', async () => {
    expect(
      (
        await send({
          method: 'POST',
          url: `${url}/orderactions`,
          body: ORDER,
          headers: { ...JSON_HEADERS, prefer: 'status=401' },
        })
      ).status,
    ).toBe(401);
  });

  /** Only a client that keeps cookies carries anything from the 303 to GET /; the others have to ask for 401, or look at the answer. */
  it('for an order without any Authorization', async () => {
    const { status, body } = await send({
      method: 'POST',
      url: `${url}/orderactions`,
      body: ORDER,
      headers: JSON_HEADERS,
    });

    expect([status, (JSON.parse(body) as { name?: string }).name]).toEqual(
      name === 'Python requests' ? [401, undefined] : [200, 'Kontor'],
    );
  });

  it('reports the resources for a valid token at GET /', async () => {
    expect(
      (
        await send({
          method: 'GET',
          url,
          headers: { accept: 'application/json', authorization: `Bearer ${ada.token}` },
        })
      ).status,
    ).toBe(200);
  });

  async function expiredToken(): Promise<string> {
    const token = await issueToken(testApp, { userId: ada.id, clientId: ada.key.clientId });
    await testApp.orm.em.execute(
      'update access_tokens set expires_at = now() where digest = (select digest from access_tokens order by created_at desc, digest limit 1)',
    );
    return token;
  }
});
