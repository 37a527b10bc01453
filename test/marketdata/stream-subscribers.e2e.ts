import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { gapsIn, type MarketReader, openReader, type MarketMessage } from '../support/market-reader.js';
import { issueToken, people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

const waitFor = async (condition: () => boolean): Promise<void> => {
  for (let n = 0; n < 3_000 && !condition(); n++) await wait(10);
};

describe('a market data subscriber', () => {
  let testApp: TestApp;
  let market: Floor;
  let ada: Person;
  let url: string;
  let accounts: readonly number[];
  beforeAll(async () => {
    testApp = await openTestApp({ env: { STREAM_HEARTBEAT_SECONDS: '2' } });
    [market, ada, url] = [await tradingFloor(testApp), await people.ada(testApp), await testApp.url()];
    accounts = [await market.account(ada), await market.account(ada)];
  });
  afterAll(() => testApp.close());

  const newToken = () => issueToken(testApp, { userId: ada.id, clientId: ada.key.clientId });
  const newest = 'digest = (select digest from access_tokens order by created_at desc, digest limit 1)';

  it('is closed with 4403 when the token is revoked', async () => {
    const reader = await openReader(url, { as: await newToken() });
    reader.subscribe([market.instrumentId], { sides: ['Last'] });
    await reader.hear(1);
    const began = performance.now();
    await testApp.orm.em.fork().execute(`update access_tokens set revoked_at = now() where ${newest}`);

    expect(await reader.closed).toEqual({ code: 4403, reason: 'the token was revoked' });
    expect(performance.now() - began).toBeLessThan(1_500);
  });

  it('is closed with 4401 when the token expires, also with a ticket', async () => {
    const token = await newToken();
    await testApp.orm.em
      .fork()
      .execute(`update access_tokens set expires_at = now() + interval '3 seconds' where ${newest}`);
    const { ticket } = (await testApp.request('POST', '/tickets', { as: token })).json<{ ticket: string }>();
    const readers = [await openReader(url, { as: token }), await openReader(url, { ticket })];

    for (const { closed } of readers) expect(await closed).toEqual({ code: 4401, reason: 'the token has expired' });
  });

  it('stays while it answers heartbeats, and is disconnected otherwise', async () => {
    const [idle, dead] = [
      await openReader(url, { as: ada.token }),
      await openReader(url, { as: ada.token, client: { autoPong: false } }),
    ];
    let pings = 0;
    idle.socket.on('ping', () => (pings += 1));

    expect((await dead.closed).code).toBe(1006);
    await wait(2_500);
    expect([idle.socket.readyState, pings >= 2]).toEqual([idle.socket.OPEN, true]);
    const pongReceived = new Promise((resolve) => idle.socket.once('pong', resolve));
    idle.socket.ping('there?');
    await pongReceived;
    await idle.close();
  });

  it('that is slow gets the newest values at no extra cost, without slowing others', async () => {
    // A heartbeat that is not answered ends a stream: on a slow machine two seconds are over before all of this has happened.
    const patientApp = await openTestApp({ env: { STREAM_HEARTBEAT_SECONDS: '120' } });
    const [market, ada, url] = [await tradingFloor(patientApp), await people.ada(patientApp), await patientApp.url()];
    const [buyer, seller] = [await market.account(ada), await market.account(ada)];
    const sockets: Socket[] = [];
    patientApp.app.getHttpServer().on('connection', (socket: Socket) => sockets.push(socket));
    const ids = await Promise.all(
      Array.from({ length: 10 }, (_, n) => market.data.instrument(market.productId, { symbol: `DEEP${n}` })),
    );
    const [id = 0] = ids;
    const bid = (instrument: number, price: number) =>
      market.limit(buyer, { instrument_id: instrument, limit_price: price, quantity: 1 });
    for (const one of ids)
      await market.act(ada.token, { actions: Array.from({ length: 100 }, (_, n) => bid(one, 6600 - n)) });
    const [slowReader, fastReader] = [
      await openReader(url, { as: ada.token }),
      await openReader(url, { as: ada.token }),
    ];
    const sides = ['Buy', 'Sell', 'Last', 'High', 'Low', 'Volume'];
    for (const reader of [slowReader, fastReader]) {
      reader.subscribe([id], { sides });
      await reader.hear(1);
    }

    // Twenty megabytes of snapshots fill what the connection itself holds on both ends, and then nothing more of them is made.
    slowReader.socket.pause();
    for (let n = 0; n < 450; n++) slowReader.subscribe(ids, { sides: ['BuyDepth'], depth: 100 });
    const backlog = (): number => Math.max(...sockets.map(({ writableLength }) => writableLength));
    await waitFor(() => backlog() > 256 * 1024);
    let most = 0;
    for (let n = 1; n <= 150; n++) {
      await market.act(ada.token, {
        actions: [
          bid(id, 6700 + (n % 7)),
          market.limit(seller, { instrument_id: id, side: 'Sell', limit_price: 6700 + (n % 7), quantity: 1 }),
        ],
      });
      most = Math.max(most, backlog());
    }
    await fastReader.until(() => fastReader.shown().get(`${id} Volume`)?.quantity === 150, 'all trades');
    expect(gapsIn(fastReader.items())).toEqual([]);
    expect(most).toBeGreaterThan(256 * 1024);
    expect(most).toBeLessThan(512 * 1024);

    slowReader.socket.resume();
    await slowReader.until(() => slowReader.shown().get(`${id} Volume`)?.quantity === 150, 'the newest');
    const trades = (reader: MarketReader): MarketMessage[] =>
      reader.items().filter(({ side, previous_seq: previous }) => side === 'Volume' && previous !== null);
    for (const side of sides)
      expect(slowReader.shown().get(`${id} ${side}`)).toEqual(fastReader.shown().get(`${id} ${side}`));
    expect(trades(slowReader).length).toBeLessThan(trades(fastReader).length);
    expect(gapsIn(slowReader.items())).not.toEqual([]);
    await Promise.all([slowReader.close(), fastReader.close()]);
    await patientApp.close();
  });

  it('leaves nothing behind when it connects again and again', async () => {
    for (let n = 0; n < 40; n++) {
      const reader = await openReader(url, { as: ada.token });
      reader.subscribe([market.instrumentId]);
      await reader.close();
    }
    const reader = await openReader(url, { as: ada.token });
    reader.subscribe([market.instrumentId], { sides: ['Buy'] });
    await reader.hear(1);
    await market.order(ada.token, market.limit(accounts[0] ?? 0));
    await reader.until(() => reader.shown().get(`${market.instrumentId} Buy`)?.price === 6700);
    expect(gapsIn(reader.items())).toEqual([]);
    await reader.close();
  });
});
