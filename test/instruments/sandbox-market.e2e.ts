import { openBrowserClient } from '../support/browser-client.js';
import { commandLine } from '../support/command-line.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { people } from '../support/people.js';
import { alwaysOpen, referenceData } from '../support/reference-data.js';
import { seedSandboxMarket } from '../support/seeding.js';

const today = '2026-11-23T12:00:00Z';

describe('sandbox market', () => {
  let testApp: TestApp;
  let data: ReturnType<typeof referenceData>;
  let ada: string;
  beforeEach(async () => {
    testApp = await openTestApp();
    data = referenceData(testApp, (await people.admin(testApp)).token);
    ada = (await people.ada(testApp)).token;
  });
  afterEach(() => testApp.close());

  const listEverything = async () =>
    [
      await data.list('/productgroups?per_page=1000', ada),
      await data.list('/products?per_page=1000', ada),
      await data.list('/instruments?per_page=1000', ada),
    ] as const;
  const symbols = async (query: string) =>
    (await data.list(`/instruments?per_page=1000&${query}`, ada)).map(({ symbol }) => symbol);

  it.each([
    ['always', true],
    ['exchange', false],
  ])('says beside the hours of a group whether they rule: SANDBOX_HOURS=%s', async (hours, isSaid) => {
    const venue = await openTestApp({ env: { SANDBOX_HOURS: hours } });
    const browser = openBrowserClient(venue);
    await browser.signIn(await people.ada(venue));
    const here = referenceData(venue, (await people.admin(venue)).token);
    const { body } = await browser.get(`/productgroups/${await here.group()}`);
    expect(body.includes('This sandbox trades at all hours: a session begins when the one before ends.')).toBe(isSaid);
    const product = await here.product(await here.group({ ...alwaysOpen, symbol: 'OPEN' }));
    const instrument = await here.instrument(product);
    const [desk, board] = [await browser.get(`/desk/${instrument}`), await browser.get('/marketdata')];
    expect([
      />open<\/span> session until </.test(desk.body),
      />open<\/span> until </.test(desk.body),
      />open<\/span> at all hours, session until </.test(board.body),
      />open<\/span> until </.test(board.body),
    ]).toEqual([isSaid, !isSaid, isSaid, !isSaid]);
    await venue.close();
  });

  it('lists five kinds of futures and shares in two time zones, ready for orders', async () => {
    expect(await seedSandboxMarket(testApp, today)).toEqual({ groups: 10, products: 20, instruments: 57 });
    const [groups, products, instruments] = await listEverything();

    expect([groups.length, products.length, instruments.length]).toEqual([10, 20, 57]);
    expect(groups.map(({ symbol }) => symbol)).toEqual([
      'CME-INDEX',
      'NYMEX-ENERGY',
      'COMEX-METALS',
      'CBOT-RATES',
      'CME-FX',
      'EUREX-INDEX',
      'EUREX-STOXX',
      'EUREX-RATES',
      'US-SHARES',
      'XETRA-SHARES',
    ]);
    expect(instruments.every(({ settlement_price: price, tick_size: tick }) => price > 0 && tick > 0)).toBe(true);
    expect((await data.list('/instruments?symbol=ESZ26', ada))[0]).toMatchObject({
      product_symbol: 'ES',
      tick_size: 0.25,
      tick_value: 12.5,
      currency: 'USD',
      expiration: '2026-12-18',
      expires_at: '2026-12-18T22:00:00.000Z',
      settlement_price: 6712.25,
    });
    expect((await data.list('/instruments?symbol=SAP', ada))[0]).toMatchObject({
      instrument_type: 'Equity',
      expiration: null,
      currency: 'EUR',
      status: 'Open',
    });
    expect((await data.list('/audit?action=instrument.created'))[0]?.detail).toBe(
      'the market of the sandbox: 10 product groups, 20 products, 57 instruments',
    );
  });

  it('is the same for every start at one moment, and created once by five simultaneous starts', async () => {
    const counts = await Promise.all(Array.from({ length: 5 }, () => seedSandboxMarket(testApp, today)));
    const first = await listEverything();

    expect(counts.filter(({ instruments }) => instruments > 0)).toHaveLength(1);
    expect(await seedSandboxMarket(testApp, today)).toEqual({ groups: 0, products: 0, instruments: 0 });
    expect(await listEverything()).toEqual(first);
    expect(await data.list('/audit?action=instrument.created')).toHaveLength(1);
  });

  it('rolls: expired contracts stay and the next contracts are listed', async () => {
    await seedSandboxMarket(testApp, '2026-08-03T12:00:00Z');
    expect(await symbols('search=ES')).toEqual(expect.arrayContaining(['ESU26', 'ESZ26', 'ESH27', 'ESM27']));
    const before = await data.list('/instruments?symbol=ESU26', ada);
    const { instruments } = await seedSandboxMarket(testApp, today);

    expect(instruments).toBe(19);
    expect((await data.list('/instruments?symbol=ESU27', ada))[0]).toMatchObject({
      status: 'Open',
      expiration: '2027-09-17',
    });
    expect(await data.list('/instruments?symbol=ESU26', ada)).toEqual(before);
    expect(before[0]?.status).toBe('Expired');
    expect(await symbols('status=Expired')).toContain('ESU26');
  });

  it('adds holidays to a year without any and keeps existing ones', async () => {
    await seedSandboxMarket(testApp, today);
    const [group] = await data.list('/productgroups?symbol=US-SHARES', ada);
    const calendar = group?.session_calendar;
    const mine = [
      ...(calendar?.overrides ?? []).filter(({ date }) => date !== '2026-12-25'),
      { date: '2027-12-27', name: 'Snow' },
    ];
    await data.send('PUT', `/productgroups/${group?.id ?? 0}`, { session_calendar: { ...calendar, overrides: mine } });
    await seedSandboxMarket(testApp, '2028-01-03T12:00:00Z');
    const dates = (await data.read(`/productgroups/${group?.id ?? 0}`, ada)).session_calendar.overrides.map(
      ({ date }) => date,
    );

    expect(dates).toEqual(expect.arrayContaining(['2027-12-27', '2028-07-04', '2029-12-25']));
    expect(dates).not.toContain('2026-12-25');
    expect([...dates].sort()).toEqual(dates);
  });

  it('keeps administrators’ changes, and lists new contracts on the current tick', async () => {
    await seedSandboxMarket(testApp, '2026-08-03T12:00:00Z');
    const [product] = await data.list('/products?symbol=FDAX', ada);
    for (const { id } of await data.list(`/instruments?product_id=${product?.id ?? 0}`, ada))
      await data.send('PUT', `/instruments/${id}`, { settlement_price: 24000 });
    await data.send('PUT', `/products/${product?.id ?? 0}`, { tick_size: 0.5, tick_value: 12.5, name: 'Our DAX' });
    const elsewhere = await data.group({ symbol: 'OURS' });
    await seedSandboxMarket(testApp, today);

    expect(await data.read(`/products/${product?.id ?? 0}`, ada)).toMatchObject({ tick_size: 0.5, name: 'Our DAX' });
    expect((await data.list('/instruments?symbol=FDAXM27', ada))[0]).toMatchObject({ tick_size: 0.5 });
    expect(await data.list(`/products?group_id=${elsewhere}`, ada)).toEqual([]);
  });

  it('does not take the symbol of another product', async () => {
    const group = await data.group({ symbol: 'OURS' });
    const id = await data.product(group, { symbol: 'ES', name: 'Our own' });
    const { products } = await seedSandboxMarket(testApp, today);

    expect(products).toBe(19);
    expect(await data.read(`/products/${id}`, ada)).toMatchObject({ group_id: group, name: 'Our own' });
    expect(await symbols(`product_id=${id}`)).toEqual([]);
  });

  it('goes on with a product where an earlier version has listed it', async () => {
    const group = await data.group({ symbol: 'EUREX-INDEX' });
    const id = await data.product(group, { symbol: 'FESX', name: 'EURO STOXX 50' });
    const { groups, products } = await seedSandboxMarket(testApp, today);

    // A group without a product of its own would be empty.
    expect([groups, await data.list('/productgroups?symbol=EUREX-STOXX', ada)]).toEqual([8, []]);
    expect(products).toBe(19);
    expect(await symbols(`product_id=${id}`)).toEqual(['FESXZ26', 'FESXH27', 'FESXM27']);
  });

  it('is created by kontor seed beside a running service', async () => {
    const kontor = commandLine(testApp);
    const { code, result } = await kontor('seed');

    expect([code, result.market.groups]).toEqual([0, 10]);
    expect((await data.list('/productgroups', ada)).length).toBe(10);
    expect((await kontor('seed', '--market')).result.market).toEqual({ groups: 0, products: 0, instruments: 0 });
  });
});
