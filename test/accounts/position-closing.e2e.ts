import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { type BrowserClient, formsOf, openBrowserClient } from '../support/browser-client.js';
import { markupFaults } from '../support/page-validators.js';
import type { Person } from '../support/people.js';
import { alwaysOpen } from '../support/reference-data.js';
import { type TestApp, openTestApp } from '../support/test-app.js';

describe('Close in the list of positions', () => {
  let testApp: TestApp;
  let desk: BackOffice;
  beforeAll(async () => {
    testApp = await openTestApp();
    desk = await openBackOffice(testApp);
  });
  afterAll(() => testApp.close());

  const signIn = async (person: Person): Promise<BrowserClient> => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(person);
    return browser;
  };
  const restOrder = (price: number) =>
    desk.send(
      '/orderactions',
      {
        ...{ action_type: 'LimitOrderSub', acct_id: desk.bobs, instrument_id: desk.instrumentId, side: 'Buy' },
        ...{ quantity: 9, limit_price: price, time_in_force: 'GTC' },
      },
      desk.bob,
    );
  const readForm = (body: string): Record<string, string> => {
    const [, position = ''] = /form="close" name="position" value="([^"]+)"/.exec(body) ?? [];
    return { ...formsOf(body).find(({ action }) => action === '/positions/close')?.fields, position };
  };

  it('is one press for a trader, once, and sends nothing if the position has changed', async () => {
    await desk.trade(2, 6700);
    await restOrder(6699);
    const ada = await signIn(desk.ada);
    const path = `/positions?acct_id=${desk.adas}`;
    const before = readForm((await ada.get(path)).body);
    expect(before['position']).toBe(`${desk.adas}:${desk.instrumentId}:2`);
    await desk.trade(1, 6700);

    const changed = await ada.post('/positions/close', before);
    expect([changed.statusCode, (await desk.position(desk.adas))?.quantity]).toEqual([409, 3]);
    expect(changed.body).toContain(`href="${path}">Go back`);

    const form = readForm((await ada.get(path)).body);
    const closed = await ada.post('/positions/close', form);
    expect([closed.statusCode, closed.headers.location]).toEqual([303, path]);
    expect((await desk.position(desk.adas))?.quantity).toBe(0);
    expect((await ada.get(path)).body).toContain('Sold 3 DESK: the position is closed.');
  });

  it('asks an administrator first before a position of a customer is closed, and leads back to the list', async () => {
    await desk.trade(1, 6700);
    const admin = await signIn(desk.admin);
    const path = `/positions?acct_id=${desk.adas}`;
    const { body } = await admin.get(path);
    expect(readForm(body)['position']).toBe('');

    const [, link = ''] = /href="(\/positions\/close[^"]*)"/.exec(body) ?? [];
    const question = await admin.get(link.replaceAll('&amp;', '&'));
    expect(question.body).toContain(`<p class="back"><a href="${path}">Positions</a></p>`);
    const answer = await admin.press(question, '/positions/close', {});
    expect([answer.statusCode, answer.headers.location]).toEqual([303, path]);
  });

  it('asks from the overview with the way back to it, and takes no address of another site', async () => {
    const ada = await signIn(desk.ada);
    expect((await ada.get('/positions/close')).body).toContain('<p class="back"><a href="/desk">Overview</a></p>');
    expect((await ada.get('/positions/close?back=//evil.example')).statusCode).toBe(400);
  });

  it('names the working orders in instruments without a position, which stay, each with a way to cancel them', async () => {
    const groupId = await desk.data.group({ ...alwaysOpen, symbol: 'IDLE' });
    const idle = await desk.data.instrument(await desk.data.product(groupId, { symbol: 'IDLE' }), { symbol: 'IDLE' });
    const [mine, empty] = [
      await desk.account(desk.ada, { name: 'Mine' }),
      await desk.account(desk.ada, { name: 'Empty' }),
    ];
    const rest = async (acctId: number, instrumentId: number, as = desk.ada): Promise<void> => {
      const order = { action_type: 'StopOrderSub', side: 'Sell', stop_price: 6000, quantity: 1, time_in_force: 'GTC' };
      const { statusCode, body } = await desk.send(
        '/orderactions',
        { ...order, acct_id: acctId, instrument_id: instrumentId },
        as,
      );
      expect([statusCode, body]).toEqual([201, body]);
    };
    await desk.trade(2, 6700, mine);
    await rest(mine, desk.instrumentId);
    for (const instrumentId of [idle, idle, desk.instrumentId])
      await rest(instrumentId === idle ? mine : empty, instrumentId);
    await rest(desk.bobs, idle, desk.bob);
    const ada = await signIn(desk.ada);
    const readStaying = ({ body }: Readonly<{ body: string }>): string[] =>
      [...body.matchAll(/<li>(.*?)<\/li>/gs)]
        .map(([, text = '']) => text.replaceAll(/<[^>]+>/g, ''))
        .filter((text) => text.includes('no position'));
    const inDesk = '1 working order in DESK, where Empty has no position, stays. Cancel it …';
    const inIdle = '2 working orders in IDLE, where Mine has no position, stay. Cancel them …';

    const question = await ada.get('/positions/close');
    expect(readStaying(question)).toEqual([inIdle, inDesk]);
    expect(await markupFaults(question.body)).toEqual([]);
    expect(readStaying(await ada.get(`/positions/close?instrument_id=${desk.instrumentId}`))).toEqual([inDesk]);
    expect(readStaying(await ada.get(`/positions/close?acct_id=${mine}`))).toEqual([inIdle]);
    expect(readStaying(await ada.get(`/positions/close?acct_id=${desk.bobs}`))).toEqual([]);

    const [, link = ''] = /href="(\/orders\/cancellation[^"]*)"/.exec(question.body) ?? [];
    const cancellation = await ada.get(link.replaceAll('&amp;', '&'));
    expect(cancellation.body).toContain('Cancel these 2 orders in IDLE');
    await ada.press(cancellation, '/orders/ticket', {});
    expect(readStaying(await ada.get('/positions/close'))).toEqual([inDesk]);
    // Also beside no position at all.
    const alone = await ada.get(`/positions/close?acct_id=${empty}`);
    expect([alone.body.includes('No open positions.'), readStaying(alone)]).toEqual([true, [inDesk]]);
  });
});
