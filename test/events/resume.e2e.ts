import type { CommandBody } from '../../src/engine/command.js';
import { parseDecimal } from '../../src/money/decimal.js';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { EventSource } from 'eventsource';
import { cuttingProxy } from '../support/cutting-proxy.js';
import { eventLog } from '../support/event-log.js';
import { type Block, Blocks, readEvents, slowReader } from '../support/event-reader.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { until } from '../support/postgres-service.js';
import { issueToken, people, type Person } from '../support/people.js';
import { Traders } from '../support/traders.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';
import { venue } from '../support/venue.js';
import { seed } from '../support/seed.js';
import { volume } from '../support/volume.js';

const TRADING_MS = volume({ daily: 1_000, ci: 1_500, long: 4_000 });

/** Asked of the tables when all is quiet: what everybody who was cut off has to have in the end, in order and once. */
const kept = async (testApp: TestApp, acctIds: readonly number[] | 'all', after: string): Promise<Block[]> =>
  (await eventLog(testApp).read({ acctIds, after })).map(({ id, type, text }) => ({ id, event: type, data: text }));

describe(`an interrupted reader while 64 connections trade (seed ${seed})`, () => {
  let testApp: TestApp;
  let floor: Floor;
  let ada: Person;
  let mine: number[] = [];
  let others: number[] = [];

  beforeAll(async () => {
    testApp = await openTestApp({
      env: { RATE_LIMIT_USER: '1000000', RATE_LIMIT_KEY: '1000000', STREAM_HEARTBEAT_SECONDS: '1' },
    });
    floor = await tradingFloor(testApp);
    ada = await people.ada(testApp);
    mine = await Promise.all([1, 2].map(() => floor.account(ada)));
    others = [await floor.account(floor.admin), await floor.account(floor.admin)];
  });
  afterAll(() => testApp.close());

  /** For so long, and on a slow machine until enough has happened. */
  const crowd = async (connections: number, milliseconds: number, isEnough: () => boolean): Promise<number> => {
    const traders = new Traders(
      [await testApp.url()],
      { token: floor.admin.token, accounts: [...mine, ...others], instruments: [floor.instrumentId] },
      seed,
      [],
    );
    traders.begin(connections);
    await pause(milliseconds);
    await until(
      () => Promise.resolve(isEnough() && traders.acknowledged.length > 200),
      (isDone) => isDone,
      20_000,
    );
    await traders.finish();
    expect(traders.surprises).toEqual([]);
    return traders.acknowledged.length;
  };

  it('receives every event once and in order, by hand and with a client that reconnects through a cutting proxy', async () => {
    const before = String(await eventLog(testApp).lastSeq());
    const proxy = await cuttingProxy(await testApp.url());
    const source = new EventSource(`${proxy.url}/events?last_event_id=${before}`, {
      fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${ada.token}` } }),
    });
    const [byItself, byHand] = [[] as Block[], new Blocks()];
    const known = ['order.accepted', 'order.traded', 'order.cancelled', 'order.rejected', 'fill', 'position.changed'];
    for (const type of known)
      source.addEventListener(type, ({ lastEventId: id, data }) =>
        byItself.push({ id, event: type, data: String(data) }),
      );

    let [isOver, cuts, byProxy] = [false, 0, 0];
    const trading = crowd(64, TRADING_MS, () => Math.min(cuts, byProxy) > 3).finally(() => (isOver = true));
    const cutting = (async () => {
      while (!isOver) {
        await pause(700);
        byProxy += proxy.cut();
      }
    })();
    while (!isOver) {
      const reading = await readEvents(testApp, { as: ada.token, lastEventId: byHand.lastId ?? before });
      await pause(20 + ((cuts * 37) % 150));
      await reading.close();
      byHand.all.push(...reading.blocks.all);
      cuts++;
    }
    await Promise.all([trading, cutting]);

    const expected = await kept(testApp, mine, before);
    const last = await readEvents(testApp, { as: ada.token, lastEventId: byHand.lastId ?? before });
    await until(
      () => Promise.resolve(byHand.news().length + last.news().length),
      (count) => count >= expected.length,
      30_000,
    );
    await last.close();
    byHand.all.push(...last.blocks.all);
    await until(
      () => Promise.resolve(byItself.length),
      (count) => count >= expected.length,
      30_000,
    );
    source.close();
    proxy.close();
    expect(expected.length).toBeGreaterThan(200);
    expect(byHand.news()).toEqual(expected);
    expect(byItself).toEqual(expected);
    expect([cuts, byProxy].every((count) => count > 3)).toBe(true);
  }, 60_000);

  it('that does not read is closed after a bounded backlog, and misses nothing when it resumes', async () => {
    const before = String(await eventLog(testApp).lastSeq());
    const sockets: Socket[] = [];
    (testApp.app.getHttpServer() as { on: (name: string, listener: (socket: Socket) => void) => void }).on(
      'connection',
      (socket) => sockets.push(socket),
    );
    const order = (): CommandBody => ({
      ...({
        type: 'LimitOrderSub',
        acctId: mine[0] ?? 0,
        instrumentId: floor.instrumentId,
        side: 'Buy',
        quantity: 1,
        timeInForce: 'GTC',
        limitPrice: parseDecimal(10),
        stopPrice: null,
      } as const),
      ...{ postOnly: false, expireDate: null, clientOrderId: null, tag: null },
    });
    const slow = await slowReader(testApp, { as: floor.admin.token, lastEventId: before });
    await until(
      () => Promise.resolve(slow.blocks.all.length),
      (count) => count > 0,
      30_000,
    );
    slow.socket.pause();
    const [server] = sockets;
    let most = 0;
    const measureBacklog = (): void => void (most = Math.max(most, server?.writableLength ?? 0));
    const watching = setInterval(measureBacklog, 5);
    // How much the system keeps for a connection differs between machines: trading goes on until the stream is closed.
    for (let round = 0; round < 20 || (round < 100 && server?.destroyed !== true); round++) {
      await venue(testApp).executeAll(Array.from({ length: 500 }, order));
      measureBacklog(); // The timer may be late on a busy machine.
    }
    await until(
      () => Promise.resolve(server?.destroyed),
      (isClosed) => isClosed === true,
      30_000,
    );
    clearInterval(watching);
    slow.socket.resume();
    await until(
      () => Promise.resolve(slow.socket.closed),
      (isClosed) => isClosed,
      30_000,
    );

    const expected = await kept(testApp, 'all', before);
    const again = await readEvents(testApp, { as: floor.admin.token, lastEventId: slow.blocks.lastId ?? before });
    await until(
      () => Promise.resolve(slow.blocks.news().length + again.news().length),
      (count) => count >= expected.length,
      40_000,
    );
    await again.close();
    expect([...slow.blocks.news(), ...again.news()]).toEqual(expected);
    expect([server?.destroyed, again.news().length > 0]).toEqual([true, true]);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(600_000);
  }, 120_000);

  it('receives an end event when the token is revoked, and others continue', async () => {
    const token = await issueToken(testApp, { userId: ada.id, clientId: ada.key.clientId });
    const [leaves, stays] = [await readEvents(testApp, { as: token }), await readEvents(testApp, { as: ada.token })];
    const basic = `Basic ${Buffer.from(`${ada.key.clientId}:${ada.key.clientSecret}`).toString('base64')}`;
    await testApp.request('POST', '/oauth/revoke', {
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: basic },
      body: { token },
    });
    await until(
      () => Promise.resolve(leaves.isOver()),
      (isOver) => isOver,
      30_000,
    );
    expect(leaves.blocks.all.at(-1)).toMatchObject({
      event: 'end',
      data: expect.stringContaining('"token_revoked"') as string,
    });
    await floor.order(ada.token, floor.limit(mine[0] ?? 0, { limit_price: 10 }));
    await until(
      () => Promise.resolve(stays.news().length),
      (count) => count === 1,
      30_000,
    );
    expect([leaves.news(), stays.news().map(({ event }) => event), stays.isOver()]).toEqual([
      [],
      ['order.accepted'],
      false,
    ]);
    await stays.close();
  });
});
