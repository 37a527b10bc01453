import { asyncApiDocument, asyncApiOf } from '../support/asyncapi.js';
import { openReader } from '../support/market-reader.js';
import { people } from '../support/people.js';
import { openTestApp } from '../support/test-app.js';
import { tradingFloor } from '../support/trading-floor.js';

describe('GET /asyncapi.json', () => {
  it('is docs/asyncapi.json with the address and version of the service, for every origin, and 304 for its ETag', async () => {
    const testApp = await openTestApp({ env: { BASE_URL: 'https://kontor.example.org', TRUST_PROXY: '1' } });
    const response = await testApp.request('GET', '/asyncapi.json');
    const etag = String(response.headers['etag']);
    const again = await testApp.request('GET', '/asyncapi.json', { headers: { 'if-none-match': etag } });
    const { version } = (await testApp.request('GET', '/openapi.json')).json<{ info: { version: string } }>().info;
    await testApp.close();

    const { info, servers, ...rest } = asyncApiDocument;
    expect(response.json()).toEqual({
      ...rest,
      info: { ...info, version },
      servers: { service: { ...servers.service, host: 'kontor.example.org', protocol: 'wss' } },
    });
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});

describe('docs/asyncapi.json', () => {
  it('describes the messages of the market data stream', async () => {
    const testApp = await openTestApp();
    const { token } = await people.ada(testApp);
    const { instrumentId, account, limit, order } = await tradingFloor(testApp);
    const market = asyncApiOf('/marketdata/stream');
    const subscription = {
      type: 'subscribe',
      instrument_ids: [instrumentId],
      sides: ['Buy', 'BuyDepth'],
      status: true,
    };
    const reader = await openReader(await testApp.url(), { as: token });
    reader.say(subscription);
    await reader.hear(3);
    await order(token, limit(await account(await people.ada(testApp))));
    await reader.hear(2);
    reader.say({ type: 'subscribe', instrument_ids: [999_999] });
    reader.say({ type: 'subscribe', instrument_ids: [] });
    await reader.hear(2);
    await reader.close();
    await testApp.close();

    expect(reader.said.flatMap((message) => market.findFaultOfService(message) ?? [])).toEqual([]);
    expect(new Set(reader.said.map(({ type }) => type))).toEqual(new Set([undefined, 'status', 'error']));
    expect(market.findFaultOfClient(subscription)).toBeNull();
    expect(market.findFaultOfService({ type: 'news' })).not.toBeNull();
  });

  it('describes the messages of a client of the order stream', () => {
    const orders = asyncApiOf('/orderactions/stream');
    const action = { action_type: 'OrderCancellation', order_id: 1 };
    const resumption = { type: 'resume', session: 'x', after: 7, requests: [{ id: '1' }] };

    expect(
      [{ id: '1', action }, { id: '2', actions: [action] }, resumption].map((message) =>
        orders.findFaultOfClient(message),
      ),
    ).toEqual([null, null, null]);
    for (const message of [{ id: 1, action }, { id: '1' }, { ...resumption, requests: [] }])
      expect(orders.findFaultOfClient(message)).not.toBeNull();
  });
});
