import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { groupFields, instrumentFields, referenceData } from '../support/reference-data.js';

describe('/instruments', () => {
  let testApp: TestApp;
  let admin: Person;
  let ada: Person;
  let data: ReturnType<typeof referenceData>;
  let groupId: number;
  let productId: number;
  beforeAll(async () => {
    testApp = await openTestApp();
    [admin, ada] = [await people.admin(testApp), await people.ada(testApp)];
    data = referenceData(testApp, admin.token);
    groupId = await data.group();
    productId = await data.product(groupId);
  });
  afterAll(() => testApp.close());

  const read = (path: string) => data.read(path, ada.token);
  const symbols = async (query: string) =>
    (await data.list(`/instruments?${query}`, ada.token)).map(({ symbol }) => symbol);

  it('POST creates an instrument that GET returns with its price terms', async () => {
    const id = await data.instrument(productId);

    expect(await read(`/instruments/${id}`)).toEqual({
      id,
      product_id: productId,
      product_symbol: 'ES',
      product_group_id: groupId,
      symbol: 'ESZ99',
      instrument_type: 'Future',
      expiration: '2099-12-18',
      expires_at: '2099-12-18T22:00:00.000Z',
      status: 'Open',
      status_reason: null,
      tick_size: 0.25,
      tick_value: 12.5,
      currency: 'USD',
      settlement_price: 6712.25,
      version: 1,
    });
  });

  it('GET returns no expiration for an instrument without one', async () => {
    const id = await data.instrument(productId, { symbol: 'SPOT', expiration: undefined, settlement_price: undefined });

    expect(await read(`/instruments/${id}`)).toMatchObject({
      expiration: null,
      expires_at: null,
      settlement_price: null,
      status: 'Open',
    });
  });

  it('GET returns Expired from the close of the last session', async () => {
    const id = await data.instrument(productId, { symbol: 'ESU26', expiration: '2026-09-18' });

    expect(await read(`/instruments/${id}`)).toMatchObject({
      expires_at: '2026-09-18T21:00:00.000Z',
      status: 'Expired',
    });
    expect(await symbols('status=Expired')).toEqual(['ESU26']);
    expect(await symbols('status=Open&symbol=ESU26')).toEqual([]);
  });

  it('PUT halts and closes, and GET finds by status', async () => {
    const halted = await data.instrument(productId, { symbol: 'HALT', expiration: undefined });
    const closed = await data.instrument(productId, { symbol: 'CLOSE', expiration: undefined, status: 'Closed' });
    await data.send('PUT', `/instruments/${halted}`, { status: 'Halted' });

    expect([(await read(`/instruments/${halted}`)).status, (await read(`/instruments/${closed}`)).status]).toEqual([
      'Halted',
      'Closed',
    ]);
    expect(await symbols('status=Halted&status=Closed')).toEqual(['HALT', 'CLOSE']);
    expect(await symbols('status=Halted&status=Expired')).toEqual(['ESU26', 'HALT']);
    expect(await symbols('status=Open')).toEqual(['ESZ99', 'SPOT']);
  });

  it.each([
    [{ settlement_price: 100.3 }, 'price_off_tick'],
    [{ settlement_price: '100.250000001' }, 'price_off_tick'],
    [{ settlement_price: 0 }, 'inconsistent_terms'],
    [{ settlement_price: -37.5 }, 'inconsistent_terms'],
    [{ expiration: '2099-12-19' }, 'inconsistent_terms'],
    [{ expiration: '2099-12-25' }, 'inconsistent_terms'],
  ])('refuses %j', async (invalidFields, code) => {
    expect(
      (
        await data.send('POST', '/instruments', {
          ...instrumentFields,
          product_id: productId,
          symbol: 'WRONG',
          ...invalidFields,
        })
      ).json(),
    ).toMatchObject({ status: 422, code });
    expect(await symbols('symbol=WRONG')).toEqual([]);
  });

  it('PUT accepts a negative settlement price where the product allows negative prices', async () => {
    const crude = await data.product(groupId, {
      symbol: 'CL',
      tick_size: 0.01,
      multiplier: 1000,
      tick_value: 10,
      allow_negative_prices: true,
    });
    const id = await data.instrument(crude, { symbol: 'CLK99', expiration: undefined, settlement_price: '-37.63' });

    expect((await testApp.request('GET', `/instruments/${id}`, { as: ada.token })).body).toContain(
      '"settlement_price":-37.63,',
    );
    expect((await data.send('PUT', `/products/${crude}`, { allow_negative_prices: false })).json()).toMatchObject({
      status: 422,
      code: 'inconsistent_terms',
      errors: [{ pointer: '/settlement_price', message: expect.stringContaining('CLK99') }],
    });
  });

  it.each([
    [{ expiration: '2026-02-30' }, '/expiration'],
    [{ expiration: '2026-12-18T00:00:00Z' }, '/expiration'],
    [{ status: 'Expired' }, '/status'],
    [{ symbol: '' }, '/symbol'],
    [{ settlement_price: null }, '/settlement_price'],
  ])('names the field that is wrong in %j', async (invalidFields, pointer) => {
    const response = await data.send('POST', '/instruments', {
      ...instrumentFields,
      product_id: productId,
      symbol: 'WRONG',
      ...invalidFields,
    });

    expect([response.statusCode, response.json().errors[0].pointer]).toEqual([400, pointer]);
  });

  it('PUT moves the expiration earlier, and rejects a calendar without that session', async () => {
    const group = await data.group({ symbol: 'CUT' });
    const id = await data.instrument(await data.product(group, { symbol: 'CUT' }), { symbol: 'CUTZ99' });
    const old = await data.instrument(await data.product(group, { symbol: 'OLD' }), {
      symbol: 'OLDU26',
      expiration: '2026-09-18',
    });
    const calendar = groupFields['session_calendar'] as object;
    const override = (details: object) =>
      data.send('PUT', `/productgroups/${group}`, {
        session_calendar: {
          ...calendar,
          overrides: [
            { date: '2026-09-18', name: 'Past' },
            { date: '2099-12-18', name: 'Cut', ...details },
          ],
        },
      });

    expect((await override({ end_time: 720 })).statusCode).toBe(200);
    expect(await read(`/instruments/${id}`)).toMatchObject({ expires_at: '2099-12-18T18:00:00.000Z', version: 2 });
    expect(await read(`/instruments/${old}`)).toMatchObject({ expires_at: '2026-09-18T21:00:00.000Z', version: 1 });
    expect((await override({})).json()).toMatchObject({
      status: 422,
      code: 'inconsistent_terms',
      detail: expect.stringContaining('CUTZ99'),
    });
    expect((await read(`/productgroups/${group}`)).session_calendar.overrides[1]?.['end_time']).toBe(720);
  });

  it('GET filters by group, product, symbol and part of symbol or name', async () => {
    const other = await data.group({ symbol: 'NYSE' });
    const share = await data.product(other, {
      symbol: 'KO',
      name: 'Coca-Cola',
      instrument_type: 'Equity',
      tick_size: 0.01,
      multiplier: 1,
      tick_value: 0.01,
    });
    await data.instrument(share, { symbol: 'KO', expiration: undefined });

    expect(await symbols(`product_group_id=${other}`)).toEqual(['KO']);
    expect(await symbols(`product_id=${share}`)).toEqual(['KO']);
    expect(await symbols('symbol=ESZ99')).toEqual(['ESZ99']);
    expect(await symbols('search=cola')).toEqual(['KO']);
    expect(await symbols('search=esz')).toEqual(['ESZ99']);
    expect(await symbols(`product_group_id=${other}&symbol=ESZ99`)).toEqual([]);
    expect(await symbols('product_group_id=9007199254740991')).toEqual([]);
  });

  it.each([
    'status=open',
    'status=',
    'product_id=x',
    'product_id=1&product_id=2',
    'symbol=',
    'per_page=0',
    'colour=red',
  ])('refuses the question %s', async (query) => {
    expect((await testApp.request('GET', `/instruments?${query}`, { as: ada.token })).statusCode).toBe(400);
  });

  it('GET pages without gaps or duplicates while instruments are added', async () => {
    const symbolsRead: unknown[] = [];
    let url: string | undefined = '/instruments?per_page=3';
    for (let page = 0; url !== undefined; page += 1) {
      const response = await testApp.request('GET', url, { as: ada.token });
      symbolsRead.push(...response.json<{ symbol: string }[]>().map(({ symbol }) => symbol));
      if (page === 0) await data.instrument(productId, { symbol: 'LATE' });
      url = /^<([^>]+)>; rel="next"$/.exec(String(response.headers['link'] ?? ''))?.[1];
    }

    expect(symbolsRead).toEqual(await symbols(''));
    expect(symbolsRead).toContain('LATE');
  });

  it('GET sorts the whole list by a field, page by page, with those without a value last', async () => {
    const group = await data.group({ symbol: 'SORTED' });
    const other = await data.product(group, { symbol: 'SORTED' });
    await data.instrument(other, { symbol: 'SORT2', expiration: '2098-12-18' });
    await data.instrument(other, { symbol: 'SORT1', expiration: undefined });
    await data.instrument(other, { symbol: 'SORT3', expiration: '2097-12-18' });
    const read = async (sort: string) => {
      const first = await testApp.request('GET', `/instruments?product_id=${other}&sort=${sort}&per_page=2`, {
        as: ada.token,
      });
      const [, next = ''] = /<([^>]+)>/.exec(String(first.headers['link'])) ?? [];
      const second = await testApp.request('GET', next, { as: ada.token });
      return [first, second].map((page) =>
        page
          .json<{ symbol: string }[]>()
          .map(({ symbol }) => symbol)
          .join(' '),
      );
    };

    expect(await read('symbol')).toEqual(['SORT1 SORT2', 'SORT3']);
    expect(await read('expiration')).toEqual(['SORT3 SORT2', 'SORT1']);
    expect(await read('-expiration')).toEqual(['SORT2 SORT3', 'SORT1']);
    expect(await read('product_symbol')).toEqual(['SORT2 SORT1', 'SORT3']);
    expect((await testApp.request('GET', '/instruments?sort=tick', { as: ada.token })).statusCode).toBe(400);
  });

  it('PUT accepts one of two changes of the same version', async () => {
    const id = await data.instrument(productId, { symbol: 'TWICE' });
    const first = await data.send('PUT', `/instruments/${id}`, { settlement_price: 100, expected_version: 1 });
    const second = await data.send('PUT', `/instruments/${id}`, { status: 'Halted', expected_version: 1 });

    expect([first.json().version, second.json().code]).toEqual([2, 'version_conflict']);
    expect(await read(`/instruments/${id}`)).toMatchObject({ settlement_price: 100, status: 'Open', version: 2 });
    expect(
      (await testApp.request('GET', '/audit?action=instrument.changed', { as: admin.token })).json()[0].detail,
    ).toBe(`instrument ${id}: settlement_price 6712.25 → 100`);
  });

  it('PUT never leaves a price off the tick under simultaneous changes', async () => {
    for (let round = 0; round < 5; round += 1) {
      const raced = await data.product(groupId, { symbol: `RACE${round}` });
      const id = await data.instrument(raced, { symbol: `RACE${round}Z99`, settlement_price: 100 });
      await Promise.all([
        data.send('PUT', `/products/${raced}`, { tick_size: 0.5, tick_value: 25 }),
        data.send('PUT', `/instruments/${id}`, { settlement_price: 100.25 }),
      ]);
      const { tick_size: tick, settlement_price: price } = await read(`/instruments/${id}`);

      expect(price % tick).toBe(0);
    }
  });

  it('POST and PUT are for administrators, under an existing product', async () => {
    const responses = [
      await data.send('POST', '/instruments', { ...instrumentFields, product_id: productId, symbol: 'ADA' }, ada.token),
      await data.send('PUT', '/instruments/1', { status: 'Halted' }, ada.token),
      await data.send('PUT', '/instruments/999999', { status: 'Halted' }, ada.token),
      await data.send('PUT', '/instruments/999999', { status: 'Halted' }),
      await data.send('POST', '/instruments', { ...instrumentFields, product_id: 999_999, symbol: 'LOST' }),
      await testApp.request('GET', '/instruments'),
      await testApp.request('GET', '/instruments/999999', { as: ada.token }),
    ];

    expect(responses.map((response) => response.json<{ code: string }>().code)).toEqual([
      'administrators_only',
      'administrators_only',
      'administrators_only',
      'unknown_instrument',
      'unknown_product',
      'login_required',
      'unknown_instrument',
    ]);
  });

  describe('POST /instruments/statuses', () => {
    const reason = 'The feed of the exchange stopped.';
    let otherProduct: number;
    let ids: number[];
    beforeAll(async () => {
      otherProduct = await data.product(await data.group({ symbol: 'OTHER' }), { symbol: 'OTHER' });
      ids = [];
      for (const [symbol, parent] of [
        ['SOPEN', otherProduct],
        ['SHALT', otherProduct],
        ['SCLOSE', otherProduct],
        ['SAWAY', productId],
      ] as const)
        ids.push(await data.instrument(parent, { symbol, expiration: undefined, settlement_price: undefined }));
      await data.send('PUT', `/instruments/${ids[1]}`, { status: 'Halted', status_reason: 'By hand.' });
      await data.send('PUT', `/instruments/${ids[2]}`, { status: 'Closed' });
    });

    const update = (fields: Readonly<Record<string, unknown>>, token?: string) =>
      data.send('POST', '/instruments/statuses', fields, token);
    const listChanged = async (fields: Readonly<Record<string, unknown>>): Promise<string[]> =>
      (await update(fields)).json<{ symbol: string }[]>().map(({ symbol }) => symbol);
    const readStatuses = async () =>
      Promise.all(
        ids.map(async (id) => {
          const { status, status_reason: why } = await read(`/instruments/${id}`);
          return [status, why];
        }),
      );
    const groupOf = async (id: number) => (await read(`/instruments/${id}`)).product_group_id;

    it('halts what is open in a group and keeps the reasons of others, and resumes what is halted', async () => {
      const scope = { product_group_id: await groupOf(ids[0] ?? 0) };
      expect(await listChanged({ status: 'Halted', status_reason: reason, ...scope })).toEqual(['SOPEN']);
      expect(await readStatuses()).toEqual([
        ['Halted', reason],
        ['Halted', 'By hand.'],
        ['Closed', null],
        ['Open', null],
      ]);
      expect(await listChanged({ status: 'Halted', status_reason: 'Again.', ...scope })).toEqual([]);

      expect(await listChanged({ status: 'Open', ...scope })).toEqual(['SOPEN', 'SHALT']);
      expect(await readStatuses()).toEqual([
        ['Open', null],
        ['Open', null],
        ['Closed', null],
        ['Open', null],
      ]);
    });

    it('corrects the reason of named instruments that are halted', async () => {
      const correct = (status_reason: string) =>
        listChanged({ status: 'Halted', status_reason, instrument_ids: [ids[0], ids[2]] });
      expect(await correct('Feed lots.')).toEqual(['SOPEN']);
      expect(await correct('Feed lots.')).toEqual([]);
      expect(await correct('Feed lost.')).toEqual(['SOPEN']);

      expect((await readStatuses()).slice(0, 3)).toEqual([
        ['Halted', 'Feed lost.'],
        ['Open', null],
        ['Closed', null],
      ]);
      const quoted = encodeURIComponent('→ “Feed lost.”');
      const [entry] = await data.list(`/audit?action=instrument.changed&q=${quoted}`, admin.token);
      expect(entry?.detail).toBe(`instrument ${ids[0]}: status_reason “Feed lots.” → “Feed lost.”`);
      await update({ status: 'Open', instrument_ids: [ids[0]] });
    });

    it('halts instruments one by one, and the whole venue', async () => {
      expect(await listChanged({ status: 'Halted', status_reason: reason, instrument_ids: [ids[3]] })).toEqual([
        'SAWAY',
      ]);
      const halted = await listChanged({ status: 'Halted', status_reason: 'Everything.', whole_venue: true });
      expect(halted).toEqual(expect.arrayContaining(['SOPEN', 'SHALT']));
      expect(await symbols('status=Open')).toEqual([]);
      expect((await readStatuses())[3]).toEqual(['Halted', reason]);

      await update({ status: 'Open', whole_venue: true });
      expect(await symbols('status=Halted')).toEqual([]);
      expect((await readStatuses())[2]).toEqual(['Closed', null]);
    });

    it.each([
      [{ status: 'Halted', whole_venue: true }, 422, 'inconsistent_terms'],
      [{ status: 'Halted', status_reason: 'x' }, 422, 'inconsistent_terms'],
      [{ status: 'Open', whole_venue: true, product_group_id: 1 }, 422, 'inconsistent_terms'],
      [{ status: 'Open', whole_venue: false }, 400, 'invalid_request'],
      [{ status: 'Closed', whole_venue: true }, 400, 'invalid_request'],
      [{ status: 'Open', instrument_ids: [1], expected_versions: [999] }, 409, 'version_conflict'],
      [{ status: 'Open', instrument_ids: [1], expected_versions: [1, 2] }, 422, 'inconsistent_terms'],
      [{ status: 'Open', instrument_ids: [] }, 400, 'invalid_request'],
      [{ status: 'Open', instrument_ids: [999_999] }, 404, 'unknown_instrument'],
      [{ status: 'Open', product_group_id: 999_999 }, 404, 'unknown_product_group'],
      [{ status: 'Halted', status_reason: 'x'.repeat(201), whole_venue: true }, 400, 'invalid_request'],
    ])('refuses %j', async (fields, status, code) => {
      expect((await update(fields)).json()).toMatchObject({ status, code });
    });

    it('PUT keeps a reason until the status changes', async () => {
      const path = `/instruments/${ids[0]}`;
      await data.send('PUT', path, { status: 'Halted', status_reason: reason });
      expect((await data.send('PUT', path, { status: 'Halted' })).json()).toMatchObject({ status_reason: reason });
      expect((await data.send('PUT', path, { status_reason: 'News at noon.' })).json()).toMatchObject({
        status: 'Halted',
        status_reason: 'News at noon.',
      });
      expect((await data.send('PUT', path, { status: 'Open' })).json()).toMatchObject({ status_reason: null });
    });
  });
});
