import { type ClockedApp, openClockedApp } from '../support/clocked-app.js';
import { verifyJournal } from '../support/verification.js';

/** What a product does from one moment to the next. */
const stories: readonly (readonly [
  what: string,
  symbol: string,
  moments: readonly (readonly [moment: string, session: string | null])[],
])[] = [
  [
    'a normal day in Chicago',
    'ES',
    [
      ['2026-11-16T22:30:00Z', null],
      ['2026-11-16T22:59:59.999Z', null],
      ['2026-11-16T23:00:00Z', '2026-11-17'],
      ['2026-11-17T21:59:59.999Z', '2026-11-17'],
      ['2026-11-17T22:00:00Z', null],
    ],
  ],
  [
    'a weekend in Chicago',
    'ES',
    [
      ['2026-11-20T12:00:00Z', '2026-11-20'],
      ['2026-11-20T22:00:00Z', null],
      ['2026-11-21T12:00:00Z', null],
      ['2026-11-22T22:59:59.999Z', null],
      ['2026-11-22T23:00:00Z', '2026-11-23'],
    ],
  ],
  [
    'Thanksgiving of futures, and the early close of the day after',
    'ES',
    [
      ['2026-11-25T12:00:00Z', '2026-11-25'],
      ['2026-11-26T12:00:00Z', '2026-11-26'],
      ['2026-11-26T18:00:00Z', null],
      ['2026-11-26T23:00:00Z', '2026-11-27'],
      ['2026-11-27T18:14:59.999Z', '2026-11-27'],
      ['2026-11-27T18:15:00Z', null],
      ['2026-11-29T23:00:00Z', '2026-11-30'],
    ],
  ],
  [
    'Thanksgiving of shares',
    'AAPL',
    [
      ['2026-11-25T20:59:59.999Z', '2026-11-25'],
      ['2026-11-25T21:00:00Z', null],
      ['2026-11-26T16:00:00Z', null],
      ['2026-11-27T14:30:00Z', '2026-11-27'],
      ['2026-11-27T18:00:00Z', null],
      ['2026-11-30T14:29:59.999Z', null],
      ['2026-11-30T14:30:00Z', '2026-11-30'],
    ],
  ],
  [
    'Christmas in Chicago',
    'ES',
    [
      ['2026-12-24T18:14:59.999Z', '2026-12-24'],
      ['2026-12-24T18:15:00Z', null],
      ['2026-12-25T12:00:00Z', null],
      ['2026-12-27T22:59:59.999Z', null],
      ['2026-12-27T23:00:00Z', '2026-12-28'],
    ],
  ],
  [
    'the end of summer time in Chicago',
    'ES',
    [
      ['2026-10-25T21:59:59.999Z', null],
      ['2026-10-25T22:00:00Z', '2026-10-26'],
      ['2026-10-30T20:59:59.999Z', '2026-10-30'],
      ['2026-10-30T21:00:00Z', null],
      ['2026-11-01T22:59:59.999Z', null],
      ['2026-11-01T23:00:00Z', '2026-11-02'],
      ['2026-11-02T22:00:00Z', null],
    ],
  ],
  [
    'the beginning of summer time in Chicago',
    'ES',
    [
      ['2027-03-12T21:59:59.999Z', '2027-03-12'],
      ['2027-03-12T22:00:00Z', null],
      ['2027-03-14T21:59:59.999Z', null],
      ['2027-03-14T22:00:00Z', '2027-03-15'],
      ['2027-03-15T21:00:00Z', null],
    ],
  ],
  [
    'both changes in New York',
    'AAPL',
    [
      ['2026-10-30T13:29:59.999Z', null],
      ['2026-10-30T13:30:00Z', '2026-10-30'],
      ['2026-11-02T14:29:59.999Z', null],
      ['2026-11-02T14:30:00Z', '2026-11-02'],
      ['2027-03-12T14:30:00Z', '2027-03-12'],
      ['2027-03-15T13:29:59.999Z', null],
      ['2027-03-15T13:30:00Z', '2027-03-15'],
    ],
  ],
  [
    'both changes in Frankfurt',
    'SAP',
    [
      ['2026-10-23T06:59:59.999Z', null],
      ['2026-10-23T07:00:00Z', '2026-10-23'],
      ['2026-10-26T07:59:59.999Z', null],
      ['2026-10-26T08:00:00Z', '2026-10-26'],
      ['2027-03-25T08:00:00Z', '2027-03-25'],
      ['2027-03-29T12:00:00Z', null],
      ['2027-03-30T06:59:59.999Z', null],
      ['2027-03-30T07:00:00Z', '2027-03-30'],
    ],
  ],
];

/** All moments of all stories, in the order in which time passes: one venue lives through them. */
const allMoments = [...new Set(stories.flatMap(([, , moments]) => moments.map(([moment]) => moment)))].sort(
  (one, other) => Date.parse(one) - Date.parse(other),
);

describe('days of the sandbox’s exchanges', () => {
  let days: ClockedApp;
  const sessionsAt = new Map<string, Record<string, string | null>>();
  beforeAll(async () => {
    days = await openClockedApp(allMoments[0] ?? '');
    for (const moment of allMoments) {
      await days.at(moment);
      sessionsAt.set(moment, {
        ES: await days.session('ES'),
        AAPL: await days.session('AAPL'),
        SAP: await days.session('SAP'),
      });
    }
  });
  afterAll(() => days.close());

  it.each(stories)('%s', (_what, symbol, moments) => {
    expect(moments.map(([moment]) => [moment, sessionsAt.get(moment)?.[symbol]])).toEqual(moments);
  });

  it.each(['ES', 'AAPL', 'SAP'])('open each session of %s once and close it once, in turn', async (symbol) => {
    const history = await days.history(symbol);
    expect(history.map((line) => line.split(' ')[0])).toEqual(
      history.map((_, index) => (index % 2 === 0 ? 'opens' : 'closes')),
    );
    expect(new Set(history.map((line) => line.replace(/ at .*/, ''))).size).toBe(history.length);
  });
});

describe('sessions of the sandbox’s exchanges', () => {
  let days: ClockedApp;
  afterEach(() => days.close());

  it('expire orders at the close of their session or date, also after three days without a process', async () => {
    days = await openClockedApp('2026-11-18T12:00:00Z');
    const [expiring] = await days.rows<{ id: string; expiration: string }>(
      `select i.id, i.expiration::text from instruments i join products p on p.id = i.product_id where p.symbol = 'CL' and i.expiration between '2026-11-18' and '2026-11-20'`,
    );
    expect(expiring).toBeDefined();
    const cl = Number(expiring?.id);
    for (const [tag, terms] of [
      ['day', {}],
      ['thursday', { timeInForce: 'GTD', expireDate: '2026-11-19' }],
      ['friday', { timeInForce: 'GTD', expireDate: '2026-11-20' }],
      ['saturday', { timeInForce: 'GTD', expireDate: '2026-11-21' }],
      ['monday', { timeInForce: 'GTD', expireDate: '2026-11-23' }],
      ['cancelled', { timeInForce: 'GTC' }],
      ['contract', { timeInForce: 'GTC', instrumentId: cl, price: 58 }],
      ['last', { timeInForce: 'GTD', expireDate: expiring?.expiration ?? null, instrumentId: cl, price: 58 }],
    ] as const)
      expect([tag, await days.order({ tag, ...terms })]).toEqual([tag, 'ActionAccepted']);
    await days.order({ price: 6710, timeInForce: 'GTC' });
    await days.order({ price: 6710, side: 'Sell', acctId: days.accounts[1] });
    const es = await days.instrument('ES');

    await days.restart('2026-11-21T12:00:00Z');
    const ended = (status: string, reason: string | null) => ({ status, reason, session: '2026-11-18' });
    const known = async () =>
      Object.fromEntries(
        (await days.orders()).map(({ tag, status, reason, session }) => [tag, { status, reason, session }]),
      );
    expect(await known()).toEqual({
      day: ended('Expired', 'session_closed'),
      thursday: ended('Expired', 'session_closed'),
      friday: ended('Expired', 'session_closed'),
      saturday: ended('Open', null),
      monday: ended('Open', null),
      cancelled: ended('Open', null),
      contract: ended('Expired', 'instrument_expired'),
      last: ended('Expired', 'instrument_expired'),
    });
    expect(await days.history('ES')).toEqual([
      'opens 2026-11-17 at 11-18T12:00',
      'closes 2026-11-17 at 11-18T12:00',
      'opens 2026-11-18 at 11-18T12:00',
      'closes 2026-11-18 at 11-21T12:00',
      'opens 2026-11-20 at 11-21T12:00',
      'closes 2026-11-20 at 11-21T12:00',
    ]);
    expect(
      await days.rows(
        `select session_date::text as date, price::int from closing_marks where instrument_id = ${es} order by 1`,
      ),
    ).toEqual([
      { date: '2026-11-17', price: 671_225 },
      { date: '2026-11-18', price: 671_000 },
      { date: '2026-11-20', price: 671_000 },
    ]);
    expect(
      await days
        .look()
        .look(({ instruments }) => [instruments.get(cl)?.isExpired, instruments.get(es)?.board.statistics]),
    ).toMatchObject([true, { high: null, low: null, volume: 0, last: { price: 671_000, sessionDate: '2026-11-18' } }]);

    await days.at('2026-11-22T23:00:00Z');
    expect(await known()).toMatchObject({
      saturday: ended('Expired', 'session_closed'),
      monday: ended('Open', null),
      cancelled: ended('Open', null),
    });
    await days.at('2026-11-23T22:00:00Z');
    expect(await known()).toMatchObject({ monday: ended('Expired', 'session_closed'), cancelled: ended('Open', null) });
    expect((await days.history('ES')).slice(6)).toEqual([
      'opens 2026-11-23 at 11-22T23:00',
      'closes 2026-11-23 at 11-23T22:00',
    ]);
    expect(await verifyJournal(days.url)).toMatchObject({ isEqual: true, differences: [] });
  });

  it('execute each command once over any number of restarts', async () => {
    days = await openClockedApp('2026-11-20T12:00:00Z');
    for (const moment of [
      '2026-11-20T22:30:00Z',
      '2026-11-21T12:00:00Z',
      '2026-11-22T12:00:00Z',
      '2026-11-22T23:30:00Z',
    ])
      await days.restart(moment);
    expect(await days.history('ES')).toEqual([
      'opens 2026-11-19 at 11-20T12:00',
      'closes 2026-11-19 at 11-20T12:00',
      'opens 2026-11-20 at 11-20T12:00',
      'closes 2026-11-20 at 11-20T22:30',
      'opens 2026-11-23 at 11-22T23:30',
    ]);
    expect(await days.order()).toBe('ActionAccepted');
  });

  it('change once when the clock is set back two hours and forward thirty days', async () => {
    days = await openClockedApp('2026-11-17T21:00:00Z');
    for (const moment of [
      '2026-11-17T22:10:00Z',
      '2026-11-17T20:10:00Z',
      '2026-11-17T22:10:00Z',
      '2026-11-17T23:10:00Z',
      '2026-11-17T21:10:00Z',
      '2026-12-17T21:10:00Z',
      '2026-12-17T21:20:00Z',
    ])
      await days.at(moment);
    const history = (await days.history('ES')).map((line) => line.replace(/ at .*/, ''));
    expect(history).toEqual([
      'opens 2026-11-16',
      'closes 2026-11-16',
      'opens 2026-11-17',
      'closes 2026-11-17',
      'opens 2026-11-18',
      'closes 2026-11-18',
      'opens 2026-12-16',
      'closes 2026-12-16',
      'opens 2026-12-17',
    ]);
  });

  it('change once in a venue that never closes, for any clock', async () => {
    days = await openClockedApp('2026-11-20T21:00:00Z', {});
    for (const moment of [
      '2026-11-20T22:00:00Z',
      '2026-11-20T20:00:00Z',
      '2026-11-21T12:00:00Z',
      '2026-11-23T21:59:59Z',
      '2026-11-23T22:00:00Z',
    ])
      await days.at(moment);
    expect(await days.history('ES')).toEqual([
      'opens 2026-11-19 at 11-20T21:00',
      'closes 2026-11-19 at 11-20T21:00',
      'opens 2026-11-20 at 11-20T21:00',
      'closes 2026-11-20 at 11-20T22:00',
      'opens 2026-11-23 at 11-20T22:00',
      'closes 2026-11-23 at 11-23T22:00',
      'opens 2026-11-24 at 11-23T22:00',
    ]);
  });

  it('change before an order that comes first', async () => {
    days = await openClockedApp('2026-11-17T21:59:59.999Z');
    expect(await days.order({ tag: 'in time' })).toBe('ActionAccepted');
    days.setClock('2026-11-17T22:00:00Z');
    expect(await days.order({ tag: 'late' })).toBe('market_closed');
    expect(await days.orders()).toMatchObject([
      { tag: 'in time', status: 'Expired', reason: 'session_closed' },
      { tag: 'late', status: 'Rejected' },
    ]);
    days.setClock('2026-11-17T23:00:00Z');
    expect(await days.order({ tag: 'the next' })).toBe('ActionAccepted');
  });

  it('list new contracts once while the service runs', async () => {
    days = await openClockedApp('2026-11-18T12:00:00Z');
    const traded = () => days.look().look(({ instruments }) => instruments.size);
    const before = await traded();
    await days.list('2026-12-22');
    const after = await traded();
    await days.list('2026-12-22');
    expect(after).toBeGreaterThan(before + 5);
    expect(await traded()).toBe(after);
  });
});
