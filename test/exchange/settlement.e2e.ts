import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';
import { verifyJournal } from '../support/verification.js';
import { venue } from '../support/venue.js';

type Row = Readonly<{ id: number } & Record<string, unknown>>;

describe('the expiry of an instrument', () => {
  let first: TestApp;
  let testApp: TestApp;
  let floor: Floor;
  let ada: Person;
  let bob: Person;
  beforeAll(async () => {
    first = await openTestApp();
    testApp = first;
    floor = await tradingFloor(testApp);
    [ada, bob] = [await people.ada(testApp), await people.bob(testApp)];
  });
  afterAll(async () => {
    if (testApp !== first) await testApp.close();
    await first.close();
  });

  it.each(['Cash', 'Physical'])(
    'settles positions (%s): a fill, profit realized, margin free, and the journal agrees with the tables',
    async (style) => {
      const productId = await floor.data.product(floor.groupId, {
        symbol: `END${style.toUpperCase()}`,
        settlement_style: style,
      });
      const id = await floor.data.instrument(productId, {
        symbol: `END ${style.toUpperCase()}`,
        settlement_price: undefined,
      });
      const [adas, bobs] = [await floor.account(ada), await floor.account(bob)];
      await floor.order(ada.token, floor.limit(adas, { instrument_id: id, limit_price: 6700, quantity: 3 }));
      await floor.order(
        bob.token,
        floor.limit(bobs, { instrument_id: id, side: 'Sell', limit_price: 6700, quantity: 3 }),
      );
      const margin = async () => (await floor.read<Row>(ada.token, `/accounts/${adas}`))['margin_used'];
      const before = await margin();
      await testApp.request('PUT', `/instruments/${id}`, { as: floor.admin.token, body: { settlement_price: 6710 } });
      await venue(testApp).execute({ type: 'ExpireInstrument', instrumentId: id });

      const [, fill] = await floor.read<Row[]>(ada.token, `/fills?acct_id=${adas}`);
      const [position] = await floor.read<Row[]>(ada.token, `/positions?acct_id=${adas}`);
      const events = await floor.read<Readonly<{ type: string; data: Row }>[]>(ada.token, `/events?acct_id=${adas}`);
      expect(fill).toMatchObject({
        order_id: null,
        client_order_id: null,
        instrument_id: id,
        side: 'Sell',
        price: 6710,
        quantity: 3,
        liquidity: 'Settlement',
        settlement_style: style,
      });
      expect(position).toMatchObject({ quantity: 0, realised_pnl: 1500, unrealised_pnl: 0 });
      expect([Number(before) > 0, await margin()]).toEqual([true, 0]);
      expect(events.findLast(({ type }) => type === 'fill')?.data).toEqual(fill);
      expect((await floor.read<Row[]>(ada.token, `/trades?instrument_id=${id}`)).map(({ price }) => price)).toEqual([
        6700,
      ]);
      expect((await floor.read<Row[]>(floor.admin.token, '/fills')).every((row) => row['acct_id'] !== 0)).toBe(true);
      expect(
        (await floor.read<Row[]>(ada.token, `/bars?instrument_id=${id}&interval=1d`)).map((bar) => bar['volume']),
      ).toEqual([3]);

      const kept = await venue(testApp).rows();
      expect(await verifyJournal(testApp.database.url)).toMatchObject({ differences: [] });
      expect(
        kept.holdings
          .filter(({ position: { instrumentId } }) => instrumentId === id)
          .map(({ position: { quantity } }) => quantity),
      ).toEqual([0, 0]);
    },
  );

  it('leaves nothing of a session in which it was traded, settled and stated as flat', async () => {
    const productId = await floor.data.product(floor.groupId, { symbol: 'ENDFLAT' });
    const id = await floor.data.instrument(productId, { symbol: 'END FLAT', settlement_price: undefined });
    const [adas, bobs] = [await floor.account(ada), await floor.account(bob)];
    const order = { instrument_id: id, limit_price: 6700, quantity: 3 };
    await floor.order(ada.token, floor.limit(adas, order));
    await floor.order(bob.token, floor.limit(bobs, { ...order, side: 'Sell' }));
    await venue(testApp).execute({ type: 'ExpireInstrument', instrumentId: id });
    const sessionDate = await venue(testApp).exchange.look(
      ({ products }) => products.get(productId)?.sessionDate ?? '',
    );
    for (const acctId of [adas, bobs])
      await venue(testApp).execute({ type: 'StatePositions', acctId, asOf: sessionDate, positions: [] });
    await venue(testApp).execute({ type: 'CloseSession', productId, sessionDate });

    const flat = (await venue(testApp).rows()).holdings.filter(({ position }) => position.instrumentId === id);
    expect(flat.map(({ netBySession, closes }) => ({ netBySession, closes }))).toEqual([
      { netBySession: [], closes: [] },
      { netBySession: [], closes: [] },
    ]);
  });

  it('is settled after a restart as well', async () => {
    const seen = async () => [
      (await venue(testApp).rows()).holdings,
      await testApp.request('GET', '/positions', { as: ada.token }).then((answer) => answer.json<unknown>()),
      await testApp.request('GET', '/accounts', { as: ada.token }).then((answer) => answer.json<unknown>()),
    ];
    const before = await seen();
    await testApp.app.close();
    testApp = await openTestApp({ beside: first });

    expect(await seen()).toEqual(before);
    expect(await verifyJournal(first.database.url)).toMatchObject({ isEqual: true, differences: [] });
  });
});
