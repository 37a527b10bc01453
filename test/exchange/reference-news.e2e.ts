import type { CommandBody } from '../../src/engine/command.js';
import { people } from '../support/people.js';
import { openVenue } from '../support/venue.js';

describe('changes of reference data', () => {
  let floor: Awaited<ReturnType<typeof openVenue>>;
  beforeEach(async () => (floor = await openVenue()));
  afterEach(() => floor.close());

  const buy = (price: number): CommandBody => floor.limit(1, 'Buy', price);
  const outcome = async (body: CommandBody) =>
    (await floor.published.execute(body)).events.map((event) =>
      'refusal' in event ? event.refusal.code : event.type,
    )[0];

  it('apply at once: a new instrument, a finer tick, a halt and its end', async () => {
    expect(await outcome(buy(6700))).toBe('ActionAccepted');
    expect(await outcome(buy(6700.05))).toBe('price_off_tick');
    const another = await floor.data.instrument(floor.product, { symbol: 'ESH99', expiration: '2099-03-19' });
    expect(await outcome({ ...buy(6700), instrumentId: another } as CommandBody)).toBe('ActionAccepted');
    await floor.data.send('PUT', `/instruments/${floor.instrument}`, { status: 'Halted' });
    expect(await outcome(buy(6700))).toBe('instrument_halted');
    await floor.data.send('PUT', `/instruments/${floor.instrument}`, { status: 'Closed' });
    expect(await outcome(buy(6700))).toBe('market_closed');
    await floor.data.send('PUT', `/instruments/${floor.instrument}`, { status: 'Open' });
    expect(await outcome(buy(6700))).toBe('ActionAccepted');
  });

  it('are refused where a resting order would become invalid', async () => {
    await floor.published.execute(buy(6700.25));
    const refused = await floor.data.send('PUT', `/products/${floor.product}`, { max_order_quantity: 4 });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'definition_in_use']);
    expect(await floor.data.read(`/products/${floor.product}`)).toMatchObject({ max_order_quantity: 2500, version: 1 });
    expect(await outcome(buy(6700.25))).toBe('ActionAccepted');
  });

  it('are refused where stored prices would change their meaning', async () => {
    await floor.published.execute(buy(6700.1));
    const refused = await floor.data.send('PUT', `/products/${floor.product}`, { tick_size: 0.125, tick_value: 6.25 });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'definition_in_use']);
    const other = await floor.data.product(floor.group, { symbol: 'NQ' });
    expect(
      (await floor.data.send('PUT', `/products/${other}`, { tick_size: 0.125, tick_value: 6.25 })).statusCode,
    ).toBe(200);
  });

  it('settle an instrument under the administrator’s name in the journal', async () => {
    const answer = await floor.data.send('PUT', `/instruments/${floor.instrument}`, { settlement_price: 6801.5 });
    expect([
      answer.statusCode,
      await floor.published.exchange.look(({ instruments }) => instruments.get(floor.instrument)?.settlementPrice),
    ]).toEqual([200, 680150]);
    const { id } = await people.admin(floor.testApp);
    expect(
      await floor.rows(
        `select user_id, payload from journal where type = 'SettleInstrument' order by seq desc limit 1`,
      ),
    ).toEqual([{ user_id: id, payload: { instrumentId: floor.instrument, price: { digits: 68015, decimals: 1 } } }]);
  });
});
