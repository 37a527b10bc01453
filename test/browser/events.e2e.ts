import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { type Browser, openBrowser, type Window } from '../support/browser.js';
import { cuttingProxy } from '../support/cutting-proxy.js';
import { eventLog } from '../support/event-log.js';
import { signedIn } from '../support/signed-in.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { until } from '../support/postgres-service.js';
import { createKey, issueToken, people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

type ReceivedEvents = Readonly<{ id: string; event: string; data: string }>;

/** What a page keeps of what it has heard. */
type Listening = { heard: ReceivedEvents[]; opened: number; errors: number; state: () => number };

/** Runs in the page: listens to an address, and keeps what it hears where it can be asked for. */
function listenInThePage({
  address,
  withCredentials = false,
}: Readonly<{ address: string; withCredentials?: boolean }>): void {
  const source = new EventSource(address, { withCredentials });
  const listening: Listening = { heard: [], opened: 0, errors: 0, state: () => source.readyState };
  (globalThis as unknown as { listening: Listening }).listening = listening;
  source.onopen = () => listening.opened++;
  source.onerror = () => listening.errors++;
  for (const event of ['order.accepted', 'order.traded', 'order.cancelled', 'fill', 'position.changed']) {
    source.addEventListener(event, ({ data, lastEventId: id }) =>
      listening.heard.push({ id, event, data: String(data) }),
    );
  }
}

const listening = (page: Page): Promise<Omit<Listening, 'state'> & { state: number }> =>
  page.evaluate(() => {
    const { heard, opened, errors, state } = (globalThis as unknown as { listening: Listening }).listening;
    return { heard, opened, errors, state: state() };
  });

const CLOSED = 2;

describe('GET /events as a stream in a browser', () => {
  let testApp: TestApp;
  let browser: Browser;
  let floor: Floor;
  let ada: Person;
  let acctId: number;
  let proxy: Awaited<ReturnType<typeof cuttingProxy>>;
  let elsewhere: Server;
  beforeAll(async () => {
    [testApp, browser] = await Promise.all([openTestApp(), openBrowser()]);
    ada = await people.ada(testApp);
    floor = await tradingFloor(testApp);
    acctId = await floor.account(ada);
    proxy = await cuttingProxy(await testApp.url());
    elsewhere = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Elsewhere</title>'),
    ).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
  }, 60_000);
  afterAll(async () => {
    elsewhere.close();
    await browser.close();
    proxy.close();
    await testApp.close();
  });

  const order = () => floor.order(ada.token, floor.limit(acctId, { limit_price: 10 }));
  const kept = async (after: string): Promise<ReceivedEvents[]> =>
    (await eventLog(testApp).read({ acctIds: [acctId], after })).map(({ id, type, text }) => ({
      id,
      event: type,
      data: text,
    }));
  const now = async (): Promise<string> => String(await eventLog(testApp).lastSeq());
  const portElsewhere = (): number => (elsewhere.address() as AddressInfo).port;
  const ticket = async (as = ada.token): Promise<string> =>
    (await testApp.request('POST', '/tickets', { as })).json<{ ticket: string }>().ticket;

  const enter = async (home: string): Promise<Window> => {
    const window = await browser.open(`${home}/desk`, { cookies: await signedIn(testApp, ada) });
    return window;
  };
  const hears = (page: Page, count: number) =>
    until(
      () => listening(page),
      ({ heard }) => heard.length >= count,
      30_000,
    );

  it('delivers an order to a page of the service and reconnects after a disconnect without gaps or duplicates', async () => {
    const { page, close } = await enter(proxy.url);
    const before = await now();
    await page.evaluate(listenInThePage, { address: '/events' });
    await until(
      () => listening(page),
      ({ opened }) => opened === 1,
      30_000,
    );
    await order();
    await hears(page, 1);
    for (let cut = 1; cut <= 2; cut++) {
      expect(proxy.cut()).toBeGreaterThan(0);
      // While nobody listens, and again when the browser is back.
      await order();
      await until(
        () => listening(page),
        ({ opened }) => opened === 1 + cut,
        30_000,
      );
      await order();
      await hears(page, 1 + 2 * cut);
    }
    const { heard, opened } = await listening(page);
    await close();

    expect(heard.map(({ event }) => event)).toEqual(Array.from({ length: 5 }, () => 'order.accepted'));
    expect(heard).toEqual(await kept(before));
    expect(opened).toBe(3);
  }, 120_000);

  it('opens with a ticket on a page of another site', async () => {
    const { page, close } = await browser.open(`http://localhost:${portElsewhere()}/`);
    const before = await now();
    const origin = `http://localhost:${portElsewhere()}`;
    const { clientId } = await createKey(testApp, ada.id, { redirectUris: [`${origin}/callback`] });
    const token = await issueToken(testApp, { userId: ada.id, clientId });
    await page.evaluate(listenInThePage, { address: `${await testApp.url()}/events?ticket=${await ticket(token)}` });
    await until(
      () => listening(page),
      ({ opened }) => opened === 1,
      30_000,
    );
    await order();
    const { heard, opened } = await hears(page, 1);
    await close();

    expect(opened).toBe(1);
    expect(heard).toEqual(await kept(before));
    expect(heard).toHaveLength(1);
  }, 60_000);

  it.each(['EventSource', 'fetch'])(
    'rejects a page of another site that has only the cookie: %s',
    async (means) => {
      const home = await testApp.url();
      const { page, close } = await enter(home);
      // The same host and another port is the same site: Lax cookies are sent along from there, and from nowhere farther.
      const asked: ServerResponse[] = [];
      await page.goto(`http://127.0.0.1:${portElsewhere()}/`);
      testApp.app.getHttpServer().on('request', ({ url }: IncomingMessage, response: ServerResponse) => {
        if (url === '/events') asked.push(response);
      });
      testApp.allowOrigins(() => true);
      if (means === 'EventSource') {
        await page.evaluate(listenInThePage, { address: `${home}/events`, withCredentials: true });
        const { opened, heard, state } = await until(
          () => listening(page),
          (seen) => seen.state === CLOSED,
          30_000,
        );
        expect({ opened, heard, state }).toEqual({ opened: 0, heard: [], state: CLOSED });
      } else {
        const headers = { accept: 'text/event-stream' };
        const fetched = await page.evaluate(
          ([address, init]) => fetch(address, init).then(({ status }) => String(status), String),
          [`${home}/events`, { headers, credentials: 'include' }] as const,
        );
        expect(fetched).toContain('Failed to fetch');
      }
      await close();

      // The cookie was sent, and the service itself returned nothing, whatever the browser would have shown of it.
      expect(
        asked.map(({ req: { headers }, statusCode }) => [
          headers.cookie?.includes('session='),
          headers['sec-fetch-site'],
          headers.accept,
          statusCode,
        ]),
      ).toEqual([[true, 'same-site', 'text/event-stream', 303]]);
    },
    60_000,
  );
});
