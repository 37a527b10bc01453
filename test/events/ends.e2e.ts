import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Block, readEvents } from '../support/event-reader.js';
import { eventLog } from '../support/event-log.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { until } from '../support/postgres-service.js';
import { issueToken, people } from '../support/people.js';
import { tradingFloor } from '../support/trading-floor.js';

type Reading = Awaited<ReturnType<typeof readEvents>>;

const end = (code: string) => ({
  id: null,
  event: 'end',
  data: expect.stringMatching(`^{"code":"${code}","detail":".+"}$`) as string,
});
const isOver = (reading: Reading): Promise<boolean> =>
  until(
    () => Promise.resolve(reading.isOver()),
    (over) => over,
    20_000,
  );
const kept = async (testApp: TestApp, acctId: number, after: string): Promise<Block[]> =>
  (await eventLog(testApp).read({ acctIds: [acctId], after })).map(({ id, type, text }) => ({
    id,
    event: type,
    data: text,
  }));

describe('the end of an event stream', () => {
  it('is token_expired at the expiry, also with a ticket; a new token resumes', async () => {
    const seconds = 6;
    const testApp = await openTestApp({ env: { OAUTH_ACCESS_SECONDS: String(seconds) } });
    const floor = await tradingFloor(testApp);
    const ada = await people.ada(testApp);
    const acctId = await floor.account(ada);
    const anew = () => issueToken(testApp, { userId: ada.id, clientId: ada.key.clientId });
    const began = performance.now();
    const token = await anew();
    const { ticket } = (await testApp.request('POST', '/tickets', { as: token })).json<{ ticket: string }>();
    const [byToken, byTicket] = [
      await readEvents(testApp, { as: token }),
      await readEvents(testApp, { query: `?ticket=${ticket}` }),
    ];
    expect([byToken.response.status, byTicket.response.status]).toEqual([200, 200]);
    await floor.order(await anew(), floor.limit(acctId, { limit_price: 10 }));
    expect([await isOver(byToken), await isOver(byTicket)]).toEqual([true, true]);
    expect(performance.now() - began).toBeGreaterThan(seconds * 1_000 - 50);
    for (const { blocks } of [byToken, byTicket]) {
      expect(blocks.all.at(-1)).toEqual(end('token_expired'));
      expect(blocks.all.map(({ event }) => event)).toEqual(['heartbeat', 'order.accepted', 'end']);
    }
    // What happened meanwhile is asked to a caller who comes back.
    await floor.order(await anew(), floor.limit(acctId, { limit_price: 11 }));
    const lastEventId = byToken.blocks.lastId ?? '';
    const again = await readEvents(testApp, { as: await anew(), lastEventId });
    await until(
      () => Promise.resolve(again.news().length),
      (count) => count === 1,
      30_000,
    );
    expect(again.news()).toEqual(await kept(testApp, acctId, lastEventId));
    expect(again.news()).toHaveLength(1);
    await again.close();
    await testApp.close();
  }, 60_000);

  it('is service_stopping after all acknowledged events when the service stops', async () => {
    const testApp = await openTestApp();
    const floor = await tradingFloor(testApp);
    const ada = await people.ada(testApp);
    const acctId = await floor.account(ada);
    const before = String(await eventLog(testApp).lastSeq());
    const readings = await Promise.all(Array.from({ length: 5 }, () => readEvents(testApp, { as: ada.token })));
    const orders = await Promise.all(
      Array.from({ length: 10 }, (_, n) => floor.order(ada.token, floor.limit(acctId, { limit_price: 10 + n }))),
    );
    const expected = await kept(testApp, acctId, before);
    const began = performance.now();
    await testApp.close();
    expect(performance.now() - began).toBeLessThan(10_000);
    for (const reading of readings) {
      await isOver(reading);
      expect(reading.news()).toEqual(expected);
      expect(reading.blocks.all.at(-1)).toEqual(end('service_stopping'));
    }
    expect(expected).toHaveLength(orders.length);
  }, 60_000);

  it('comes at once where the client has left while the stream was opened', async () => {
    const testApp = await openTestApp({ env: { STREAMS_PER_USER: '6' } });
    const ada = await people.ada(testApp);
    const { port, hostname, host } = new URL(await testApp.url());
    for (let round = 0; round < 24; round++) {
      const socket = connect(Number(port), hostname);
      const head = ['GET /events HTTP/1.1', `Host: ${host}`, 'Accept: text/event-stream'];
      socket.write(`${[...head, `Authorization: Bearer ${ada.token}`].join('\r\n')}\r\n\r\n`);
      await pause(round / 2);
      socket.destroy();
    }
    const readings = await Promise.all([1, 2, 3].map(() => readEvents(testApp, { as: ada.token })));
    expect(readings.map(({ response }) => response.status)).toEqual([200, 200, 200]);
    await Promise.all(readings.map((reading) => reading.close()));
    await testApp.close();
  });
});
