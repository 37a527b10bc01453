import pg from 'pg';
import { formsOf, openBrowserClient } from '../support/browser-client.js';
import { readEvents } from '../support/event-reader.js';
import { waitForLocks } from '../support/overlapping.js';
import { people, type Person } from '../support/people.js';
import { until } from '../support/postgres-service.js';
import { openTestApp } from '../support/test-app.js';
import type { Floor } from '../support/trading-floor.js';
import { venue } from '../support/venue.js';
import { openWebhookApp, type WebhookApp } from '../support/webhooks.js';

type Fields = Readonly<Record<string, unknown>>;
type Alert = Readonly<{
  id: number;
  state: string;
  reason: string | null;
  triggers: number;
  notice: number | null;
  triggered_price: number | null;
  triggered_instrument_id: number | null;
}>;

describe('/alerts', () => {
  let webhookApp: WebhookApp;
  let testApp: WebhookApp['testApp'];
  let floor: Floor;
  let ada: Person;
  let bob: Person;
  let [adas, bobs] = [0, 0];
  let instrumentId: number;
  beforeAll(async () => {
    webhookApp = await openWebhookApp();
    ({ testApp, floor } = webhookApp);
    [ada, bob] = [await people.ada(testApp), await people.bob(testApp)];
    [adas, bobs] = [await floor.account(ada), await floor.account(bob)];
  });
  afterAll(() => webhookApp.close());
  let instruments = 0;
  beforeEach(async () => {
    instrumentId = await floor.data.instrument(floor.productId, { symbol: `ALERT${++instruments}` });
  });
  afterEach(async () => {
    for (const { id } of await list()) await send('DELETE', `/alerts/${id}`);
  });

  const send = (method: 'POST' | 'PATCH' | 'DELETE' | 'GET', path: string, body?: Fields, as: Person = ada) =>
    testApp.request(method, path, { as: as.token, ...(body && { body }) });
  const list = async (query = '', as: Person = ada): Promise<Alert[]> =>
    (await send('GET', `/alerts${query}`, undefined, as)).json<Alert[]>();
  const create = async (body: Fields, as: Person = ada): Promise<Alert> => {
    const answer = await send('POST', '/alerts', body, as);
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json<Alert>();
  };
  const above = (price: number, more: Fields = {}): Fields => ({
    ...{ kind: 'Price', instrument_id: instrumentId, direction: 'Above', price },
    ...more,
  });
  const read = async (id: number): Promise<Alert> => (await send('GET', `/alerts/${id}`)).json<Alert>();
  const triggered = (id: number, triggers = 1): Promise<Alert> =>
    until(
      () => read(id),
      (alert) => alert.triggers >= triggers,
      20_000,
    );
  const order = (acctId: number, side: 'Buy' | 'Sell', price: number, quantity = 1): Fields =>
    floor.limit(acctId, { instrument_id: instrumentId, side, limit_price: price, quantity });
  /** Bob sells to Ada. */
  const trade = async (price: number): Promise<void> => {
    await floor.order(bob.token, order(bobs, 'Sell', price));
    await floor.order(ada.token, order(adas, 'Buy', price));
  };
  /** An alert that a later event triggers: what was to trigger before has done so. */
  const settle = async (): Promise<void> => {
    const { id } = await create({ kind: 'Fill', acct_id: adas });
    await trade(6500);
    await triggered(id);
  };

  it('triggers once at the price of a trade, on pages, streams and webhooks', async () => {
    const hook = await webhookApp.as(ada.token).hook({ event_types: ['alert'] });
    const stream = await readEvents(testApp, { as: ada.token });
    const { id } = await create(above(6710.25, { note: 'Take profit' }));
    await trade(6710);
    await trade(6710.5);
    await trade(6711);

    expect(await triggered(id)).toMatchObject({
      ...{ state: 'Triggered', triggers: 1, triggered_price: 6710.5, triggered_instrument_id: instrumentId },
    });
    const [message] = await webhookApp.receiver.until(1);
    expect(message?.headers['webhook-id']).toBe(`evt_alert-${id}-1`);
    expect(JSON.parse(message?.body ?? '')).toMatchObject({ type: 'alert', data: { id, note: 'Take profit' } });
    await until(
      () => Promise.resolve(stream.blocks.all),
      (blocks) => blocks.some(({ event }) => event === 'alert'),
      20_000,
    );
    expect(stream.blocks.all.filter(({ event }) => event === 'alert')).toEqual([
      { id: null, event: 'alert', data: expect.stringContaining(`"id":${id}`) as string },
    ]);
    await settle();
    expect(await read(id)).toMatchObject({ triggers: 1 });
    const deliveries = await until(
      () => webhookApp.as(ada.token).deliveries(hook.id),
      (all) => all.length === 2 && all.every(({ status }) => status === 'Delivered'),
      20_000,
    );
    expect(deliveries).toEqual([
      expect.objectContaining({ type: 'alert', acct_id: null, status: 'Delivered' }),
      expect.objectContaining({ message_id: `evt_alert-${id}-1`, status: 'Delivered' }),
    ]);
    await stream.close();
    await send('DELETE', `/webhooks/${hook.id}`);
  });

  it('are sent to the streams that ask for them, for whichever accounts, and not stored with events', async () => {
    const query = [`acct_id=${adas}`, 'type=alert', 'type=fill&type=alert', 'type=fill'];
    const streams = await Promise.all(query.map((one) => readEvents(testApp, { as: ada.token, query: `?${one}` })));
    const { id } = await create(above(6710));
    await trade(6710);
    await triggered(id);
    await settle();
    const count = ({ blocks }: (typeof streams)[number]): number =>
      blocks.all.filter(({ event, data }) => event === 'alert' && data.includes(`"id":${id},`)).length;
    const list = (at: number): string[] => [...new Set(streams[at]?.news().map(({ event }) => event))].sort();
    const seen = await until(
      () => Promise.resolve([streams.map(count), list(1), list(2)]),
      ([counts, , types]) => counts?.join('') === '1110' && types?.length === 2,
      5_000,
    );
    expect(seen).toEqual([[1, 1, 1, 0], ['alert'], ['alert', 'fill']]);
    for (const stream of streams) await stream.close();
    expect((await send('GET', '/events?type=alert')).json()).toEqual([]);
  });

  it('sees a price that a later trade of the same batch hides, and the best bid and offer', async () => {
    const hidden = await create(above(6720));
    const bid = await create(above(6705, { side: 'Buy' }));
    const offer = await create({ ...above(6712, { side: 'Sell' }), direction: 'Below' });
    for (const price of [6710, 6725]) await floor.order(bob.token, order(bobs, 'Sell', price));
    await floor.order(bob.token, order(bobs, 'Buy', 6700));
    // One command trades at 6710 and 6725, the next at 6700.
    await Promise.all([
      floor.order(ada.token, order(adas, 'Buy', 6725, 2)),
      floor.order(ada.token, order(adas, 'Sell', 6700)),
    ]);
    await floor.order(ada.token, order(adas, 'Buy', 6706));

    expect((await triggered(hidden.id)).triggered_price).toBe(6725);
    expect((await triggered(bid.id)).triggered_price).toBe(6706);
    expect((await triggered(offer.id)).triggered_price).toBe(6710);
  });

  it('triggers at once where the price is there already, and again after it is armed', async () => {
    await trade(6700);
    const { id } = await create(above(6650));
    expect(await triggered(id)).toMatchObject({ state: 'Triggered', triggered_price: 6700 });

    const armed = await send('PATCH', `/alerts/${id}`, { state: 'Active' });
    expect(armed.json<Alert>().state).toBe('Active');
    expect(await triggered(id, 2)).toMatchObject({ state: 'Triggered', triggers: 2 });
  });

  it('triggers on a fill of the account, in the instrument, and not on those of others', async () => {
    const every = await create({ kind: 'Fill' });
    const account = await create({ kind: 'Fill', acct_id: adas, instrument_id: instrumentId, repeat: true });
    const elsewhere = await create({ kind: 'Fill', instrument_id: floor.instrumentId });
    const another = await floor.account(bob);
    await floor.order(bob.token, order(bobs, 'Sell', 6600));
    await floor.order(bob.token, order(another, 'Buy', 6600));
    await trade(6601);

    const [ofEvery, ofAccount] = [await triggered(every.id), await triggered(account.id)];
    expect(ofEvery).toMatchObject({ state: 'Triggered', triggered_price: 6601 });
    expect(ofAccount).toMatchObject({ state: 'Active', triggers: 1 });
    expect(Math.abs((ofEvery.notice ?? 0) - (ofAccount.notice ?? 0))).toBe(1);
    expect(await read(elsewhere.id)).toMatchObject({ state: 'Active', triggers: 0 });
  });

  it('does not trigger after it was canceled', async () => {
    const { id } = await create(above(6710));
    await send('PATCH', `/alerts/${id}`, { state: 'Cancelled' });
    await trade(6711);
    await settle();

    expect(await read(id)).toMatchObject({ state: 'Cancelled', triggers: 0 });
  });

  it('sleeps while its user is disabled', async () => {
    const run = <Row>(statement: string, values: readonly unknown[]) =>
      testApp.orm.em.fork().execute<Row[]>(statement, [...values]);
    const sleeper = await people.eve(testApp);
    const { id } = await create(above(6710), sleeper);
    await run('update users set enabled = false where id = ?', [sleeper.id]);
    const awake = await create(above(6710));
    await trade(6711);
    await triggered(awake.id);

    expect(await run('select state, triggers from alerts where id = ?', [id])).toEqual([
      { state: 'Active', triggers: 0 },
    ]);
  });

  it('is canceled with its instrument', async () => {
    const { id } = await create(above(6710));
    await floor.execute({ type: 'ExpireInstrument', instrumentId, ordersMax: 100, positionsMax: 100 } as never);

    expect(
      await until(
        () => read(id),
        ({ state }) => state !== 'Active',
        20_000,
      ),
    ).toMatchObject({ state: 'Cancelled', reason: `ALERT${instruments} has expired.` });
  });

  it('is canceled with the access to its account, whose name the pages show no more', async () => {
    const granted = await floor.account(bob);
    await floor.execute({ type: 'ChangeAccount', acctId: granted, name: 'Borrowed', limits: null });
    await floor.grant(granted, ada, 'Read');
    const kept = await create({ kind: 'Fill', acct_id: adas });
    const { id } = await create({ kind: 'Fill', acct_id: granted, instrument_id: instrumentId });
    const browser = openBrowserClient(testApp);
    await browser.signIn(ada);
    for (const path of ['/alerts', `/alerts/${id}`]) expect((await browser.get(path)).body).toContain('Borrowed');
    await floor.grant(granted, ada, null);

    expect(
      await until(
        () => read(id),
        ({ state }) => state !== 'Active',
        20_000,
      ),
    ).toMatchObject({ state: 'Cancelled', reason: 'You no longer have access to the account.', triggers: 0 });
    for (const path of ['/alerts', `/alerts/${id}`]) {
      const main = /<article.*<\/article>/s.exec((await browser.get(path)).body)?.[0] ?? '';
      expect(main).toContain('on an account that you can no longer see');
      expect(main).not.toContain('on Borrowed');
      expect(main).not.toContain(`/accounts/${granted}`);
    }
    expect(await read(kept.id)).toMatchObject({ state: 'Active' });
  });

  it.each([
    ['a price alert without a price', () => ({ ...above(0), price: undefined }), 422, 'inconsistent_terms'],
    ['a fill alert with a price', () => ({ kind: 'Fill', price: 1 }), 422, 'inconsistent_terms'],
    ['a price off the tick', () => above(6700.1), 422, 'price_off_tick'],
    ['another user’s account', () => ({ kind: 'Fill', acct_id: bobs }), 404, 'unknown_account'],
    ['an unknown instrument', () => above(1, { instrument_id: 2_000_000_000 }), 404, 'unknown_instrument'],
    ['an unknown kind', () => ({ kind: 'Moon' }), 400, 'invalid_request'],
  ] as const)('rejects %s', async (_what, body, status, code) => {
    const answer = await send('POST', '/alerts', body());

    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([status, code]);
    expect(await list()).toEqual([]);
  });

  it('names the tick, the nearest prices and the field of a price off the tick', async () => {
    expect((await send('POST', '/alerts', above(7000.1))).json()).toMatchObject({
      code: 'price_off_tick',
      tick: 0.25,
      nearest: [7000, 7000.25],
      errors: [{ pointer: '/price' }],
    });
  });

  it.each([5_000_000_000.25, 99_999_999_999_999, '999999999999999'])(
    'rejects a price that no order can have: %s',
    async (price) => {
      expect((await send('POST', '/alerts', above(0, { price }))).json()).toMatchObject({
        code: 'price_out_of_band',
        errors: [{ pointer: '/price', message: expect.stringContaining('5000000000') }],
      });
      expect((await create(above(5_000_000_000))).state).toBe('Active');
    },
  );

  it('is its owner’s alone, and lists by state and instrument', async () => {
    const { id } = await create(above(9999));
    const canceled = await create(above(9998));
    await send('PATCH', `/alerts/${canceled.id}`, { state: 'Cancelled' });

    expect((await list('?state=Active')).map((one) => one.id)).toEqual([id]);
    expect((await list(`?instrument_id=${instrumentId}`)).map((one) => one.id)).toEqual([id, canceled.id]);
    expect(await list('', bob)).toEqual([]);
    expect((await send('GET', `/alerts/${id}`, undefined, bob)).statusCode).toBe(404);
    expect((await send('DELETE', `/alerts/${id}`, undefined, bob)).statusCode).toBe(404);
  });

  it('is created from the page by its symbol, and is on the page once it has triggered', async () => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(ada);
    const page = await browser.get(`/alerts?instrument_id=${instrumentId}`);
    const form = formsOf(page.body).find(({ action }) => action === '/alerts/new');
    expect(form?.fields).toMatchObject({ kind: 'Price', symbol: `ALERT${instruments}` });
    const inputs = [...page.body.matchAll(/name="symbol" list="(\w+)"/g)].map(([, list]) => list);
    expect([inputs, page.body]).toEqual([
      ['symbols', 'symbols'],
      expect.stringContaining(`<option value="ALERT${instruments}">`),
    ]);
    const sent = await browser.post('/alerts/new', {
      ...form?.fields,
      ...{ side: 'Last', direction: 'Above', price: '6710.00', note: '<b>' },
    });
    expect([sent.statusCode, sent.headers['location']]).toEqual([303, `/alerts?instrument_id=${instrumentId}`]);
    await trade(6712);
    const [{ id } = { id: 0 }] = await list();
    await triggered(id);

    const { body } = await browser.get('/alerts');
    expect(body).toContain('Last at or above <span class="figure">6710.00</span>');
    expect(body).toMatch(/<tr data-notice="\d+">.*6712\.00.*&lt;b&gt;/);
    expect(body).toMatch(/<meta name="alerts" content="\d+">/);
    const rejected = await browser.post('/alerts/new', { ...form?.fields, symbol: 'NOWHERE', price: '1,000' });
    expect([rejected.statusCode, rejected.body]).toEqual([400, expect.stringContaining('Write 1000')]);
    const both = await browser.post('/alerts/new', { ...form?.fields, symbol: 'NOWHERE', price: 'abc' });
    expect([both.statusCode, both.body.match(/(?<=class="fault"[^>]*>)[^<]*/g)]).toEqual([
      400,
      [
        'Instrument NOWHERE does not exist.',
        'Value must be a decimal number of at most 15 digits, 9 of them behind the point, without an exponent.',
      ],
    ]);
    const unknown = await browser.post('/alerts/new', { ...form?.fields, symbol: `LERT${instruments}`, price: '1000' });
    expect([unknown.statusCode, unknown.body]).toEqual([
      422,
      expect.stringContaining(`Did you mean ALERT${instruments}?`),
    ]);
    expect(unknown.body).toContain(`<option value="ALERT${instruments}">`);
    await send('DELETE', `/alerts/${id}`);
    expect((await browser.get('/alerts')).body).not.toContain('name="alerts"');

    // The last alert is deleted, and another is created before that is committed.
    const last = await create(above(9_000));
    const lock = new pg.Client(testApp.database.url);
    await lock.connect();
    await lock.query('begin');
    await lock.query('select from alerts where id = $1 for update', [last.id]);
    const deleted = send('DELETE', `/alerts/${last.id}`);
    await waitForLocks(testApp, 1);
    const created = await create(above(9_001));
    await lock.query('rollback');
    await Promise.all([lock.end(), deleted]);
    expect((await browser.get('/alerts')).body).toContain('name="alerts"');
    await send('DELETE', `/alerts/${created.id}`);
    expect((await browser.get('/alerts')).body).not.toContain('name="alerts"');
    const distant = await browser.post('/alerts/new', {
      ...form?.fields,
      side: 'Last',
      direction: 'Above',
      price: '67120000',
    });
    expect((await browser.follow(distant)).body).toContain(
      'The alert is active. Its price is far from the market, which is at 6712.',
    );
  });

  it('is listened for by pages without a statement, also after another one was deleted', async () => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(ada);
    await create(above(9999));
    const { id } = await create(above(9998));
    await send('DELETE', `/alerts/${id}`);
    const held = testApp.orm.em.fork();
    await held.begin();
    await held.execute('lock table alerts in access exclusive mode');
    const { body } = await browser.get('/docs');
    await held.commit();

    expect(body).toMatch(/<meta name="alerts" content="\d+">/);
  });

  it('triggers once where a crash comes between the trade and its trigger, and a second process evaluates it as well', async () => {
    const price = await create(above(6710, { repeat: true }));
    const fill = await create({ kind: 'Fill', acct_id: adas });
    const held = testApp.orm.em.fork();
    await held.begin();
    await held.execute('lock table alerts in access exclusive mode');
    await trade(6711);
    await venue(testApp).leave();
    const successor = await openTestApp({ beside: testApp });
    const opened = venue(successor).exchange.look(() => undefined);
    await held.commit();
    await opened;
    const readNow = (id: number) => successor.request('GET', `/alerts/${id}`, { as: ada.token });
    for (const { id } of [price, fill])
      await until(
        async () => (await readNow(id)).json<Alert>(),
        ({ triggers }) => triggers > 0,
        20_000,
      );
    // Both have looked once what comes last has triggered in the successor.
    const after = (await successor.request('POST', '/alerts', { as: ada.token, body: above(6000) })).json<Alert>();
    await until(
      async () => (await readNow(after.id)).json<Alert>(),
      ({ triggers }) => triggers > 0,
      20_000,
    );

    expect((await readNow(price.id)).json<Alert>()).toMatchObject({
      state: 'Active',
      triggers: 1,
      triggered_price: 6711,
    });
    expect((await readNow(fill.id)).json<Alert>()).toMatchObject({ state: 'Triggered', triggers: 1 });
    for (const { id } of [price, fill, after]) await successor.request('DELETE', `/alerts/${id}`, { as: ada.token });
    await successor.close();

    // A start looks at the trades since the last one that was evaluated.
    const run = <Row>(statement: string, values: readonly unknown[] = []) =>
      testApp.orm.em.fork().execute<Row[]>(statement, [...values]);
    const [{ id: last } = { id: '0' }] = await run<{ id: string }>('select max(id) id from trades');
    await run('update alert_progress set trade = 0');
    const insert = `insert into alerts (user_id, kind, note, repeat, state, since, triggers, created_at) values (?, 'Fill', '', false, 'Active', ?, 0, now()) returning id`;
    const [[earlier], [later]] = [
      await run<{ id: string }>(insert, [ada.id, Number(last) - 1]),
      await run<{ id: string }>(insert, [ada.id, Number(last)]),
    ];
    const third = await openTestApp({ beside: testApp });
    await venue(third).exchange.look(() => undefined);
    const readStates = () =>
      run<{ id: string; state: string }>('select id, state from alerts where user_id = ? order by id', [ada.id]);
    const states = await until(readStates, (rows) => rows.some(({ state }) => state === 'Triggered'), 20_000);
    await third.close();

    expect(states).toEqual([
      { id: earlier?.id, state: 'Triggered' },
      { id: later?.id, state: 'Active' },
    ]);
  });
});
