import type { CommandBody } from '../../src/engine/command.js';
import { parseDecimal } from '../../src/money/decimal.js';
import { openHouse, type House } from '../support/house.js';
import { people } from '../support/people.js';
import { aroundTheClock, referenceData } from '../support/reference-data.js';
import { noLimits, venue } from '../support/venue.js';

describe('what an administrator changes in the reference data', () => {
  let house: House;
  let data: ReturnType<typeof referenceData>;
  let told: ReturnType<typeof venue>;
  let [group, product, instrument] = [0, 0, 0];

  beforeEach(async () => {
    house = await openHouse();
    const { id: ownerId, token } = await people.admin(house);
    data = referenceData(house, token);
    group = await data.group(aroundTheClock);
    product = await data.product(group);
    instrument = await data.instrument(product);
    told = venue(house);
    await told.carryOut({ type: 'OpenAccount', acctId: 1, ownerId, name: 'Ours', currency: 'USD', timeZone: 'UTC', limits: noLimits });
  });
  afterEach(() => house.close());

  const buy = (price: number): CommandBody => ({
    ...({ type: 'LimitOrderSub', acctId: 1, instrumentId: instrument, side: 'Buy', quantity: 5, timeInForce: 'GTC', limitPrice: parseDecimal(price), stopPrice: null } as const),
    ...{ postOnly: false, expireDate: null, clientOrderId: null, tag: null },
  });
  const outcome = async (body: CommandBody) => (await told.carryOut(body)).events.map((event) => ('refusal' in event ? event.refusal.code : event.type))[0];

  it('is traded by at once: a new instrument, a finer tick, a halt and its end', async () => {
    expect(await outcome(buy(6700))).toBe('ActionAccepted');
    expect(await outcome(buy(6700.05))).toBe('price_off_tick');
    const another = await data.instrument(product, { symbol: 'ESH99', expiration: '2099-03-19' });
    expect(await outcome({ ...buy(6700), instrumentId: another } as CommandBody)).toBe('ActionAccepted');
    await data.send('PUT', `/instruments/${instrument}`, { status: 'Halted' });
    expect(await outcome(buy(6700))).toBe('instrument_halted');
    await data.send('PUT', `/instruments/${instrument}`, { status: 'Closed' });
    expect(await outcome(buy(6700))).toBe('market_closed');
    await data.send('PUT', `/instruments/${instrument}`, { status: 'Open' });
    expect(await outcome(buy(6700))).toBe('ActionAccepted');
  });

  it('is refused where a resting order would no longer be possible, and nothing of it is written', async () => {
    await told.carryOut(buy(6700.25));
    const refused = await data.send('PUT', `/products/${product}`, { max_order_quantity: 4 });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'definition_in_use']);
    expect(await data.read(`/products/${product}`)).toMatchObject({ max_order_quantity: 2500, version: 1 });
    expect(await outcome(buy(6700.25))).toBe('ActionAccepted');
  });

  it('is refused where prices that are kept would be counted anew, also of orders that are long finished', async () => {
    await told.carryOut(buy(6700.1));
    const refused = await data.send('PUT', `/products/${product}`, { tick_size: 0.125, tick_value: 6.25 });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'definition_in_use']);
    const other = await data.product(group, { symbol: 'NQ' });
    expect((await data.send('PUT', `/products/${other}`, { tick_size: 0.125, tick_value: 6.25 })).statusCode).toBe(200);
  });

  it('settles an instrument, and stands in the journal under the name of who did it', async () => {
    const answer = await data.send('PUT', `/instruments/${instrument}`, { settlement_price: 6801.5 });
    expect([answer.statusCode, await told.exchange.look(({ instruments }) => instruments.get(instrument)?.settlementPrice)]).toEqual([200, 680150]);
    const { id } = await people.admin(house);
    expect(await house.orm.em.fork().execute(`select user_id, payload from journal where type = 'SettleInstrument' order by seq desc limit 1`)).toEqual([
      { user_id: id, payload: { instrumentId: instrument, price: { digits: 68015, decimals: 1 } } },
    ]);
  });
});
