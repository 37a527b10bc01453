import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { groupFields, productFields, referenceData } from '../support/reference-data.js';

describe('/productgroups', () => {
  let testApp: TestApp;
  let admin: Person;
  let ada: Person;
  let data: ReturnType<typeof referenceData>;
  let id: number;
  beforeAll(async () => {
    testApp = await openTestApp();
    [admin, ada] = [await people.admin(testApp), await people.ada(testApp)];
    data = referenceData(testApp, admin.token);
    id = await data.group();
  });
  afterAll(() => testApp.close());

  const read = (path: string) => data.read(path, ada.token);

  it('POST creates a group that every signed-in caller reads exactly', async () => {
    const productId = await data.product(id);
    const response = await testApp.request('GET', `/productgroups/${id}`, { as: ada.token });

    expect(response.json()).toEqual({
      id,
      ...groupFields,
      self_trade_scope: 'owner',
      maintenance_margin: 16800.5,
      session: {
        date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        opens_at: expect.any(String),
        closes_at: expect.any(String),
        is_open: expect.any(Boolean),
      },
      products: [
        {
          id: productId,
          group_id: id,
          ...productFields,
          display_factor: 1,
          allow_negative_prices: false,
          session_start_times: [1020, 2460, 3900, 5340, 6780],
          session_end_times: [2400, 3840, 5280, 6720, 8160],
          version: 1,
        },
      ],
      version: 1,
    });
    expect(response.body).toContain('"maintenance_margin":16800.5,');
    expect(await data.list('/productgroups')).toEqual([response.json()]);
  });

  it('GET returns whether the group is open, and until when', async () => {
    const always = await data.group({
      symbol: 'ALWAYS',
      session_calendar: { session_start_times: [600], session_end_times: [10_680] },
    });
    const { session } = await read(`/productgroups/${always}`);

    expect(session.is_open).toBe(true);
    expect(Date.parse(session.closes_at) - Date.parse(session.opens_at)).toBeGreaterThan(6 * 86_400_000);
    expect(Date.parse(session.closes_at)).toBeGreaterThan(Date.now());
  });

  it.each([
    [{ symbol: 'es' }, '/symbol'],
    [{ currency: 'usd' }, '/currency'],
    [{ currency: 'ZZZ' }, '/currency'],
    [{ timezone: 'America/Gotham' }, '/timezone'],
    [{ timezone: '+01:00' }, '/timezone'],
    [{ initial_margin: '1e4' }, '/initial_margin'],
    [{ initial_margin: 0.1234567891 }, '/initial_margin'],
    [{ price_band: '1234567890123456' }, '/price_band'],
    [{ self_trade_policy: 'Allow' }, '/self_trade_policy'],
    [{ self_trade_scope: 'user' }, '/self_trade_scope'],
    [{ id: 7 }, '/id'],
    [
      { session_calendar: { session_start_times: [60], session_end_times: [30] } },
      '/session_calendar/session_end_times',
    ],
    [
      { session_calendar: { session_start_times: [60, 100], session_end_times: [120, 200] } },
      '/session_calendar/session_end_times',
    ],
    [
      { session_calendar: { session_start_times: [10_080], session_end_times: [10_090] } },
      '/session_calendar/session_start_times',
    ],
    [
      {
        session_calendar: {
          session_start_times: [600],
          session_end_times: [700],
          overrides: [{ date: '2026-02-29', name: 'None' }],
        },
      },
      '/session_calendar/overrides/0/date',
    ],
    [
      {
        session_calendar: {
          session_start_times: [600],
          session_end_times: [700],
          overrides: [
            { date: '2026-12-25', name: 'B' },
            { date: '2026-12-24', name: 'A' },
          ],
        },
      },
      '/session_calendar/overrides',
    ],
  ])('names the field that is wrong in %j', async (invalidFields, pointer) => {
    const response = await data.send('POST', '/productgroups', { ...groupFields, symbol: 'WRONG', ...invalidFields });

    expect(response.statusCode).toBe(400);
    expect(response.json().errors).toContainEqual({ pointer, message: expect.any(String) });
  });

  it.each([
    [{ maintenance_margin: 18500.01 }, '/maintenance_margin'],
    [{ initial_margin: -1, maintenance_margin: -2 }, '/initial_margin'],
    [{ initial_margin: 18500.00001 }, '/initial_margin'],
    [{ price_band: -1 }, '/price_band'],
    [{ price_band: 7.255 }, '/price_band'],
    [{ price_band: 10_000.01 }, '/price_band'],
  ])('refuses terms that make no sense: %j', async (invalidFields, pointer) => {
    const response = await data.send('POST', '/productgroups', { ...groupFields, symbol: 'WRONG', ...invalidFields });

    expect([response.statusCode, response.json().code, response.json().errors[0].pointer]).toEqual([
      422,
      'inconsistent_terms',
      pointer,
    ]);
    expect(await data.list('/productgroups?symbol=WRONG')).toEqual([]);
  });

  it('POST gives a symbol to one of eight simultaneous requests', async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => data.send('POST', '/productgroups', { ...groupFields, symbol: 'RACE' })),
    );

    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([
      201,
      ...Array.from({ length: 7 }, () => 409),
    ]);
    expect(responses.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('symbol_taken');
    expect(await data.list('/productgroups?symbol=RACE')).toHaveLength(1);
  });

  it('PUT changes only the fields of the body, with an audit entry of both values', async () => {
    const group = await data.group({ symbol: 'CHANGE' });
    const changed = await data.send('PUT', `/productgroups/${group}`, {
      initial_margin: 20000,
      name: 'Renamed',
      expected_version: 1,
    });

    expect(changed.json()).toMatchObject({
      symbol: 'CHANGE',
      name: 'Renamed',
      initial_margin: 20000,
      maintenance_margin: 16800.5,
      version: 2,
    });
    expect(await read(`/productgroups/${group}`)).toEqual({ ...changed.json(), session: expect.anything() });
    expect((await data.list('/audit?action=productgroup.changed'))[0]).toMatchObject({
      user_id: admin.id,
      detail: `productgroup ${group}: name CME index futures → Renamed, initial_margin 18500 → 20000`,
    });
    expect((await data.list('/audit?action=productgroup.created'))[0]?.detail).toBe(`productgroup ${group}, CHANGE`);
  });

  it('PUT without changes keeps the version and writes no audit entry', async () => {
    const group = await data.group({ symbol: 'SAME' });
    const before = await data.list('/audit?action=productgroup.changed');

    expect(
      (
        await data.send('PUT', `/productgroups/${group}`, {
          initial_margin: '18500.00',
          session_calendar: groupFields['session_calendar'],
        })
      ).json().version,
    ).toBe(1);
    expect(await data.list('/audit?action=productgroup.changed')).toEqual(before);
  });

  it('PUT accepts one of eight changes of the same version', async () => {
    const group = await data.group({ symbol: 'VERSION' });
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        data.send('PUT', `/productgroups/${group}`, { price_band: index + 11, expected_version: 1 }),
      ),
    );

    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(
      responses
        .filter(({ statusCode }) => statusCode === 409)
        .map((response) => response.json<{ code: string }>().code),
    ).toEqual(Array.from({ length: 7 }, () => 'version_conflict'));
    expect((await read(`/productgroups/${group}`)).version).toBe(2);
  });

  it('GET pages without gaps or duplicates, and finds by name', async () => {
    const symbolsRead: unknown[] = [];
    let url: string | undefined = '/productgroups?per_page=2&search=cme%20INDEX';
    while (url !== undefined) {
      const page = await testApp.request('GET', url, { as: ada.token });
      symbolsRead.push(...page.json<{ symbol: string }[]>().map(({ symbol }) => symbol));
      url = /^<([^>]+)>; rel="next"$/.exec(String(page.headers['link'] ?? ''))?.[1];
    }

    expect(symbolsRead).toEqual(['CME-INDEX', 'ALWAYS', 'RACE', 'SAME', 'VERSION']);
    expect((await data.list('/productgroups?search=%25')).length).toBe(0);
  });

  it.each([
    ['999999', 404],
    ['9007199254740991', 404],
    ['0', 400],
    ['x', 400],
  ])('knows no group %s', async (number, status) => {
    expect((await testApp.request('GET', `/productgroups/${number}`, { as: ada.token })).statusCode).toBe(status);
    expect((await data.send('PUT', `/productgroups/${number}`, { name: 'X' })).statusCode).toBe(status);
  });

  it('rejects anonymous callers, and writes of everyone but administrators', async () => {
    const responses = [
      await testApp.request('GET', '/productgroups'),
      await testApp.request('GET', `/productgroups/${id}`),
      await data.send('POST', '/productgroups', { ...groupFields, symbol: 'ADA' }, ada.token),
      await data.send('PUT', `/productgroups/${id}`, { name: 'Ada' }, ada.token),
      await data.send('PUT', '/productgroups/999999', { name: 'Ada' }, ada.token),
    ];

    expect(responses.map(({ statusCode }) => statusCode)).toEqual([303, 303, 403, 403, 403]);
    expect(await data.list('/productgroups?symbol=ADA')).toEqual([]);
  });
});
