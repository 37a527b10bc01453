import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { productFields, referenceData } from '../support/reference-data.js';

describe('/products', () => {
  let testApp: TestApp;
  let admin: Person;
  let ada: Person;
  let data: ReturnType<typeof referenceData>;
  let groupId: number;
  beforeAll(async () => {
    testApp = await openTestApp();
    [admin, ada] = [await people.admin(testApp), await people.ada(testApp)];
    data = referenceData(testApp, admin.token);
    groupId = await data.group();
  });
  afterAll(() => testApp.close());

  const read = (path: string) => data.read(path, ada.token);

  it.each([
    [
      'ES',
      { tick_size: 0.25, multiplier: 50, tick_value: 12.5 },
      '"tick_size":0.25,"tick_value":12.5,"multiplier":50,',
    ],
    [
      '6J',
      { tick_size: '0.0000005', multiplier: 12_500_000, tick_value: 6.25, display_factor: 1_000_000 },
      '"tick_size":0.0000005,"tick_value":6.25,"multiplier":12500000,',
    ],
    [
      'ZB',
      { tick_size: 0.03125, multiplier: 1000, tick_value: '31.250' },
      '"tick_size":0.03125,"tick_value":31.25,"multiplier":1000,',
    ],
    [
      'TINY',
      { tick_size: '0.000000001', multiplier: 1, tick_value: '0.000000001' },
      '"tick_size":0.000000001,"tick_value":0.000000001,"multiplier":1,',
    ],
    [
      'WIDE',
      { tick_size: '123456.123456789', multiplier: 1, tick_value: 123456.123456789 },
      '"tick_size":123456.123456789,"tick_value":123456.123456789,"multiplier":1,',
    ],
  ])('%s keeps its numbers digit by digit', async (symbol, numbers, digits) => {
    const id = await data.product(groupId, { symbol, ...numbers });
    const response = await testApp.request('GET', `/products/${id}`, { as: ada.token });

    expect(response.json()).toMatchObject({
      id,
      group_id: groupId,
      symbol,
      name: 'E-mini S&P 500',
      instrument_type: 'Future',
      settlement_style: 'Cash',
    });
    expect(response.body).toContain(digits);
  });

  it.each([
    [{ tick_value: 12.51 }, '/tick_value'],
    [{ tick_size: 0.1, multiplier: 3, tick_value: 0.30000000000000004 }, '/tick_value'],
    [{ tick_size: 0, tick_value: 0 }, '/tick_size'],
    [{ tick_size: -0.25, tick_value: -12.5 }, '/tick_size'],
    [{ multiplier: 0, tick_value: 0 }, '/multiplier'],
    [{ display_factor: 0 }, '/display_factor'],
  ])('refuses steps that are worth something else: %j', async (wrong, pointer) => {
    const response = await data.send('POST', '/products', {
      ...productFields,
      group_id: groupId,
      symbol: 'WRONG',
      ...wrong,
    });

    expect([400, 422]).toContain(response.statusCode);
    expect(response.json().errors[0].pointer).toBe(pointer);
    expect(await data.list('/products?symbol=WRONG')).toEqual([]);
  });

  it('is protected by database constraints as well', async () => {
    const wrong = (column: string, value: string) =>
      testApp.orm.em.fork().execute(`update products set ${column} = ${value} where symbol = 'ES'`);
    for (const [column, value] of [
      ['tick_value', '12.500000001'],
      ['tick_size', '0'],
      ['instrument_type', `'Bond'`],
      ['max_order_quantity', '1000000001'],
      ['settlement_style', `'None'`],
    ] as const) {
      await expect(wrong(column, value)).rejects.toThrow(/check constraint/);
    }
  });

  it.each([
    [{ max_order_quantity: 1_000_000_001 }, '/max_order_quantity'],
    [{ max_order_quantity: 0 }, '/max_order_quantity'],
    [{ instrument_type: 'future' }, '/instrument_type'],
    [{ tick_size: true }, '/tick_size'],
    [{ session_start_times: [600] }, '/session_start_times'],
    [{ session_start_times: [600], session_end_times: [500] }, '/session_start_times'],
    [{ group_id: '1' }, '/group_id'],
  ])('names the field that is wrong in %j', async (wrong, pointer) => {
    const response = await data.send('POST', '/products', {
      ...productFields,
      group_id: groupId,
      symbol: 'WRONG',
      ...wrong,
    });

    expect(response.statusCode).toBe(400);
    expect(response.json().errors[0].pointer).toBe(pointer);
  });

  it('returns the hours of its group until it has its own, and again without them', async () => {
    const id = await data.product(groupId, { symbol: 'HOURS' });
    const hours = async (body: object) => {
      await data.send('PUT', `/products/${id}`, { ...body });
      const { session_start_times: starts, session_end_times: ends } = await read(`/products/${id}`);
      return [starts, ends];
    };
    const ofGroup = [
      [1020, 2460, 3900, 5340, 6780],
      [2400, 3840, 5280, 6720, 8160],
    ];

    // Whatever day it is, the session that goes on stays the same: its own hours leave one out that ended days ago.
    const ended =
      [2, 3, 4].map((days) => (new Date().getUTCDay() + 7 - days) % 7).find((day) => day >= 1 && day <= 5) ?? 0;
    const own = ofGroup.map((times) => times.filter((_, session) => session !== ended - 1));

    expect(await hours({})).toEqual(ofGroup);
    expect(await hours({ session_start_times: own[0], session_end_times: own[1] })).toEqual(own);
    expect(await hours({ session_start_times: [], session_end_times: [] })).toEqual(ofGroup);
  });

  it('PUT changes tick size and value together, with an audit entry of both', async () => {
    const id = await data.product(groupId, { symbol: 'STEP' });

    expect((await data.send('PUT', `/products/${id}`, { tick_size: 0.5 })).json()).toMatchObject({
      status: 422,
      code: 'inconsistent_terms',
    });
    expect((await data.send('PUT', `/products/${id}`, { tick_size: 0.5, tick_value: 25 })).json()).toMatchObject({
      tick_size: 0.5,
      tick_value: 25,
      version: 2,
    });
    expect((await testApp.request('GET', '/audit?action=product.changed', { as: admin.token })).json()[0].detail).toBe(
      `product ${id}: tick_size 0.25 → 0.5, tick_value 12.5 → 25`,
    );
  });

  it('PUT rejects a tick size that a settlement price is off, names it, and changes nothing', async () => {
    const id = await data.product(groupId, { symbol: 'LISTED' });
    await data.instrument(id, { symbol: 'LISTEDZ99', settlement_price: 100.25 });
    const rejected = await data.send('PUT', `/products/${id}`, { tick_size: 0.5, tick_value: 25 });

    expect(rejected.json()).toMatchObject({
      status: 422,
      code: 'price_off_tick',
      detail: expect.stringContaining('100.25 is not a multiple of the tick size of LISTEDZ99, 0.5'),
    });
    expect(await read(`/products/${id}`)).toMatchObject({ tick_size: 0.25, version: 1 });
  });

  it('GET filters by group, type and part of the name', async () => {
    const other = await data.group({ symbol: 'XETR' });
    await data.product(other, {
      symbol: 'SAP',
      name: 'SAP SE',
      instrument_type: 'Equity',
      tick_size: 0.02,
      multiplier: 1,
      tick_value: 0.02,
    });
    const symbols = async (query: string) =>
      (await data.list(`/products?${query}`, ada.token)).map(({ symbol }) => symbol);

    expect(await symbols(`group_id=${other}`)).toEqual(['SAP']);
    expect(await symbols('instrument_type=Equity')).toEqual(['SAP']);
    expect(await symbols('search=sap')).toEqual(['SAP']);
    expect(await symbols('symbol=ES')).toEqual(['ES']);
    expect(await symbols('group_id=9007199254740991')).toEqual([]);
  });

  it('POST needs an existing group', async () => {
    expect(
      (await data.send('POST', '/products', { ...productFields, symbol: 'LOST', group_id: 999_999 })).json(),
    ).toMatchObject({ status: 404, code: 'unknown_product_group' });
    expect((await data.send('POST', '/products', { ...productFields, group_id: groupId })).json()).toMatchObject({
      status: 409,
      code: 'symbol_taken',
    });
  });

  it('POST and PUT are for administrators', async () => {
    const [row] = await data.list('/products');
    const responses = [
      await data.send('POST', '/products', { ...productFields, group_id: groupId, symbol: 'ADA' }, ada.token),
      await data.send('PUT', `/products/${row?.id ?? 0}`, { name: 'Ada' }, ada.token),
      await data.send('PUT', '/products/999999', { name: 'Ada' }, ada.token),
    ];

    expect(responses.map((response) => response.json<{ code: string }>().code)).toEqual([
      'administrators_only',
      'administrators_only',
      'administrators_only',
    ]);
    expect((await testApp.request('GET', '/products')).statusCode).toBe(303);
  });
});
