import { type BrowserClient, formsOf, openBrowserClient } from '../support/browser-client.js';
import { people, type Person } from '../support/people.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

type Fields = Readonly<Record<string, unknown>>;
type Watchlist = Readonly<{ id: number; name: string; instrument_ids: number[]; version: number }>;

describe('/watchlists', () => {
  let testApp: TestApp;
  let floor: Floor;
  let ada: Person;
  let bob: Person;
  let ids: number[];
  let browser: BrowserClient;
  beforeAll(async () => {
    testApp = await openTestApp();
    floor = await tradingFloor(testApp);
    [ada, bob] = [await people.ada(testApp), await people.bob(testApp)];
    const more = [];
    for (const symbol of ['WATCHA', 'WATCHB']) more.push(await floor.data.instrument(floor.productId, { symbol }));
    ids = [floor.instrumentId, ...more];
    browser = openBrowserClient(testApp);
    await browser.signIn(ada);
  });
  afterAll(() => testApp.close());
  afterEach(() => testApp.orm.em.fork().execute('delete from watchlists'));

  const create = (body: Fields, as: Person = ada) => testApp.request('POST', '/watchlists', { as: as.token, body });
  const open = async (name: string, instrument_ids: number[], as: Person = ada): Promise<Watchlist> =>
    (await create({ name, instrument_ids }, as)).json<Watchlist>();
  const read = async (id: number): Promise<Watchlist> =>
    (await testApp.request('GET', `/watchlists/${id}`, { as: ada.token })).json<Watchlist>();
  const replace = (id: number, body: Fields) => testApp.request('PUT', `/watchlists/${id}`, { as: ada.token, body });
  /** Presses the button of a form as it stands on a page. */
  const press = async (path: string, action: string, fields: Readonly<Record<string, string>>) => {
    const form = formsOf((await browser.get(path)).body).find((one) => one.action === action);
    return browser.post(action, { ...form?.fields, ...fields });
  };

  it('stores a list in the order of its instruments, lists it to its owner alone, and filters by instrument', async () => {
    const [first = 0, second = 0, third = 0] = ids;
    const created = await create({ name: '  Metals ', instrument_ids: [third, first] });
    const { id } = created.json<Watchlist>();
    const other = await open('Rates', [second]);

    expect([created.statusCode, await read(id)]).toEqual([
      201,
      {
        id,
        name: 'Metals',
        instrument_ids: [third, first],
        version: 1,
        created_at: expect.stringMatching(/Z$/) as string,
      },
    ]);
    const list = async (as: Person, query = '') =>
      (await testApp.request('GET', `/watchlists${query}`, { as: as.token })).json<Watchlist[]>().map((one) => one.id);
    expect(await list(ada)).toEqual([id, other.id]);
    expect(await list(ada, `?instrument_id=${second}`)).toEqual([other.id]);
    expect(await list(bob)).toEqual([]);
    const page = await testApp.request('GET', '/watchlists?per_page=1', { as: ada.token });
    expect(page.json()).toHaveLength(1);
    expect(page.headers['link']).toContain('rel="next"');
  });

  it('creates one list for two requests under one Idempotency-Key', async () => {
    const send = () =>
      testApp.request('POST', '/watchlists', {
        as: ada.token,
        body: { name: 'Once' },
        headers: { 'idempotency-key': 'a-new-watchlist' },
      });
    const [first, again] = [await send(), await send()];

    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.json()).toEqual(first.json());
    expect((await testApp.request('GET', '/watchlists', { as: ada.token })).json()).toEqual([first.json()]);
  });

  it('replaces name and instruments, and rejects a version that is no longer the newest with 409', async () => {
    const { id } = await open('Metals', ids);
    const replaced = await replace(id, { name: 'Gold', instrument_ids: ids.slice(1), expected_version: 1 });
    const late = await replace(id, { name: 'Silver', instrument_ids: [], expected_version: 1 });
    const same = await replace(id, { name: 'Gold', instrument_ids: ids.slice(1) });

    expect(replaced.json()).toMatchObject({ name: 'Gold', instrument_ids: ids.slice(1), version: 2 });
    expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([409, 'version_conflict']);
    expect([same.json<Watchlist>().version, (await read(id)).name]).toEqual([2, 'Gold']);
  });

  it.each([
    ['no name', () => ({}), 400, 'invalid_request'],
    ['a name of another list', () => ({ name: 'Taken' }), 409, 'watchlist_name_taken'],
    ['an unknown instrument', () => ({ name: 'X', instrument_ids: [2_000_000_000] }), 404, 'unknown_instrument'],
    ['an instrument twice', () => ({ name: 'X', instrument_ids: [1, 1] }), 400, 'invalid_request'],
    [
      '51 instruments',
      () => ({ name: 'X', instrument_ids: Array.from({ length: 51 }, (_, n) => n + 1) }),
      400,
      'invalid_request',
    ],
  ] as const)('rejects %s', async (_what, body, status, code) => {
    await open('Taken', []);
    const answer = await create(body());

    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([status, code]);
    expect((await testApp.request('GET', '/watchlists', { as: ada.token })).json()).toHaveLength(1);
  });

  it('rejects a name of another list also when a list is renamed', async () => {
    await open('Taken', []);
    const { id } = await open('Free', []);

    for (const name of ['Taken', 'tAKEN'])
      expect((await replace(id, { name, instrument_ids: [] })).statusCode).toBe(409);
    expect((await replace(id, { name: 'free', instrument_ids: [] })).statusCode).toBe(200);
    expect((await replace(id, { name: 'Free', instrument_ids: [] })).statusCode).toBe(200);
    expect(await read(id)).toMatchObject({ name: 'Free', version: 3 });
    // The name of another user's list is free.
    expect((await create({ name: 'Taken' }, bob)).statusCode).toBe(201);
  });

  it('has 20 lists of a user at most, also when they are created at once', async () => {
    const answers = await Promise.all(Array.from({ length: 22 }, (_, n) => create({ name: `List ${n}` })));

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([...Array<number>(20).fill(201), 409, 409]);
  });

  it('tells another user’s list from a missing one by nothing', async () => {
    const { id } = await open('Bobs', [], bob);
    for (const method of ['GET', 'DELETE'] as const) {
      const [anothers, missing] = [
        await testApp.request(method, `/watchlists/${id}`, { as: ada.token }),
        await testApp.request(method, '/watchlists/2000000000', { as: ada.token }),
      ];
      expect([anothers.statusCode, missing.statusCode]).toEqual([404, 404]);
      expect(anothers.json<{ detail: string }>().detail).toBe(missing.json<{ detail: string }>().detail);
    }
  });

  it('shows prices, the position and the columns in the order of the user, and moves rows and columns by forms', async () => {
    const [first = 0, second = 0] = ids;
    const [adas, bobs] = [await floor.account(ada), await floor.account(bob)];
    await floor.order(bob.token, floor.limit(bobs, { side: 'Sell', limit_price: 6711.25 }));
    await floor.order(ada.token, floor.limit(adas, { limit_price: 6711.25, quantity: 2 }));
    await press('/watchlists', '/watchlists/new', { name: 'Index <futures>' });
    const [{ id } = { id: 0 }] = (await testApp.request('GET', '/watchlists', { as: ada.token })).json<Watchlist[]>();
    const path = `/watchlists/${id}`;

    const added = await press(path, `${path}/instruments`, { symbol: ' floor ' });
    await press(path, `${path}/instruments`, { symbol: 'WATCHA' });
    expect(added.headers['location']).toBe(`${path}#i${first}`);
    await press(path, `${path}/rows`, { row: `${second} up` });
    expect((await read(id)).instrument_ids).toEqual([second, first]);
    const again = await press(path, `${path}/instruments`, { symbol: 'watcha' });
    expect((await browser.follow(again)).body).toContain('WATCHA is in this watchlist already.');

    await press(path, '/watchlists/columns', { column: 'position left', watchlist_id: String(id) });
    const page = (await browser.get('/watchlists')).body;
    expect(page).toContain('<h1>Index &lt;futures&gt;</h1>');
    expect(page).toContain('<td class="n" data-field="position">2</td><td class="n" data-field="volume">2</td>');
    expect(page).toContain('<td class="n" data-field="last">6711.25</td>');
    expect(page.indexOf(`id="i${second}"`)).toBeLessThan(page.indexOf(`id="i${first}"`));

    await press(path, `${path}/rows`, { row: `${second} remove` });
    expect((await read(id)).instrument_ids).toEqual([first]);
    await press(`/watchlists?instrument_id=${second}`, `${path}/rows`, { row: `${second} add` });
    expect((await read(id)).instrument_ids).toEqual([first, second]);
    const rejected = await press(path, `${path}/instruments`, { symbol: 'NOWHERE' });
    expect([rejected.statusCode, rejected.body]).toEqual([
      422,
      expect.stringContaining('There is no instrument with the symbol NOWHERE.'),
    ]);
    expect(rejected.body).toContain('<h1>The watchlist was not changed</h1>');
    expect(rejected.body).not.toContain('Did you mean');
    for (const [typed, meant] of [
      ['watch', 'WATCHA or WATCHB'],
      ['WATHCA', 'WATCHA'],
      ['%', ''],
    ] as const) {
      const { body } = await press(path, `${path}/instruments`, { symbol: typed });
      expect(/Did you mean ([^?]*)\?/.exec(body)?.[1] ?? '').toBe(meant);
    }

    await press(path, `${path}/name`, { name: 'Mine' });
    await press(path, `${path}/deletion`, {});
    expect((await browser.get('/watchlists')).body).toContain('You have no watchlists yet.');
  });
});
