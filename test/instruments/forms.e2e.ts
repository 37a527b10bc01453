import { actInBrowser } from '../support/acting.js';
import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { people } from '../support/people.js';
import type { BrowserClient } from '../support/browser-client.js';

type Fields = Record<string, unknown>;

/** What administrators do to reference data by forms, without a script; programs then read it. */
describe('reference data forms', () => {
  let testApp: TestApp;
  let market: BackOffice;
  let browser: BrowserClient;
  let token: string;
  beforeAll(async () => {
    testApp = await openTestApp();
    market = await openBackOffice(testApp);
    browser = await actInBrowser(() => testApp).signedIn();
    ({ token } = market.admin);
  });
  afterAll(() => testApp.close());

  const read = async (path: string): Promise<Fields> => (await testApp.request('GET', path, { as: token })).json();
  const createByForm = async (form: string, action: string, fields: Record<string, string>): Promise<string> => {
    const response = await browser.press(await browser.get(form), `${action}/new`, fields);
    expect([response.statusCode, response.headers.location]).toEqual([
      303,
      expect.stringMatching(new RegExp(`^${action}/\\d+$`)),
    ]);
    return String(response.headers.location);
  };
  const group = {
    symbol: 'EUREX-IX',
    name: 'Index futures',
    exchange: 'EUREX',
    currency: 'EUR',
    timezone: 'Europe/Berlin',
    hours: 'Mon 01:10 – Mon 22:00\r\nTuesday 1:10 to 22:00',
    holidays: '2026-12-25 Christmas\r\n2026-12-24 until 14:00 Christmas Eve',
    initial_margin: '12000.50',
    maintenance_margin: '11000',
    price_band: '5',
  };

  it('create a group, a product and an instrument, each with a confirmation', async () => {
    const groupPath = await createByForm('/productgroups/new', '/productgroups', group);
    expect(await read(groupPath)).toMatchObject({
      ...{
        symbol: 'EUREX-IX',
        currency: 'EUR',
        initial_margin: 12000.5,
        price_band: 5,
        self_trade_policy: 'CancelAggressor',
      },
      session_calendar: {
        session_start_times: [1510, 2950],
        session_end_times: [2760, 4200],
        overrides: [
          { date: '2026-12-24', name: 'Christmas Eve', end_time: 840 },
          { date: '2026-12-25', name: 'Christmas' },
        ],
      },
    });
    expect((await browser.get(groupPath)).body).toContain('The group EUREX-IX is created.');

    const id = groupPath.split('/').at(-1) ?? '';
    const productPath = await createByForm(`/products/new?group_id=${id}`, '/products', {
      symbol: 'FDAX',
      name: 'DAX futures',
      instrument_type: 'Future',
      tick_size: '1',
      multiplier: '25',
      tick_value: '25',
      max_order_quantity: '500',
      settlement_style: 'Cash',
      allow_negative_prices: 'no',
    });
    expect(await read(productPath)).toMatchObject({
      symbol: 'FDAX',
      group_id: Number(id),
      tick_size: 1,
      tick_value: 25,
      max_order_quantity: 500,
      allow_negative_prices: false,
      session_start_times: [1510, 2950],
    });
    const productPage = (await browser.get(productPath)).body;
    expect(productPage).toContain(`future in <a href="${groupPath}">${group.name}</a>`);
    expect(productPage).toMatch(/<td><span class="figure">25\.00<\/span> EUR<\/td>/);

    const instrumentPath = await createByForm(
      `/instruments/new?product_id=${productPath.split('/').at(-1) ?? ''}`,
      '/instruments',
      { symbol: 'FDAXZ30', settlement_price: '24000', expiration: '', status: 'Open' },
    );
    expect(await read(instrumentPath)).toMatchObject({
      symbol: 'FDAXZ30',
      settlement_price: 24000,
      expiration: null,
      status: 'Open',
      currency: 'EUR',
    });
  });

  it('show errors at their fields and keep the input', async () => {
    const send = async (fields: Record<string, string>, isForced = false) =>
      browser.press(
        await browser.get('/productgroups/new'),
        '/productgroups/new',
        { ...group, symbol: 'OTHER', ...fields },
        { isForced },
      );
    const unreadable = await send({
      hours: 'Sonday 17:00 – Monday 16:00',
      holidays: 'Christmas',
      timezone: 'Europe/Berlyn',
    });
    expect(unreadable.statusCode).toBe(400);
    for (const words of [
      '3 fields need correction',
      'Sonday 17:00 – Monday 16:00” is not a session',
      'Christmas” is not a holiday',
      'id="timezone-fault"',
      '>\nSonday 17:00 – Monday 16:00</textarea>',
    ])
      expect(unreadable.body).toContain(words);

    const overlapping = await send({ hours: 'Monday 01:00 – Tuesday 03:00\nTuesday 02:00 – Tuesday 22:00' });
    expect(overlapping.body).toMatch(/id="hours-fault">[^<]*starts on Monday 01:00 ends after the next one has begun/);
    const none = await send({ hours: '' }, true);
    expect(none.body).toContain('A week has at least one session');
    const taken = await send({ symbol: 'DESK' });
    expect([taken.statusCode, /id="symbol-fault">[^<]*already in use/.test(taken.body)]).toEqual([409, true]);
  });

  it('save changes, but not over another user’s changes', async () => {
    const form = await browser.get(`/products/${market.productId}/change`);
    const changed = await browser.press(form, `/products/${market.productId}/change`, {
      name: 'Desk futures',
      settlement_style: 'Cash',
      allow_negative_prices: 'no',
      max_order_quantity: '2000',
    });
    expect(changed.statusCode).toBe(303);
    expect(await read(`/products/${market.productId}`)).toMatchObject({
      name: 'Desk futures',
      max_order_quantity: 2000,
      version: 2,
    });

    const late = await browser.press(form, `/products/${market.productId}/change`, { name: 'Too late' });
    expect([
      late.statusCode,
      late.body.includes('It has been changed since'),
      late.body.includes('value="Too late"'),
    ]).toEqual([409, true, true]);
  });

  it('switch a product between own hours and group hours, and explain why not during its session', async () => {
    const path = `/products/${market.productId}`;
    const { group_id: groupId, session_start_times: usual } = await read(path);
    const fields = {
      symbol: 'OWN',
      name: 'Own hours',
      instrument_type: 'Future',
      tick_size: '1',
      multiplier: '25',
      tick_value: '25',
      max_order_quantity: '500',
      settlement_style: 'Cash',
      allow_negative_prices: 'no',
    };
    const own = await createByForm(`/products/new?group_id=${String(groupId)}`, '/products', {
      ...fields,
      hours: 'Friday 09:00 – Friday 17:00',
    });
    expect((await read(own))['session_start_times']).toEqual([7740]);
    const form = await browser.get(`${own}/change`);
    expect(form.body).toContain('>\nFriday 09:00 – Friday 17:00</textarea>');
    const again = await browser.press(form, `${own}/change`, { hours: '' });
    if (again.statusCode === 303) expect((await read(own))['session_start_times']).toEqual(usual);
    else
      expect(again.body).toMatch(/The session of [\d-]+ is open in OWN, and the new hours would give it another date/);
  });

  it('halt an instrument after a confirmation with its working orders, and resume it', async () => {
    const path = `/instruments/${market.instrumentId}`;
    const order = {
      action_type: 'LimitOrderSub',
      acct_id: market.adas,
      instrument_id: market.instrumentId,
      side: 'Buy',
      time_in_force: 'GTC',
      quantity: 1,
      limit_price: 50,
    };
    expect((await market.send('/orderactions', order, market.ada)).statusCode).toBeLessThan(300);

    const question = (status: 'Open' | 'Halted') =>
      browser.get(`/administration/halts/confirmation?status=${status}&instrument_ids=${market.instrumentId}`);
    const confirmation = await question('Halted');
    expect(confirmation.body).toContain('one working order of one account');
    expect(confirmation.body).toContain('Working orders stay where they are');
    const halted = await browser.press(confirmation, '/instruments/statuses/new', { status_reason: 'Feed lost' });
    expect((await browser.follow(halted)).body).toContain('DESK is halted.');
    expect((await read(path))['status']).toBe('Halted');
    expect((await market.send('/orderactions', order, market.ada)).json()).toMatchObject({ code: 'instrument_halted' });
    expect((await question('Halted')).body).toContain('It is already halted: Feed lost.');
    expect((await browser.get('/administration')).body).toContain('1 instrument halted');

    const again = await browser.press(await question('Open'), '/instruments/statuses/new');
    expect((await browser.follow(again)).body).toContain('DESK is trading again.');
    expect((await read(path))['status']).toBe('Open');
    expect((await question('Open')).body).toContain('It is not halted.');

    await testApp.request('PUT', path, { as: token, body: { status: 'Closed' } });
    expect((await question('Halted')).body).toContain('It is closed');
    await browser.press(await question('Open'), '/instruments/statuses/new');
    expect((await read(path))['status']).toBe('Open');
  });

  it('halt a product group with a reason after a confirmation, which traders read, and resume it', async () => {
    const group = (await read(`/instruments/${market.instrumentId}`))['product_group_id'];
    const halts = await browser.get('/administration/halts');
    expect(halts.body).toContain('Nothing is halted.');
    const confirmation = await browser.get(
      `/administration/halts/confirmation?status=Halted&product_group_id=${String(group)}`,
    );
    expect(confirmation.body).toContain('keep their place in the queue');
    const missing = await browser.press(confirmation, '/instruments/statuses/new', {}, { isForced: true });
    expect([missing.statusCode, missing.body]).toEqual([422, expect.stringContaining('Say why trading is halted.')]);
    expect((await read(`/instruments/${market.instrumentId}`))['status']).toBe('Open');

    const sent = await browser.press(confirmation, '/instruments/statuses/new', { status_reason: 'Wrong prices <b>' });
    const after = (await browser.follow(sent)).body;
    expect(after).toContain('halted.');
    expect(after).toContain('Wrong prices &lt;b&gt;');
    const trader = await actInBrowser(() => testApp).signedIn(await people.bob(testApp));
    expect((await trader.get(`/desk/${market.instrumentId}`)).body).toContain('Wrong prices &lt;b&gt;');

    const question = await browser.get(
      `/administration/halts/confirmation?status=Open&instrument_ids=${market.instrumentId}`,
    );
    expect(question.body).toContain('Resume trading in DESK?');
    const resumed = await browser.press(question, '/instruments/statuses/new');
    expect((await browser.follow(resumed)).body).toContain('DESK is trading again.');
    expect(await read(`/instruments/${market.instrumentId}`)).toMatchObject({ status: 'Open', status_reason: null });
  });

  it('resume what was seen only: not what another administrator has halted meanwhile, and nothing where nothing is ticked', async () => {
    const path = `/instruments/${market.instrumentId}`;
    const halt = (instrumentId: number, status_reason: string) =>
      testApp.request('PUT', `/instruments/${instrumentId}`, { as: token, body: { status: 'Halted', status_reason } });
    const other = await market.data.instrument(market.productId, { symbol: 'MEANWHILE' });
    await halt(market.instrumentId, 'First.');
    const nothing = await browser.get('/administration/halts/confirmation?status=Open');
    expect(nothing.body).toContain('<h1>Choose at least one instrument</h1>');
    expect(nothing.body).not.toContain('Resume trading in');
    const question = await browser.get('/administration/halts/confirmation?status=Open&whole_venue=true');
    await halt(other, 'Meanwhile.');
    await browser.press(question, '/instruments/statuses/new');
    expect([(await read(path))['status'], (await read(`/instruments/${other}`))['status']]).toEqual(['Open', 'Halted']);

    const stale = await browser.get(`/administration/halts/confirmation?status=Open&instrument_ids=${other}`);
    await halt(other, 'Again, and worse.');
    const refused = await browser.press(stale, '/instruments/statuses/new');
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      expect.stringContaining('One of these instruments has changed since'),
    ]);
    expect(await read(`/instruments/${other}`)).toMatchObject({ status: 'Halted', status_reason: 'Again, and worse.' });
  });

  it('halt one instrument from the page of halts by its symbol, which says since when and by whom', async () => {
    await market.data.instrument(market.productId, { symbol: 'BYNAME' });
    const page = await browser.get('/administration/halts');
    expect(page.body).toContain('name="symbol"');
    const unknown = await browser.get('/administration/halts/confirmation?status=Halted&symbol=nowhere');
    expect(unknown.body).toContain('<h1>Halt which instrument?</h1>');
    expect(unknown.body).toContain('No instrument that is traded has the symbol NOWHERE.');
    expect(unknown.body).toMatch(/id="symbol"[^>]*value="NOWHERE"[^>]*aria-describedby="symbol-fault"/);
    const empty = await browser.get('/administration/halts/confirmation?status=Halted&symbol=%20');
    expect([empty.statusCode, empty.body]).toEqual([400, expect.stringMatching(/id="symbol-fault">Instrument must/)]);
    const two = await browser.get('/administration/halts/confirmation?status=Halted&symbol=byname&product_group_id=1');
    expect([two.statusCode, two.body]).toEqual([
      400,
      expect.stringContaining('Choose one only: the address names a product group and a symbol.'),
    ]);
    expect(two.body).toMatch(/id="symbol"[^>]*value="byname"/);
    expect(two.body).not.toContain('<form method="post" action="/instruments/statuses/new"');
    const question = await browser.get('/administration/halts/confirmation?status=Halted&symbol=byname');
    expect(question.body).toContain('One instrument: no working orders; ');
    expect(question.body).toContain('Halt BYNAME?');
    await browser.press(question, '/instruments/statuses/new', { status_reason: 'Named.' });
    const row = /<tr>(?:(?!<\/tr>)[\s\S])*BYNAME[\s\S]*?<\/tr>/.exec(
      (await browser.get('/administration/halts')).body,
    )?.[0];

    expect(row).toMatch(/data-label="Since"><time datetime="\d{4}-/);
    expect(row?.replaceAll('<wbr>', '')).toContain(`<a href="/users/${market.admin.id}">${market.admin.email}</a>`);
  });

  it('shows each reason of halts once, and asks whether to resume what is halted for it', async () => {
    const ids = [
      await market.data.instrument(market.productId, { symbol: 'REASON1' }),
      await market.data.instrument(market.productId, { symbol: 'REASON2' }),
      await market.data.instrument(market.productId, { symbol: 'REASON3' }),
    ];
    for (const [index, id] of ids.entries())
      await testApp.request('PUT', `/instruments/${id}`, {
        as: token,
        body: { status: 'Halted', status_reason: index < 2 ? 'News & rumors' : 'Another.' },
      });
    const { body } = await browser.get('/administration/halts');
    const [, reasons = ''] = /aria-label="Halted">([^]*?)<\/table>/.exec(body) ?? [];
    expect(reasons.split('News &amp; rumors</span></td>')).toHaveLength(2);
    const [, link = ''] = /href="([^"]*)">Resume these 2 …/.exec(body) ?? [];
    const question = await browser.get(link.replaceAll('&amp;', '&'));
    expect(question.body).toContain('<p>REASON1, REASON2</p>');
    expect([...question.body.matchAll(/name="instrument_ids" value="(\d+)"/g)].map(([, id]) => Number(id))).toEqual(
      ids.slice(0, 2),
    );
  });

  it('are linked for administrators only', async () => {
    const customer = await actInBrowser(() => testApp).signedIn(await people.bob(testApp));
    for (const [path, action] of [
      ['/productgroups', '/productgroups/new'],
      ['/products', '/products/new'],
      ['/instruments', '/instruments/new'],
      [`/instruments/${market.instrumentId}`, `/instruments/${market.instrumentId}/change`],
    ] as const) {
      expect([path, (await browser.get(path)).body.includes(`href="${action}"`)]).toEqual([path, true]);
      expect([path, (await customer.get(path)).body.includes(`href="${action}"`)]).toEqual([path, false]);
      expect((await customer.get(action)).statusCode).toBe(403);
    }
  });

  it('find instruments by status, with other search fields empty', async () => {
    expect((await browser.get('/instruments?search=&status=Open')).body).toContain('>DESK<');
    expect((await browser.get('/instruments?search=&status=Expired')).body).toContain('No matches.');
    expect((await browser.get('/products?search=DESK&instrument_type=')).body).toContain('>DESK<');
  });
});
