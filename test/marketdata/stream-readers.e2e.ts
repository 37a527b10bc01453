import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type House, openHouse } from '../support/house.js';
import { gapsIn, type MarketReader, openReader, type Said } from '../support/market-reader.js';
import { giveToken, people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

const isSoon = async (isSo: () => boolean): Promise<void> => {
  for (let n = 0; n < 3_000 && !isSo(); n++) await wait(10);
};

describe('a reader of the market', () => {
  let house: House;
  let floor: Floor;
  let ada: Person;
  let url: string;
  let accounts: readonly number[];
  beforeAll(async () => {
    house = await openHouse({ env: { STREAM_HEARTBEAT_SECONDS: '2' } });
    [floor, ada, url] = [await tradingFloor(house), await people.ada(house), await house.url()];
    accounts = [await floor.account(ada), await floor.account(ada)];
  });
  afterAll(() => house.close());

  const newToken = () => giveToken(house, { userId: ada.id, clientId: ada.key.clientId });
  const newest = 'digest = (select digest from access_tokens order by created_at desc, digest limit 1)';

  it('is shown out when their token is revoked, and hears nothing more', async () => {
    const reader = await openReader(url, { as: await newToken() });
    reader.subscribe([floor.instrumentId], { sides: ['Last'] });
    await reader.hear(1);
    const began = performance.now();
    await house.orm.em.fork().execute(`update access_tokens set revoked_at = now() where ${newest}`);

    expect(await reader.closed).toEqual({ code: 4403, reason: 'the token was revoked' });
    expect(performance.now() - began).toBeLessThan(1_500);
  });

  it('is shown out when their token expires, also one who came by a ticket', async () => {
    const token = await newToken();
    await house.orm.em
      .fork()
      .execute(`update access_tokens set expires_at = now() + interval '1 second' where ${newest}`);
    const { ticket } = (await house.knock('POST', '/tickets', { as: token })).json<{ ticket: string }>();
    const readers = [await openReader(url, { as: token }), await openReader(url, { ticket })];

    for (const { closed } of readers) expect(await closed).toEqual({ code: 4401, reason: 'the token has expired' });
  });

  it('stays while they answer heartbeats, and is cut off when they do not', async () => {
    const [idle, dead] = [
      await openReader(url, { as: ada.token }),
      await openReader(url, { as: ada.token, client: { autoPong: false } }),
    ];
    let pings = 0;
    idle.socket.on('ping', () => (pings += 1));

    expect((await dead.closed).code).toBe(1006);
    await wait(2_500);
    expect([idle.socket.readyState, pings >= 2]).toEqual([idle.socket.OPEN, true]);
    const answered = new Promise((resolve) => idle.socket.once('pong', resolve));
    idle.socket.ping('there?');
    await answered;
    await idle.close();
  });

  it('who does not take what is sent gets the newest of it later, costs no more meanwhile, and harms nobody', async () => {
    // A heartbeat that is not answered ends a stream: on a slow machine two seconds are over before all of this has happened.
    const patient = await openHouse({ env: { STREAM_HEARTBEAT_SECONDS: '120' } });
    const [floor, ada, url] = [await tradingFloor(patient), await people.ada(patient), await patient.url()];
    const [buyer, seller] = [await floor.account(ada), await floor.account(ada)];
    const sockets: Socket[] = [];
    patient.app.getHttpServer().on('connection', (socket: Socket) => sockets.push(socket));
    const ids = await Promise.all(
      Array.from({ length: 10 }, (_, n) => floor.data.instrument(floor.productId, { symbol: `DEEP${n}` })),
    );
    const [id = 0] = ids;
    const bid = (instrument: number, price: number) =>
      floor.limit(buyer, { instrument_id: instrument, limit_price: price, quantity: 1 });
    for (const one of ids)
      await floor.act(ada.token, { actions: Array.from({ length: 100 }, (_, n) => bid(one, 6600 - n)) });
    const [deaf, keen] = [await openReader(url, { as: ada.token }), await openReader(url, { as: ada.token })];
    const sides = ['Buy', 'Sell', 'Last', 'High', 'Low', 'Volume'];
    for (const reader of [deaf, keen]) {
      reader.subscribe([id], { sides });
      await reader.hear(1);
    }

    // Twenty megabytes of snapshots fill what the connection itself holds on both ends, and then nothing more of them is made.
    deaf.socket.pause();
    for (let n = 0; n < 450; n++) deaf.subscribe(ids, { sides: ['BuyDepth'], depth: 100 });
    const backlog = (): number => Math.max(...sockets.map(({ writableLength }) => writableLength));
    await isSoon(() => backlog() > 256 * 1024);
    let most = 0;
    for (let n = 1; n <= 150; n++) {
      await floor.act(ada.token, {
        actions: [
          bid(id, 6700 + (n % 7)),
          floor.limit(seller, { instrument_id: id, side: 'Sell', limit_price: 6700 + (n % 7), quantity: 1 }),
        ],
      });
      most = Math.max(most, backlog());
    }
    await keen.until(() => keen.shown().get(`${id} Volume`)?.quantity === 150, 'all trades');
    expect(gapsIn(keen.items())).toEqual([]);
    expect(most).toBeGreaterThan(256 * 1024);
    expect(most).toBeLessThan(512 * 1024);

    deaf.socket.resume();
    await deaf.until(() => deaf.shown().get(`${id} Volume`)?.quantity === 150, 'the newest');
    const trades = (reader: MarketReader): Said[] =>
      reader.items().filter(({ side, previous_seq: previous }) => side === 'Volume' && previous !== null);
    for (const side of sides) expect(deaf.shown().get(`${id} ${side}`)).toEqual(keen.shown().get(`${id} ${side}`));
    expect(trades(deaf).length).toBeLessThan(trades(keen).length);
    expect(gapsIn(deaf.items())).not.toEqual([]);
    await Promise.all([deaf.close(), keen.close()]);
    await patient.close();
  });

  it('is let in again and again, and leaves nothing behind', async () => {
    for (let n = 0; n < 40; n++) {
      const reader = await openReader(url, { as: ada.token });
      reader.subscribe([floor.instrumentId]);
      await reader.close();
    }
    const reader = await openReader(url, { as: ada.token });
    reader.subscribe([floor.instrumentId], { sides: ['Buy'] });
    await reader.hear(1);
    await floor.order(ada.token, floor.limit(accounts[0] ?? 0));
    await reader.until(() => reader.shown().get(`${floor.instrumentId} Buy`)?.price === 6700);
    expect(gapsIn(reader.items())).toEqual([]);
    await reader.close();
  });
});
