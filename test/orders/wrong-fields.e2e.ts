import { type House, openHouse } from '../support/house.js';
import { people, type Person } from '../support/people.js';
import { aroundTheClock } from '../support/reference-data.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';
import { formsOf, type Visitor, visitor } from '../support/visitor.js';

describe('a form of an order in which several fields are wrong', () => {
  let house: House;
  let floor: Floor;
  let ada: Person;
  let acctId: number;
  let browser: Visitor;
  beforeAll(async () => {
    house = await openHouse();
    floor = await tradingFloor(house);
    ada = await people.ada(house);
    acctId = await floor.account(ada);
    browser = visitor(house);
    await browser.signIn(ada);
  });
  afterAll(() => house.close());

  const open = async (query = ''): ReturnType<Visitor['get']> =>
    browser.follow(await browser.get(`/orders/new?instrument_id=${floor.instrumentId}&acct_id=${acctId}${query}`));
  const send = async (page: Awaited<ReturnType<typeof open>>, filled: Record<string, string>) =>
    browser.press(page, '/orderactions', filled);
  const buy = { side: 'Buy', quantity: '5', limit_price: '6700.25', time_in_force: 'GTC' };
  const faultsIn = (body: string): Record<string, string> =>
    Object.fromEntries(
      [...body.matchAll(/id="(\w+)-fault">([^<]*)</g)].map(([, name = '', words = '']) => [name, words]),
    );
  const steps = 'Prices go in steps of 0.25; the nearest are 6700.25 and 6700.50.';

  it.each([
    [
      'by the rules of the venue',
      { quantity: '0', limit_price: '6700.3' },
      422,
      {
        quantity: 'The quantity is a whole number from 1 to 1000000000. Type how many contracts or shares.',
        limit_price: steps,
      },
    ],
    [
      'by the rules, in a date as well',
      { limit_price: '6700.3', time_in_force: 'GTD', expire_date: '2020-01-01' },
      422,
      { limit_price: steps, expire_date: 'The session of its last day has closed. Choose a later date.' },
    ],
    [
      'in both its prices',
      { action_type: 'StopLimitOrderSub', limit_price: '6700.3', stop_price: '6700.4' },
      422,
      { stop_price: steps, limit_price: steps },
    ],
    [
      'by separators',
      { quantity: '1,000', limit_price: '6,700.25' },
      400,
      { quantity: 'Write 1000, without separators.', limit_price: 'Write 6700.25, without separators.' },
    ],
    [
      'by its form',
      { side: '', quantity: 'five', limit_price: 'low' },
      400,
      {
        side: 'Choose whether to buy or to sell.',
        quantity: 'The quantity is a whole number in plain digits, such as 5.',
        limit_price: 'A price is written in plain digits, such as 4500.25.',
      },
    ],
    [
      'by its form and by the rules',
      { quantity: '', limit_price: '6700.3' },
      400,
      { quantity: 'How many? Type a whole number, such as 5.', limit_price: steps },
    ],
    [
      'by its side, and by the rules',
      { side: '', quantity: '-1', limit_price: '6700.3' },
      400,
      {
        side: 'Choose whether to buy or to sell.',
        quantity: 'The quantity is a whole number from 1 to 1000000000. Type how many contracts or shares.',
        limit_price: steps,
      },
    ],
  ] as const)('says next to each what is wrong there: %s', async (_how, filled, status, faults) => {
    const isStop = 'stop_price' in filled;
    const { body, statusCode } = await send(await open(isStop ? '&action_type=StopLimitOrderSub' : ''), {
      ...buy,
      post_only: '',
      ...filled,
    });

    expect([statusCode, faultsIn(body)]).toEqual([status, faults]);
    expect(body).toContain(`${Object.keys(faults).length} fields need another look.`);
    expect(/<input[^>]* name="(\w+)"[^>]* autofocus/.exec(body)?.[1] ?? 'side').toBe(Object.keys(faults)[0]);
  });

  it('says the same of a change, and where the first is a matter of the account', async () => {
    const { id } = await floor.order(ada.token, floor.limit(acctId, { limit_price: 6500 }));
    const change = async (filled: Record<string, string>) =>
      browser.press(await browser.get(`/orders/${id}/modification`), '/orderactions', filled);
    const [ruled, mixed] = [
      await change({ quantity: '0', limit_price: '6700.3' }),
      await change({ quantity: 'x', limit_price: '6700.3' }),
    ];

    expect([ruled.statusCode, mixed.statusCode]).toEqual([422, 400]);
    expect(faultsIn(ruled.body)).toEqual({
      quantity: expect.stringContaining('whole number from 1'),
      limit_price: steps,
    });
    expect(faultsIn(mixed.body)).toEqual({ quantity: expect.stringContaining('such as 5.'), limit_price: steps });
    expect(ruled.body).toContain('The order stands as it was. 2 fields need another look.');
    expect(await floor.read(ada.token, `/orders/${id}`)).toMatchObject({ version: 1, quantity: 5 });
    const again = (version: number) =>
      browser.get(`/orders/${id}/modification?quantity=8&limit_price=6400.50&expected_version=${version}&unsent=yes`);
    const [same, other] = [(await again(1)).body, (await again(9)).body];
    for (const page of [same, other])
      expect(formsOf(page).find(({ action }) => action === '/orderactions')?.fields).toMatchObject({
        quantity: '8',
        limit_price: '6400.50',
        expected_version: '1',
      });
    expect([same, other].map((page) => page.includes('The order itself has changed since'))).toEqual([false, true]);
    const unknown = await send(await open(), { ...buy, acct_id: '2000000000', limit_price: '6700.3' });
    expect(faultsIn(unknown.body)).toMatchObject({ limit_price: steps });
  });

  it('says besides what is too much for the account and too far from the market, to people; and what no account may see, to nobody', async () => {
    const small = await floor.account(ada, { maxOrderQuantity: 4 });
    const bob = await people.bob(house);
    const productId = await floor.data.product(
      await floor.data.group({ ...aroundTheClock, symbol: 'BAND', price_band: 5 }),
      { symbol: 'BAND' },
    );
    const instrumentId = await floor.data.instrument(productId, { symbol: 'BAND' });
    await floor.order(ada.token, floor.limit(acctId, { instrument_id: instrumentId }));
    await floor.order(bob.token, floor.limit(await floor.account(bob), { instrument_id: instrumentId, side: 'Sell' }));
    const at = async (account: number, filled: Record<string, string>) =>
      send(await browser.follow(await browser.get(`/orders/new?instrument_id=${instrumentId}&acct_id=${small}`)), {
        ...buy,
        acct_id: String(account),
        post_only: '',
        ...filled,
      });
    const size = 'An order here may be for 4 at most. Send a smaller order.';

    const two = faultsIn((await at(small, { quantity: '9', limit_price: '9000' })).body);
    expect(two).toEqual({
      quantity: size,
      limit_price: expect.stringContaining(
        'beyond the reference price, 6700. Prices from 6365 to 7035 are within the band. Choose a price nearer to the market.',
      ),
    });
    expect(faultsIn((await at(small, { quantity: '9', limit_price: '', time_in_force: 'GTC' })).body)).toEqual({
      quantity: size,
      limit_price: 'At which price? Type one in plain digits.',
    });
    const foreign = await floor.account(await people.eve(house), { maxOrderQuantity: 4 });
    expect(Object.keys(faultsIn((await at(foreign, { quantity: '9', limit_price: '6700.3' })).body))).toEqual([
      'limit_price',
      'acct_id',
    ]);
  });
});
