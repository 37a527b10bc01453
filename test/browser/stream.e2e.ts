import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type Browser, openBrowser } from '../support/browser.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, issueToken, people, type Person } from '../support/people.js';
import { tradingFloor } from '../support/trading-floor.js';

type ReceivedEvents = Readonly<{ said: readonly Record<string, unknown>[]; code: number | null }>;

/** Runs in the page: reads the market until so much was heard, or the socket is closed. */
async function readInThePage({
  address,
  message,
  count,
}: Readonly<{ address: string; message: string; count: number }>): Promise<ReceivedEvents> {
  const said: Record<string, unknown>[] = [];
  const socket = new WebSocket(address);
  return new Promise((resolve) => {
    socket.onopen = () => socket.send(message);
    socket.onmessage = ({ data }) => {
      said.push(JSON.parse(String(data)) as Record<string, unknown>);
      if (said.length < count) return;
      resolve({ said, code: null });
      socket.close();
    };
    socket.onclose = ({ code }) => resolve({ said, code });
  });
}

describe('market data stream in a browser', () => {
  let testApp: TestApp;
  let browser: Browser;
  let ada: Person;
  let url: string;
  let instrumentId: number;
  beforeAll(async () => {
    [testApp, browser] = await Promise.all([openTestApp(), openBrowser()]);
    [ada, url] = [await people.ada(testApp), await testApp.url()];
    const floor = await tradingFloor(testApp);
    ({ instrumentId } = floor);
    await floor.order(ada.token, floor.limit(await floor.account(ada)));
  }, 60_000);
  afterAll(() => Promise.all([testApp.close(), browser.close()]));

  const ticket = async (as = ada.token): Promise<string> =>
    (await testApp.request('POST', '/tickets', { as })).json<{ ticket: string }>().ticket;
  const address = (ticketed: string): string => `${url.replace('http', 'ws')}/marketdata/stream?ticket=${ticketed}`;
  const message = (): string =>
    JSON.stringify({ type: 'subscribe', instrument_ids: [instrumentId], sides: ['Buy', 'BuyDepth'] });

  it('opens once with a ticket on a page of the service', async () => {
    const window = await browser.open(url);
    const own = await ticket();
    const heard = await window.page.evaluate(readInThePage, { address: address(own), message: message(), count: 2 });
    const again = await window.page.evaluate(readInThePage, { address: address(own), message: message(), count: 2 });
    await window.close();

    expect(heard.said).toEqual([
      expect.objectContaining({ side: 'Buy', price: 6700, previous_seq: null }),
      expect.objectContaining({ side: 'BuyDepth', levels: [{ price: 6700, quantity: 5, orders: 1 }] }),
    ]);
    expect(again).toEqual({ said: [], code: 1006 });
  });

  it('opens with a ticket on a page of an origin that is registered for the key, and on no other', async () => {
    const elsewhere: Server = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Elsewhere</title>'),
    ).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const origin = `http://localhost:${(elsewhere.address() as AddressInfo).port}`;
    const { clientId } = await createKey(testApp, ada.id, { redirectUris: [`${origin}/callback`] });
    const registered = await ticket(await issueToken(testApp, { userId: ada.id, clientId }));
    const window = await browser.open(`${origin}/`);
    const heard = await window.page.evaluate(readInThePage, {
      address: address(registered),
      message: message(),
      count: 2,
    });
    const without = await window.page.evaluate(readInThePage, {
      address: address('').replace('?ticket=', ''),
      message: message(),
      count: 2,
    });
    const foreign = await window.page.evaluate(readInThePage, {
      address: address(await ticket()),
      message: message(),
      count: 2,
    });
    await window.close();
    elsewhere.close();

    expect(heard.said).toHaveLength(2);
    expect(without).toEqual({ said: [], code: 1006 });
    expect(foreign).toEqual({ said: [], code: 1006 });
  });
});
