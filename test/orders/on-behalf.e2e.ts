import { actingIn } from '../support/acting.js';
import { type Desk, openDesk } from '../support/desk.js';
import { type House, openHouse } from '../support/house.js';
import { proofOn } from '../support/key-pages.js';
import { giveToken } from '../support/people.js';

type Entry = Readonly<{
  action: string;
  outcome: string;
  user_id: number;
  acting_user_id: number;
  client_id: string | null;
  detail: string;
}>;

describe('an order action on behalf of a customer', () => {
  let house: House;
  let desk: Desk;
  let token: string;
  const { actingFor } = actingIn(() => house);
  beforeAll(async () => {
    house = await openHouse();
    desk = await openDesk(house);
    token = await giveToken(house, {
      userId: desk.ada.id,
      actingUserId: desk.admin.id,
      clientId: desk.admin.key.clientId,
    });
  });
  afterAll(() => house.close());

  const limit = (more: object = {}) => ({
    action_type: 'LimitOrderSub',
    acct_id: desk.adas,
    instrument_id: desk.instrumentId,
    side: 'Buy',
    time_in_force: 'GTC',
    limit_price: 6700,
    quantity: 1,
    ...more,
  });
  const give = (body: object, as = token) => house.knock('POST', '/orderactions', { as, body });
  const entries = () => desk.read<Entry[]>('/audit?action=order.on_behalf');
  const since = async (before: readonly Entry[]) =>
    (await entries()).slice(0, (await entries()).length - before.length);

  it('stands in /audit with both names, and what it was about', async () => {
    const before = await entries();
    const order = (await give(limit())).json<{ order: { id: number } }>().order.id;

    expect(await since(before)).toMatchObject([
      {
        outcome: 'granted',
        user_id: desk.ada.id,
        acting_user_id: desk.admin.id,
        client_id: desk.admin.key.clientId,
        detail: `1 action for account ${desk.adas}: LimitOrderSub, order ${order}`,
      },
    ]);
  });

  it('stands there once for a list, with what was refused in it', async () => {
    const before = await entries();
    const answers = (
      await give({
        actions: [limit(), limit({ quantity: 2 }), limit({ limit_price: 6700.01 }), limit({ acct_id: desk.bobs })],
      })
    ).json<{ order: { id: number } | null }[]>();
    const [one, two] = answers.map(({ order }) => order?.id);

    const [entry, ...more] = await since(before);
    expect([entry?.detail, more]).toEqual([
      expect.stringMatching(
        new RegExp(
          `^4 actions for account ${desk.adas}, account ${desk.bobs}: 4 LimitOrderSub, orders ${one}, ${two}.*; refused: price_off_tick, unknown_account$`,
        ),
      ),
      [],
    ]);
  });

  it('stands there as denied when nothing of it was taken', async () => {
    const before = await entries();
    expect((await give(limit({ limit_price: 6700.01 }))).statusCode).toBe(422);

    expect(await since(before)).toMatchObject([
      {
        outcome: 'denied',
        user_id: desk.ada.id,
        acting_user_id: desk.admin.id,
        detail: expect.stringMatching(/; refused: price_off_tick$/),
      },
    ]);
  });

  it('stands there for a form that was sent while acting', async () => {
    const before = await entries();
    const browser = await actingFor(desk.ada);
    const form = Object.fromEntries(Object.entries(limit()).map(([name, value]) => [name, String(value)]));
    const sent = await browser.post('/orderactions', { ...form, form_token: proofOn(await browser.get('/docs')) });
    const [entry] = await since(before);
    expect([sent.statusCode, entry]).toMatchObject([
      303,
      { user_id: desk.ada.id, acting_user_id: desk.admin.id, client_id: null },
    ]);
  });

  it('stands there for an administrator who trades the account of a customer by their own token, once for each customer', async () => {
    const before = await entries();
    const answer = await give(
      { actions: [limit(), limit({ acct_id: desk.bobs }), limit({ acct_id: desk.bobs, limit_price: 6700.01 })] },
      desk.admin.token,
    );
    const [adas, bobs] = answer.json<{ order: { id: number } | null }[]>().map(({ order }) => order?.id);

    expect(await since(before)).toMatchObject([
      {
        user_id: desk.bob.id,
        acting_user_id: desk.admin.id,
        outcome: 'granted',
        detail: expect.stringMatching(
          new RegExp(
            `^2 actions for account ${desk.bobs}: 2 LimitOrderSub, orders ${bobs}, \\d+; refused: price_off_tick$`,
          ),
        ),
      },
      {
        user_id: desk.ada.id,
        acting_user_id: desk.admin.id,
        outcome: 'granted',
        detail: `1 action for account ${desk.adas}: LimitOrderSub, order ${adas}`,
      },
    ]);
    expect((await give({ action_type: 'OrderCancellation', order_id: adas }, desk.admin.token)).statusCode).toBe(201);
    expect((await entries())[0]).toMatchObject({
      user_id: desk.ada.id,
      detail: `1 action for account ${desk.adas}: OrderCancellation, order ${adas}`,
    });
  });

  it('writes nothing of callers who act for themselves', async () => {
    const before = await entries();
    await give(limit(), desk.ada.token);

    expect(await since(before)).toEqual([]);
  });
});
