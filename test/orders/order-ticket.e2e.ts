import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';
import { formsOf, type BrowserClient, openBrowserClient } from '../support/browser-client.js';

type Order = Readonly<{ id: number; side: string; quantity: number; status: string; client_order_id: string | null }>;

describe('the order ticket', () => {
  let testApp: TestApp;
  let fixture: Floor;
  let ada: Person;
  let acctId: number;
  let browser: BrowserClient;
  beforeAll(async () => {
    testApp = await openTestApp();
    fixture = await tradingFloor(testApp);
    ada = await people.ada(testApp);
    acctId = await fixture.account(ada);
    browser = openBrowserClient(testApp);
    await browser.signIn(ada);
  });
  afterAll(() => testApp.close());

  const orders = (): Promise<Order[]> => fixture.read<Order[]>(ada.token, `/orders?acct_id=${acctId}&per_page=1000`);
  const open = async (query = ''): ReturnType<BrowserClient['get']> =>
    browser.follow(await browser.get(`/orders/new?instrument_id=${fixture.instrumentId}&acct_id=${acctId}${query}`));
  const send = async (page: Awaited<ReturnType<typeof open>>, filled: Record<string, string>, isForced = false) =>
    browser.press(page, '/orders/ticket', filled, { isForced });
  const buy = { side: 'Buy', quantity: '5', limit_price: '6700.25', time_in_force: 'GTC' };
  const plain = (markup: string): string => markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

  it('places an order and describes the result in a sentence', async () => {
    const before = (await orders()).length;
    const response = await send(await open(), { ...buy, tag: 'a hedge & more', post_only: 'yes' });
    const created = (await orders()).at(-1);
    const page = await browser.follow(response);

    expect([response.statusCode, response.headers.location]).toEqual([303, `/orders/${created?.id}`]);
    expect(created).toMatchObject({ side: 'Buy', quantity: 5, status: 'Open' });
    expect((await orders()).length).toBe(before + 1);
    expect(plain(page.body)).toContain(`Order ${created?.id} is open: it buys 5 FLOOR at 6700.25 or below.`);
    expect(page.body).toContain('<th scope="row">Tag</th><td>a hedge &amp; more</td>');
    expect(page.body).toContain('<th scope="row">Type</th><td>Limit, good till canceled, post only</td>');
    const [again = ''] = /\/orders\/new\?[^"]*(?=" data-again)/.exec(page.body) ?? [];
    const repeated = await browser.follow(await browser.get(again.replaceAll('&amp;', '&')));
    expect(repeated.body).toContain('name="post_only" value="yes" checked');
  });

  it('previews an order with margin and position, and places none', async () => {
    const before = await orders();
    const page = await open();
    const preview = async (filled: Record<string, string>) => {
      const fields = formsOf(page.body).find(({ action }) => action === '/orders/ticket')?.fields ?? {};
      return browser.post('/orders/ticket/preview', { ...fields, ...filled });
    };
    const accepted = await preview(buy);
    const refused = await preview({ ...buy, limit_price: '6700.13' });
    const malformed = await preview({ ...buy, quantity: 'many' });

    expect([accepted.statusCode, refused.statusCode, malformed.statusCode]).toEqual([200, 200, 400]);
    expect(plain(accepted.body)).toMatch(
      /Nothing would trade at once; 5 would wait\. .*Order value [\d,.]+ USD Margin required/,
    );
    expect(plain(accepted.body)).toMatch(/Position after 0, at most \d+/);
    expect(plain(refused.body)).toContain('It would be rejected: ');
    expect(plain(malformed.body)).toContain('One field needs correction');
    expect(accepted.body).toContain('value="6700.25"');
    expect(await orders()).toEqual(before);
    // What was previewed can be sent from there.
    expect((await browser.press(accepted, '/orders/ticket', buy)).statusCode).toBe(303);
  });

  it('places one order when it is sent twice, with a notice', async () => {
    const page = await open();
    await send(page, { ...buy, limit_price: '6690' });
    const before = await orders();
    const copy = await browser.follow(await send(page, { ...buy, limit_price: '6690' }));
    const other = await send(page, { ...buy, limit_price: '6690.25' });

    expect(plain(copy.body)).toContain('no second order was placed. Order');
    expect(other.statusCode).toBe(409);
    expect(plain(other.body)).toContain('This ticket already placed an order with other terms');
    expect(await orders()).toEqual(before);
    // The form that is shown then is another ticket.
    expect(
      (await browser.press(other, '/orders/ticket', { side: 'Buy', time_in_force: 'GTC', quantity: '5' })).statusCode,
    ).toBe(303);
    expect((await orders()).length).toBe(before.length + 1);
  });

  it.each([
    [
      'a price beside the grid',
      { ...buy, limit_price: '6700.3' },
      422,
      ['limit_price', 'The price tick is 0.25; the nearest are 6700.25 and 6700.50.'],
    ],
    ['no quantity', { ...buy, quantity: '' }, 400, ['quantity', 'Enter a quantity as a whole number, such as 5.']],
    [
      'a quantity in words',
      { ...buy, quantity: 'five' },
      400,
      ['quantity', 'Enter the quantity as a whole number, such as 5.'],
    ],
    [
      'a quantity of nothing',
      { ...buy, quantity: '0' },
      400,
      ['quantity', 'Enter the quantity as a whole number, such as 5.'],
    ],
    [
      'a price with a separator',
      { ...buy, limit_price: '6,700.25' },
      400,
      ['limit_price', 'Write 6700.25, without separators.'],
    ],
    ['no price', { ...buy, limit_price: '' }, 400, ['limit_price', 'Enter a limit price in plain digits.']],
    ['no side', { ...buy, side: '' }, 400, ['side', 'Choose buy or sell.']],
    ['no date', { ...buy, time_in_force: 'GTD' }, 400, ['expire_date', 'Choose the last session date.']],
    [
      'a date that is over',
      { ...buy, time_in_force: 'GTD', expire_date: '2020-01-01' },
      422,
      ['expire_date', 'The session of its last day has closed. Choose a later date.'],
    ],
    [
      'a date after the last session of the instrument',
      { ...buy, time_in_force: 'GTD', expire_date: '2100-01-01' },
      422,
      ['expire_date', 'Its last day is after the last session of the instrument, 2099-12-18. Choose an earlier date.'],
    ],
    [
      'post only and immediate',
      { ...buy, time_in_force: 'IOC', post_only: 'yes' },
      400,
      ['post_only', 'IOC and FOK orders cannot be post only. Clear post only, or choose another time in force.'],
    ],
    [
      'a reference that cannot be seen',
      { ...buy, client_order_id: '\u200b' },
      400,
      ['client_order_id', 'A reference has 1 to 64 visible characters.'],
    ],
  ] as const)('is shown again with what was typed, after %s', async (_what, filled, status, [field, words]) => {
    const { body, statusCode } = await send(await open(), filled, true);

    expect(statusCode).toBe(status);
    expect(plain(new RegExp(`id="${field}-fault">([^<]*)<`).exec(body)?.[1] ?? '')).toBe(
      words.replaceAll("'", '&#39;'),
    );
    const outcome =
      status === 422
        ? /Order (\d+) was rejected: nothing was bought\. One field needs correction\. <a href="\/orders\/\1">See order \1<\/a>/
        : /No order was placed\. One field needs correction\.<\/p>/;
    expect(body).toMatch(outcome);
    expect(formsOf(body)[0]?.fields).toMatchObject({ quantity: filled.quantity, limit_price: filled.limit_price });
    expect(body).toContain('price tick is 0.25');
  });

  it('asks for the date of an order that becomes good till a date', async () => {
    const { id } = await fixture.order(ada.token, fixture.limit(acctId, { limit_price: 10 }));
    const response = await browser.press(await browser.get(`/orders/${id}/modification`), '/orders/ticket', {
      time_in_force: 'GTD',
    });

    expect(response.statusCode).toBe(400);
    expect(/id="expire_date-fault">([^<]*)</.exec(response.body)?.[1]).toBe('Choose the last session date.');
  });

  it('names an account in another currency and offers only accounts that can trade', async () => {
    const euros = await fixture.account(ada, {}, 'EUR');
    const page = await browser.follow(
      await browser.get(`/orders/new?instrument_id=${fixture.instrumentId}&acct_id=${euros}`),
    );
    const choice = await browser.get(`/orders/new?acct_id=${euros}`);

    expect(plain(page.body)).toContain(
      `(account ${euros}) trades in EUR, and FLOOR in USD: it cannot trade this. What it can trade`,
    );
    expect(choice.body).not.toContain('FLOOR');
    expect((await browser.get(`/orders/new?acct_id=${acctId}`)).body).toContain('FLOOR');
  });

  it('accepts prices with surrounding spaces', async () => {
    expect((await send(await open(), { ...buy, limit_price: ' 6700.25 ' })).statusCode).toBe(303);
    expect((await send(await open(), { ...buy, limit_price: ' 6700.3 ' })).body).toContain(
      'the nearest are 6700.25 and 6700.50.',
    );
  });

  it('can be corrected and sent after a rejection, with a new reference', async () => {
    const rejectedPage = await send(await open(), { ...buy, limit_price: '6700.3' });
    const fixed = await browser.press(rejectedPage, '/orders/ticket', {
      side: 'Buy',
      time_in_force: 'GTC',
      limit_price: '6700.50',
    });

    expect(fixed.statusCode).toBe(303);
    expect((await browser.follow(fixed)).body).toContain('at 6700.50 or below');
  });

  it('leads back to a page when the colors are changed on a rejected form', async () => {
    const rejectedPage = await send(await open(), { ...buy, limit_price: '6700.3' });
    const back = /name="back" value="([^"]*)"/.exec(rejectedPage.body)?.[1] ?? '';

    expect(back).toBe('/orders');
    expect((await browser.follow(await browser.post('/theme', { theme: 'dark', back }))).statusCode).toBe(200);
  });

  it('asks for the instrument first and accepts its symbol', async () => {
    const choice = await browser.get('/orders/new?side=Sell');
    const searchPage = await browser.follow(await browser.get(`/orders/new?search=floor&side=Sell&quantity=3`));

    expect(choice.body).toContain('Choose an instrument');
    expect(choice.body).toContain(`/orders/new?side=Sell&amp;instrument_id=${fixture.instrumentId}"`);
    expect(searchPage.body).toContain('<h1>New order in FLOOR</h1>');
    expect(formsOf(searchPage.body).find(({ action }) => action === '/orders/ticket')?.fields).toMatchObject({
      quantity: '3',
      action_type: 'LimitOrderSub',
    });
  });

  it.each(['MarketOrderSub', 'StopOrderSub', 'StopLimitOrderSub'] as const)(
    'shows only the fields of a %s, without a script',
    async (type) => {
      const { body } = await open(`&action_type=${type}`);
      const isThere = (name: string): boolean => !new RegExp(`<input id="${name}"[^>]* disabled`).test(body);
      const times = [...body.matchAll(/<option value="(\w+)"( selected)?( hidden disabled)?>/g)].flatMap(
        ([, value, , isHidden]) => (isHidden ? [] : [value]),
      );

      expect([isThere('limit_price'), isThere('stop_price'), isThere('post_only')]).toEqual([
        type === 'StopLimitOrderSub',
        type !== 'MarketOrderSub',
        false,
      ]);
      expect(times).toEqual(type === 'MarketOrderSub' ? ['IOC', 'FOK'] : ['Day', 'GTC', 'GTD']);
    },
  );

  it('explains numbers with an unknown notation', async () => {
    const page = await open();
    for (const _ticket of ['', '{', '[]', '[[[1]],0,[1]]', '[[],0,null]']) {
      expect(
        (await send(page, { ...buy, limit_price: '6700.3', _ticket, client_order_id: `t-${_ticket.length}` }))
          .statusCode,
      ).toBe(422);
    }
  });

  it('explains to a user with read access that they cannot trade, and has no form', async () => {
    const bob = await people.bob(testApp);
    await fixture.grant(acctId, bob, 'Read');
    const { id } = await fixture.order(ada.token, fixture.limit(acctId, { limit_price: 6500 }));
    const reader = openBrowserClient(testApp);
    await reader.signIn(bob);
    const readPage = async (path: string): Promise<string> => plain((await reader.follow(await reader.get(path))).body);
    const [order, list, change, ticket, deskPage] = [
      await readPage(`/orders/${id}`),
      await reader.get(`/orders?acct_id=${acctId}&status=Open`),
      await readPage(`/orders/${id}/modification`),
      await readPage(`/orders/new?instrument_id=${fixture.instrumentId}&acct_id=${acctId}`),
      await reader.get(`/desk/${fixture.instrumentId}`),
    ];

    expect(order).toContain('You can view this account but not trade it, so you cannot modify or cancel this order.');
    expect(formsOf((await reader.get(`/orders/${id}`)).body)).toEqual([]);
    for (const page of [list, deskPage])
      expect([page.body.includes('view only'), page.body.includes(`Cancel order ${id}`)]).toEqual([true, false]);
    expect(list.body).not.toContain('/orders/cancellation');
    expect([
      change.includes('you cannot modify or cancel this order'),
      change.includes('<form class="ticket change"'),
    ]).toEqual([true, false]);
    expect(ticket).toContain(`You can view A floor account (account ${acctId}) but not trade it.`);
    await fixture.grant(acctId, bob, 'Trade');
    expect((await reader.get(`/orders?acct_id=${acctId}&status=Open`)).body).toContain(`Cancel order ${id}`);
    await fixture.grant(acctId, bob, null);
  });

  it('names a disabled account', async () => {
    const other = await fixture.account(ada);
    const { id } = await fixture.order(ada.token, fixture.limit(other, { limit_price: 6500 }));
    await fixture.execute({ type: 'DisableAccount', acctId: other });
    const [order, page] = [
      await browser.get(`/orders/${id}`),
      await browser.follow(await browser.get(`/orders/new?instrument_id=${fixture.instrumentId}&acct_id=${other}`)),
    ];

    expect(order.body).not.toContain('Order again');
    expect(plain(page.body)).toContain(
      `A floor account (account ${other}) is disabled: nothing trades in it until an administrator enables it.`,
    );
  });

  it('shows required and available margin, or the limit and the value, on pages only', async () => {
    const readRejection = async (account: number, filled: Record<string, string> = {}): Promise<string> =>
      plain(
        (
          await send(
            await browser.follow(
              await browser.get(`/orders/new?instrument_id=${fixture.instrumentId}&acct_id=${account}`),
            ),
            { ...buy, acct_id: String(account), limit_price: '6500', post_only: '', ...filled },
          )
        ).body,
      );
    const lowFundsAccount = await fixture.account(ada, { buyingPowerPercent: 50 });
    await fixture.execute({
      type: 'StateMoney',
      acctId: lowFundsAccount,
      asOf: '2026-01-05',
      cashBalance: 2_400_000_000n,
      netLiq: 2_400_000_000n,
    });
    const { id } = await fixture.order(ada.token, fixture.limit(lowFundsAccount, { limit_price: 6500, quantity: 3 }));
    const limited = await fixture.account(ada, { maxPosition: 10, maxWorkingOrders: 1 });
    await fixture.order(ada.token, fixture.limit(limited, { limit_price: 6500, quantity: 7 }));
    const product = await fixture.account(ada, { maxProductContracts: 6 });
    await fixture.order(ada.token, fixture.limit(product, { limit_price: 6500, side: 'Buy', quantity: 2 }));

    const marginText =
      'The margin that this could need exceeds the buying power. It requires 92,500.00 USD; 64,500.00 is available: 55,500.00 of 120,000.00 is in use.';
    const refused = await readRejection(lowFundsAccount);
    expect(refused).toMatch(/Order \d+ was rejected: The margin/);
    expect(refused).toContain(`${marginText} Nothing was bought. See order `);
    expect(refused).toMatch(/See order \d+ Send a smaller order, cancel others, or use another account\./);
    expect(await readRejection(limited)).toContain(
      'was rejected: The position could grow beyond 10. It would be 12; the limit is 10. Nothing was bought.',
    );
    expect(await readRejection(limited, { quantity: '1' })).toContain(
      'No more than 1 orders may work at once. It would be 2; the limit is 1.',
    );
    expect(await readRejection(product)).toContain('beyond 6. It would be 7; the limit is 6.');
    const change = await browser.press(await browser.get(`/orders/${id}/modification`), '/orders/ticket', {
      quantity: '8',
    });
    expect(plain(change.body)).toContain(marginText);
    const program = (await fixture.act(ada.token, fixture.limit(lowFundsAccount, { limit_price: 6500 }))).json<{
      detail: string;
      action: object;
    }>();
    expect([program.detail, 'room' in program.action]).toEqual([
      'The margin that this could need exceeds the buying power.',
      false,
    ]);
  });

  it('returns to the filled ticket after the sign-in of a user who was signed out', async () => {
    const other = openBrowserClient(testApp);
    await other.signIn(ada);
    const page = await other.follow(
      await other.get(`/orders/new?instrument_id=${fixture.instrumentId}&acct_id=${acctId}`),
    );
    const [form] = formsOf(page.body);
    const before = (await orders()).length;
    other.cookies.clear();
    const post = async (headers: Record<string, string> = {}, fields: Record<string, string> = {}) =>
      other.post('/orders/ticket', { ...form?.fields, ...buy, post_only: '', ...fields }, headers);
    const sameOriginResponse = await post(
      { 'sec-fetch-site': 'same-origin' },
      { tag: 'x'.repeat(65), _more: 'y', acct_id: '//evil.example' },
    );
    const back = new URL(String(sameOriginResponse.headers.location), 'http://here');
    const resume = new URL(back.searchParams.get('resume') ?? '', 'http://here');

    expect([sameOriginResponse.statusCode, back.pathname, resume.pathname]).toEqual([303, '/login', '/orders/new']);
    expect(Object.fromEntries(resume.searchParams)).toEqual({
      instrument_id: String(fixture.instrumentId),
      side: 'Buy',
      action_type: 'LimitOrderSub',
      quantity: '5',
      limit_price: '6700.25',
      time_in_force: 'GTC',
      client_order_id: form?.fields['client_order_id'],
      unsent: 'yes',
    });
    expect([sameOriginResponse.headers['www-authenticate'], String(sameOriginResponse.headers['set-cookie'])]).toEqual([
      'Bearer realm="kontor"',
      expect.stringContaining('session=; Max-Age=0'),
    ]);
    const change = new URL(
      new URL(
        String(
          (
            await post(
              {},
              {
                action_type: 'OrderModification',
                order_id: '5',
                expected_version: '3',
                tag: 'x',
                limit_price: 'x'.repeat(65),
              },
            )
          ).headers.location,
        ),
        'http://here',
      ).searchParams.get('resume') ?? '',
      'http://here',
    );
    expect([change.pathname, Object.fromEntries(change.searchParams)]).toEqual([
      '/orders/5/modification',
      { quantity: '5', time_in_force: 'GTC', expected_version: '3', unsent: 'yes' },
    ]);
    expect((await post({}, { action_type: 'OrderCancellation', order_id: '/evil' })).headers.location).toBe(
      '/login?resume=%2Forders',
    );
    for (const headers of [{ accept: '*/*' }, { authorization: 'Bearer nothing' }, { 'sec-fetch-site': 'none' }])
      expect([headers, (await post(headers)).headers.location]).toEqual([headers, '/']);
    expect((await other.post('/orders/ticket', buy)).headers.location).toBe('/');
    expect((await post({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    expect((await post({ accept: 'application/json' })).headers.location).toBe('/');
    expect((await post({ prefer: 'status=401' })).statusCode).toBe(401);
    expect((await orders()).length).toBe(before);
  });
});
