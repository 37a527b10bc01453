import { actInBrowser } from '../support/acting.js';
import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { readPasswordProof } from '../support/key-pages.js';
import { issueToken } from '../support/people.js';

type Entry = Readonly<{
  action: string;
  outcome: string;
  user_id: number;
  acting_user_id: number;
  client_id: string | null;
  detail: string;
}>;

describe('GET /audit after an order action on behalf of a customer', () => {
  let testApp: TestApp;
  let fixture: BackOffice;
  let token: string;
  const { actingFor } = actInBrowser(() => testApp);
  beforeAll(async () => {
    testApp = await openTestApp();
    fixture = await openBackOffice(testApp);
    token = await issueToken(testApp, {
      userId: fixture.ada.id,
      actingUserId: fixture.admin.id,
      clientId: fixture.admin.key.clientId,
    });
  });
  afterAll(() => testApp.close());

  const limit = (more: object = {}) => ({
    action_type: 'LimitOrderSub',
    acct_id: fixture.adas,
    instrument_id: fixture.instrumentId,
    side: 'Buy',
    time_in_force: 'GTC',
    limit_price: 6700,
    quantity: 1,
    ...more,
  });
  const submit = (body: object, as = token) => testApp.request('POST', '/orderactions', { as, body });
  const listEntries = () => fixture.read<Entry[]>('/audit?action=order.on_behalf');
  const listEntriesSince = async (before: readonly Entry[]) =>
    (await listEntries()).slice(0, (await listEntries()).length - before.length);

  it('has one entry with both names and the order', async () => {
    const before = await listEntries();
    const order = (await submit(limit())).json<{ order: { id: number } }>().order.id;

    expect(await listEntriesSince(before)).toMatchObject([
      {
        outcome: 'granted',
        user_id: fixture.ada.id,
        acting_user_id: fixture.admin.id,
        client_id: fixture.admin.key.clientId,
        detail: `1 action for account ${fixture.adas}: LimitOrderSub, order ${order}`,
      },
    ]);
  });

  it('has one entry for a list of actions, with the refused ones', async () => {
    const before = await listEntries();
    const responses = (
      await submit({
        actions: [limit(), limit({ quantity: 2 }), limit({ limit_price: 6700.01 }), limit({ acct_id: fixture.bobs })],
      })
    ).json<{ order: { id: number } | null }[]>();
    const [one, two] = responses.map(({ order }) => order?.id);

    const [entry, ...more] = await listEntriesSince(before);
    expect([entry?.detail, more]).toEqual([
      expect.stringMatching(
        new RegExp(
          `^4 actions for account ${fixture.adas}, account ${fixture.bobs}: 4 LimitOrderSub, orders ${one}, ${two}.*; refused: price_off_tick, unknown_account$`,
        ),
      ),
      [],
    ]);
  });

  it('has a denied entry when no action was accepted', async () => {
    const before = await listEntries();
    expect((await submit(limit({ limit_price: 6700.01 }))).statusCode).toBe(422);

    expect(await listEntriesSince(before)).toMatchObject([
      {
        outcome: 'denied',
        user_id: fixture.ada.id,
        acting_user_id: fixture.admin.id,
        detail: expect.stringMatching(/; refused: price_off_tick$/),
      },
    ]);
  });

  it('has an entry for a form that was sent while acting', async () => {
    const before = await listEntries();
    const browser = await actingFor(fixture.ada);
    const form = Object.fromEntries(Object.entries(limit()).map(([name, value]) => [name, String(value)]));
    const sent = await browser.post('/orders/ticket', {
      ...form,
      form_token: readPasswordProof(await browser.get('/docs')),
    });
    const [entry] = await listEntriesSince(before);
    expect([sent.statusCode, entry]).toMatchObject([
      303,
      { user_id: fixture.ada.id, acting_user_id: fixture.admin.id, client_id: null },
    ]);
  });

  it('has one entry for each customer whose account an administrator trades with their own token', async () => {
    const before = await listEntries();
    const response = await submit(
      { actions: [limit(), limit({ acct_id: fixture.bobs }), limit({ acct_id: fixture.bobs, limit_price: 6700.01 })] },
      fixture.admin.token,
    );
    const [adas, bobs] = response.json<{ order: { id: number } | null }[]>().map(({ order }) => order?.id);

    expect(await listEntriesSince(before)).toMatchObject([
      {
        user_id: fixture.bob.id,
        acting_user_id: fixture.admin.id,
        outcome: 'granted',
        detail: expect.stringMatching(
          new RegExp(
            `^2 actions for account ${fixture.bobs}: 2 LimitOrderSub, orders ${bobs}, \\d+; refused: price_off_tick$`,
          ),
        ),
      },
      {
        user_id: fixture.ada.id,
        acting_user_id: fixture.admin.id,
        outcome: 'granted',
        detail: `1 action for account ${fixture.adas}: LimitOrderSub, order ${adas}`,
      },
    ]);
    expect((await submit({ action_type: 'OrderCancellation', order_id: adas }, fixture.admin.token)).statusCode).toBe(
      201,
    );
    expect((await listEntries())[0]).toMatchObject({
      user_id: fixture.ada.id,
      detail: `1 action for account ${fixture.adas}: OrderCancellation, order ${adas}`,
    });
  });

  it('has no entry for users who act for themselves', async () => {
    const before = await listEntries();
    await submit(limit(), fixture.ada.token);

    expect(await listEntriesSince(before)).toEqual([]);
  });
});
