import { type TestApp, openTestApp } from '../support/test-app.js';
import { issueToken, people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

type Fields = Readonly<Record<string, unknown>>;

type RejectedResponse = Readonly<{
  status: number;
  code: string;
  type: string;
  detail: string;
  action: Readonly<{ id: number; order: Readonly<{ id: number }> | null }>;
}>;

describe('POST /orderactions refuses', () => {
  let testApp: TestApp;
  let fixture: Floor;
  let ada: Person;
  let bob: Person;
  let acct: number;
  beforeAll(async () => {
    testApp = await openTestApp();
    fixture = await tradingFloor(testApp);
    [ada, bob] = [await people.ada(testApp), await people.bob(testApp)];
    acct = await fixture.account(ada);
  });
  afterAll(() => testApp.close());

  const submitAndRead = async (body: Fields, as = ada.token) => {
    const response = await fixture.act(as, body);
    const { status, code, action, type, detail } = response.json<RejectedResponse>();
    expect([response.headers['content-type'], status, type]).toEqual([
      'application/problem+json',
      response.statusCode,
      `${testApp.config.baseUrl}/docs/errors/${code}`,
    ]);
    return { status, code, action, detail };
  };

  /** An account, or an instrument, that has come into the state in which the code is met; gives the action that meets it. */
  const rejectionCases: Readonly<Record<string, () => Promise<Fields>>> = {
    account_disabled: async () => {
      const disabled = await fixture.account(ada);
      await fixture.execute({ type: 'DisableAccount', acctId: disabled });
      return fixture.limit(disabled);
    },
    market_closed: () => Promise.resolve(fixture.limit(acct, { time_in_force: 'GTD', expire_date: '2020-01-31' })),
    instrument_halted: async () => {
      const instrumentId = await fixture.data.instrument(fixture.productId, { symbol: 'HALTED' });
      await fixture.data.send('PUT', `/instruments/${instrumentId}`, { status: 'Halted' });
      return fixture.limit(acct, { instrument_id: instrumentId });
    },
    instrument_expired: async () => {
      const instrumentId = await fixture.data.instrument(fixture.productId, { symbol: 'EXPIRED' });
      await fixture.order(fixture.admin.token, fixture.limit(acct, { instrument_id: instrumentId }));
      await fixture.execute({ type: 'ExpireInstrument', instrumentId });
      return fixture.limit(acct, { instrument_id: instrumentId });
    },
    price_off_tick: () => Promise.resolve(fixture.limit(acct, { limit_price: 6700.1 })),
    price_out_of_band: () => Promise.resolve(fixture.limit(acct, { limit_price: -0.25 })),
    quantity_invalid: () => Promise.resolve(fixture.limit(acct, { quantity: 1_000_000_001 })),
    order_size_limit: async () => fixture.limit(await fixture.account(ada, { maxOrderQuantity: 4 })),
    position_limit: async () => fixture.limit(await fixture.account(ada, { maxPosition: 4 })),
    product_limit: async () => fixture.limit(await fixture.account(ada, { maxProductContracts: 4 })),
    daily_limit: async () => fixture.limit(await fixture.account(ada, { maxDailyLoss: 0n })),
    insufficient_margin: async () => fixture.limit(await fixture.account(ada, { buyingPowerPercent: 100 })),
    too_many_orders: async () => fixture.limit(await fixture.account(ada, { maxWorkingOrders: 0 })),
  };

  it.each(Object.entries(rejectionCases))('%s and stores the order as rejected', async (code, prepare) => {
    const body = await prepare();
    const { status, code: actualCode, action } = await submitAndRead(body);

    expect([status, actualCode]).toEqual([422, code]);
    expect(action).toMatchObject({
      id: expect.any(Number),
      action_type: 'LimitOrderSub',
      status: 'Refused',
      fills: [],
      order: { status: 'Rejected', state: 'Rejected', reject_code: code, leaves_quantity: 0, acct_id: body['acct_id'] },
    });
    expect(await fixture.read(ada.token, `/orders/${action.order?.id ?? 0}`)).toEqual(action.order);
    expect(await fixture.read(ada.token, `/orderactions?order_id=${action.order?.id ?? 0}`)).toMatchObject([
      {
        id: action.id,
        status: 'Refused',
        code,
        order_id: action.order?.id,
        user_id: ada.id,
        acting_user_id: ada.id,
        client_id: ada.key.clientId,
        request: { acct_id: body['acct_id'], quantity: body['quantity'] },
      },
    ]);
    expect(await fixture.read(ada.token, `/orders/${action.order?.id ?? 0}/history`)).toMatchObject([
      {
        revision: 1,
        version: 1,
        type: 'OrderRejected',
        state: 'Rejected',
        reject_code: code,
        action_id: action.id,
        trade_id: null,
      },
    ]);
  });

  it('halted instruments with the reason that an administrator gave, alone, in a list and as a copy', async () => {
    const instrument_id = await fixture.data.instrument(fixture.productId, { symbol: 'FEED' });
    const haltWith = (status_reason: string) =>
      fixture.data.send('PUT', `/instruments/${instrument_id}`, { status: 'Halted', status_reason });
    const order = fixture.limit(acct, { instrument_id, client_order_id: 'while-halted' });
    await haltWith('Feed lost');
    const expected = 'Trading is halted: Feed lost. Orders can only be canceled.';
    expect(await submitAndRead(order)).toMatchObject({ code: 'instrument_halted', detail: expected });
    expect((await fixture.act(ada.token, { actions: [fixture.limit(acct, { instrument_id })] })).json()).toMatchObject([
      { code: 'instrument_halted', detail: expected },
    ]);

    await haltWith('News at noon.');
    expect((await submitAndRead(fixture.limit(acct, { instrument_id }))).detail).toBe(
      'Trading is halted: News at noon. Orders can only be canceled.',
    );
    expect(await submitAndRead(order)).toMatchObject({ detail: expected });
  });

  it.each<[unknown, number | null]>([
    [0.1 + 0.2, null],
    ['6700.00000000000000000001', null],
    [6700.1, 6700.1],
  ])('is a price of %s, and the answer names the tick', async (limit_price, storedPrice) => {
    const { code, detail, action } = await submitAndRead(fixture.limit(acct, { limit_price }));

    expect([code, detail]).toEqual(['price_off_tick', expect.stringContaining('0.25')]);
    expect(action.order).toMatchObject({ status: 'Rejected', limit_price: storedPrice });
  });

  it.each([99_999_999_999_999, 123_456_789_012_345])(
    'is a price of %s, which is too large, at its field',
    async (limit_price) => {
      const answer = (await fixture.act(ada.token, fixture.limit(acct, { limit_price }))).json<Fields>();
      expect(answer).toMatchObject({
        code: 'price_out_of_band',
        errors: [{ pointer: '/limit_price', message: expect.stringContaining('can count') }],
      });
      expect(answer).not.toHaveProperty('nearest');
    },
  );

  it.each([1_234_567_890_123_456, '12345678901234567', '007.25'])(
    'a malformed price of %s with 400, as every other decimal field does',
    async (limit_price) => {
      const answer = await fixture.act(ada.token, fixture.limit(acct, { limit_price }));
      expect([answer.statusCode, answer.json()]).toMatchObject([400, { errors: [{ pointer: '/limit_price' }] }]);
    },
  );

  it('with every invalid field, the stored reason first, and the same to a copy', async () => {
    const readErrors = async (body: Fields) =>
      (await fixture.act(ada.token, body)).json<{
        code: string;
        errors?: { pointer: string; message: string }[];
        action?: object;
      }>();
    const wrong = fixture.limit(acct, {
      quantity: 0,
      limit_price: 6700.1,
      time_in_force: 'GTD',
      expire_date: '2020-01-31',
      client_order_id: 'wrong-thrice',
    });
    const [responses, copy] = [await readErrors(wrong), await readErrors(wrong)];

    expect([responses.code, responses.errors]).toEqual([
      'market_closed',
      [
        { pointer: '/expire_date', message: 'The session of its last day has closed.' },
        { pointer: '/quantity', message: expect.stringContaining('whole number') },
        { pointer: '/limit_price', message: 'The price is not a multiple of the tick, 0.25.' },
      ],
    ]);
    expect([copy.errors, 'faults' in (responses.action ?? {})]).toEqual([responses.errors, false]);
    const { id } = await fixture.order(ada.token, fixture.limit(acct, { limit_price: 10 }));
    expect(
      (await readErrors({ action_type: 'OrderModification', order_id: id, quantity: 0, limit_price: -1 })).errors?.map(
        ({ pointer }) => pointer,
      ),
    ).toEqual(['/limit_price', '/quantity']);
    expect(await readErrors({ action_type: 'OrderModification', order_id: id, stop_price: 10 })).toMatchObject({
      code: 'inconsistent_terms',
      errors: [{ pointer: '/stop_price', message: 'This type of order has no such price.' }],
    });
    expect((await readErrors(fixture.limit(await fixture.account(ada, { maxPosition: 4 })))).errors).toBeUndefined();
    const list = (
      await fixture.act(ada.token, { actions: [fixture.limit(acct, { quantity: 0, limit_price: 6700.1 })] })
    ).json<object[]>();
    expect(Object.keys(list[0] ?? {})).toEqual([
      'type',
      'title',
      'status',
      'code',
      'detail',
      'tick',
      'nearest',
      'action',
    ]);
  });

  it.each([0, -1, -2_147_483_647, 2_147_483_647])('a quantity of %d', async (quantity) => {
    expect(await submitAndRead(fixture.limit(acct, { quantity }))).toMatchObject({
      status: 422,
      code: 'quantity_invalid',
      action: { order: { quantity } },
    });
  });

  it('an account with read access differently from an unknown account', async () => {
    const readable = await fixture.account(bob);
    await fixture.grant(readable, ada, 'Read');
    const foreign = await fixture.account(bob);
    const disabled = await fixture.account(bob);
    await fixture.execute({ type: 'DisableAccount', acctId: disabled });
    const responses = await Promise.all(
      [readable, foreign, disabled, 2_000_000_000].map((id) => submitAndRead(fixture.limit(id))),
    );
    const [first, ...others] = responses.map(({ status, code, detail, action }) => ({
      status,
      code,
      detail,
      order: action.order,
    }));

    expect(first).toMatchObject({ status: 422, code: 'not_permitted', order: null });
    expect(others).toEqual(
      Array(3).fill({ status: 422, code: 'unknown_account', detail: 'There is no such account.', order: null }),
    );
  });

  it('an unknown instrument without storing an order', async () => {
    expect(await submitAndRead(fixture.limit(acct, { instrument_id: 2_000_000_000 }))).toMatchObject({
      status: 422,
      code: 'unknown_instrument',
      action: { order: null },
    });
  });

  it('another user’s order like an unknown one, open or final', async () => {
    const bobs = await fixture.account(bob);
    const open = await fixture.order(bob.token, fixture.limit(bobs, { limit_price: 10, client_order_id: 'bobs' }));
    const finished = await fixture.order(bob.token, fixture.limit(bobs, { limit_price: 10 }));
    await fixture.order(bob.token, { action_type: 'OrderCancellation', order_id: finished.id });
    const addresses: Fields[] = [
      { order_id: open.id },
      { order_id: finished.id },
      { order_id: 2_000_000_000 },
      { acct_id: bobs, client_order_id: 'bobs' },
      { acct_id: acct, client_order_id: 'never' },
    ];
    const responses = await Promise.all(
      addresses.flatMap((address) => [
        submitAndRead({ action_type: 'OrderCancellation', ...address }),
        submitAndRead({ action_type: 'OrderModification', ...address, quantity: 1 }),
      ]),
    );

    expect(responses.map(({ status, code, detail, action }) => [status, code, detail, action.order])).toEqual(
      Array(10).fill([404, 'unknown_order', 'There is no such order.', null]),
    );
    expect(await fixture.read(bob.token, `/orders/${open.id}`)).toMatchObject({ status: 'Open', version: 1 });
  });

  it('a modification of a final order, or of another version', async () => {
    const { id } = await fixture.order(
      ada.token,
      fixture.limit(acct, { limit_price: 10, client_order_id: 'changing' }),
    );
    const stale = await submitAndRead({
      action_type: 'OrderModification',
      order_id: id,
      quantity: 4,
      expected_version: 7,
    });
    const fresh = await fixture.order(ada.token, {
      action_type: 'OrderModification',
      order_id: id,
      quantity: 4,
      expected_version: 1,
    });
    await fixture.order(ada.token, { action_type: 'OrderCancellation', order_id: id });
    const late = [
      await submitAndRead({ action_type: 'OrderCancellation', order_id: id }),
      await submitAndRead({
        action_type: 'OrderModification',
        acct_id: acct,
        client_order_id: 'changing',
        quantity: 3,
      }),
    ];

    expect([stale.status, stale.code, fresh.version, fresh['quantity']]).toEqual([409, 'version_conflict', 2, 4]);
    expect(late.map(({ status, code }) => [status, code])).toEqual(Array(2).fill([409, 'order_not_open']));
    expect(await fixture.read(ada.token, `/orders/${id}`)).toMatchObject({
      status: 'Cancelled',
      cancel_reason: 'requested',
      version: 2,
      quantity: 4,
      leaves_quantity: 0,
    });
  });

  it('other terms under a used client_order_id', async () => {
    await fixture.order(ada.token, fixture.limit(acct, { limit_price: 10, client_order_id: 'taken' }));
    const { status, code } = await submitAndRead(
      fixture.limit(acct, { limit_price: 10, client_order_id: 'taken', quantity: 6 }),
    );

    expect([status, code]).toEqual([409, 'client_order_id_conflict']);
    expect(await fixture.read(ada.token, `/orders?client_order_id=taken`)).toHaveLength(1);
  });

  it('a GTD order and a modification whose date is after the last session of the instrument with 422', async () => {
    const gtd = fixture.limit(acct, { limit_price: 10, time_in_force: 'GTD', expire_date: '2099-12-18' });
    const { id } = await fixture.order(ada.token, gtd);
    const responses = [
      await fixture.act(ada.token, { ...gtd, expire_date: '2099-12-19' }),
      await fixture.act(ada.token, { action_type: 'OrderModification', order_id: id, expire_date: '2099-12-19' }),
    ];

    for (const response of responses)
      expect([response.statusCode, response.json().code, response.json().errors]).toEqual([
        422,
        'instrument_expired',
        [{ pointer: '/expire_date', message: 'Its last day is after the last session of the instrument, 2099-12-18.' }],
      ]);
    expect(await fixture.read(ada.token, `/orders/${id}`)).toMatchObject({ expire_date: '2099-12-18', version: 1 });
  });

  it('time_in_force GTD without a date with 400 for an order of another time in force, and keeps that of a GTD order', async () => {
    const day = await fixture.order(ada.token, fixture.limit(acct, { limit_price: 10 }));
    const gtd = await fixture.order(
      ada.token,
      fixture.limit(acct, { limit_price: 10, time_in_force: 'GTD', expire_date: '2099-01-31' }),
    );
    const modify = (order_id: unknown) =>
      fixture.act(ada.token, { action_type: 'OrderModification', order_id, time_in_force: 'GTD', quantity: 3 });
    const [refused, accepted] = [await modify(day.id), await modify(gtd.id)];

    expect([refused.statusCode, refused.json().errors]).toEqual([
      400,
      [{ pointer: '/expire_date', message: 'expire_date is missing' }],
    ]);
    expect([accepted.statusCode, accepted.json().order]).toMatchObject([
      201,
      { time_in_force: 'GTD', expire_date: '2099-01-31', quantity: 3 },
    ]);
    expect(await fixture.read(ada.token, `/orders/${day.id}`)).toMatchObject({ time_in_force: 'GTC', version: 1 });
  });

  it('expire_date for an order without one with 400', async () => {
    const { id } = await fixture.order(ada.token, fixture.limit(acct, { limit_price: 10 }));
    const before = await fixture.read<unknown[]>(ada.token, '/orderactions?per_page=1000');
    const response = await fixture.act(ada.token, {
      action_type: 'OrderModification',
      order_id: id,
      expire_date: '2099-01-31',
    });

    expect([response.statusCode, response.json().errors]).toEqual([
      400,
      [{ pointer: '/expire_date', message: expect.stringContaining('GTD') }],
    ]);
    expect(await fixture.read<unknown[]>(ada.token, '/orderactions?per_page=1000')).toHaveLength(before.length);
  });

  it('and keeps the action as its user received it', async () => {
    const eve = await people.eve(testApp);
    const bobs = await fixture.account(bob);
    const { id } = await fixture.order(bob.token, fixture.limit(bobs, { limit_price: 10 }));
    await fixture.order(bob.token, { action_type: 'OrderCancellation', order_id: id });
    await fixture.act(eve.token, fixture.limit(bobs));
    await fixture.act(eve.token, { action_type: 'OrderCancellation', order_id: id });

    expect(await fixture.read(eve.token, '/orderactions')).toMatchObject([
      {
        action_type: 'LimitOrderSub',
        code: 'unknown_account',
        detail: 'There is no such account.',
        order_id: null,
        request: { acct_id: bobs },
      },
      {
        action_type: 'OrderCancellation',
        code: 'unknown_order',
        detail: 'There is no such order.',
        request: { order_id: id },
      },
    ]);
    expect(
      (await fixture.read<{ user_id: number }[]>(bob.token, '/orderactions?per_page=1000')).filter(
        (entry) => entry.user_id === eve.id,
      ),
    ).toEqual([]);
    expect(
      (
        await fixture.read<{ user_id: number; code: string }[]>(
          fixture.admin.token,
          `/orderactions?acct_id=${bobs}&per_page=1000`,
        )
      ).filter((entry) => entry.user_id === eve.id),
    ).toMatchObject([{ code: 'not_permitted' }]);
  });

  it('nothing that an administrator may do, and stores both users', async () => {
    const onBehalf = await issueToken(testApp, {
      userId: ada.id,
      actingUserId: fixture.admin.id,
      clientId: fixture.admin.key.clientId,
    });
    const { id, ...order } = await fixture.order(onBehalf, fixture.limit(acct, { limit_price: 10 }));

    expect(order).toMatchObject({ user_id: ada.id });
    expect(await fixture.read(ada.token, `/orderactions?order_id=${id}`)).toMatchObject([
      { user_id: ada.id, acting_user_id: fixture.admin.id, client_id: fixture.admin.key.clientId },
    ]);
    expect(await submitAndRead(fixture.limit(await fixture.account(bob)), onBehalf)).toMatchObject({
      status: 422,
      code: 'unknown_account',
    });
  });
});
