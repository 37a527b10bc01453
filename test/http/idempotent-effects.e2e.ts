import { type Desk, type Fields, openDesk } from '../support/desk.js';
import { type House, openHouse } from '../support/house.js';
import type { Person } from '../support/people.js';
import { aGroup, anInstrument, aProduct } from '../support/reference-data.js';
import { basic } from '../support/token-endpoint.js';

type Case = Readonly<{ path: string; as?: Person; keyOf?: Person; body: Fields; counted: string; status: number }>;

const AS_OF = '2026-01-30';

/** The database refuses, as with a full disk, to keep an answer under its key; everything before that goes through. */
const REFUSE = `
  create function refuse_answers() returns trigger as $$ begin raise exception 'no room' using errcode = '53100'; end; $$ language plpgsql;
  create trigger answers_are_refused before insert or update on idempotent_answers for each row when (new.answer is not null) execute function refuse_answers()`;
const ACCEPT = 'drop trigger answers_are_refused on idempotent_answers; drop function refuse_answers()';

describe('a POST whose answer cannot be kept under its Idempotency-Key', () => {
  let house: House;
  let desk: Desk;
  let groupId: number;
  beforeAll(async () => {
    house = await openHouse();
    desk = await openDesk(house);
    groupId = (await desk.send('/productgroups', { ...aGroup, symbol: 'OTHER' })).json<{ id: number }>().id;
  });
  afterAll(() => house.close());

  const execute = <Row>(statement: string, values: unknown[] = []) =>
    house.orm.em.fork().execute<Row[]>(statement, values);
  const count = async (counted: string): Promise<number> =>
    Number((await execute<{ count: string }>(`select count(*) from ${counted}`))[0]?.count);
  const audited = (): Promise<number> => count('audit_entries');
  const post = (key: string, { path, as = desk.admin, keyOf, body }: Case) =>
    house.knock(
      'POST',
      path,
      keyOf
        ? { body, headers: { authorization: basic(keyOf.key), 'idempotency-key': key } }
        : { as: as.token, body, headers: { 'idempotency-key': key } },
    );
  /** What the first post, the copy of it after the disk has room, and a copy of that copy are answered; and how often it was done by then. */
  const story = async (key: string, one: Case) => {
    const [before, notes] = [await count(one.counted), await audited()];
    await execute(REFUSE);
    const first = await post(key, one).finally(() => execute(ACCEPT));
    const [doneAtFirst, notedAtFirst] = [(await count(one.counted)) - before, (await audited()) - notes];
    const [second, third] = [await post(key, one), await post(key, one)];
    return {
      first,
      second,
      third,
      doneAtFirst,
      notedAtFirst,
      done: (await count(one.counted)) - before,
      noted: (await audited()) - notes,
    };
  };
  const replayed = ({ headers }: Readonly<{ headers: Readonly<Record<string, unknown>> }>): unknown =>
    headers['idempotent-replayed'];

  const throughMikroOrm: readonly (readonly [string, () => Case | Promise<Case>])[] = [
    [
      '/oauth/client',
      () => ({ path: '/oauth/client', as: desk.ada, body: { name: 'Once' }, counted: 'clients', status: 200 }),
    ],
    [
      '/oauth/client/:client_id/secret',
      () => ({
        path: `/oauth/client/${desk.ada.key.clientId}/secret`,
        as: desk.ada,
        body: {},
        counted: `clients where client_id = '${desk.ada.key.clientId}' and previous_secret_digest is not null`,
        status: 200,
      }),
    ],
    [
      '/users',
      () => ({
        path: '/users',
        keyOf: desk.ada,
        body: { email: 'once@example.test', first_name: 'On', last_name: 'Ce', password: 'black and white' },
        counted: 'users',
        status: 201,
      }),
    ],
    [
      '/users/:id/enable',
      async () => ({
        path: `/users/${(await disabled()).id}/enable`,
        body: {},
        counted: 'users where enabled',
        status: 200,
      }),
    ],
    [
      '/webhooks',
      () => ({
        path: '/webhooks',
        as: desk.ada,
        body: { url: 'https://app.example.test/once' },
        counted: 'webhooks',
        status: 201,
      }),
    ],
    [
      '/productgroups',
      () => ({ path: '/productgroups', body: { ...aGroup, symbol: 'ONCE' }, counted: 'product_groups', status: 201 }),
    ],
    [
      '/products',
      () => ({
        path: '/products',
        body: { ...aProduct, group_id: groupId, symbol: 'ONCE' },
        counted: 'products',
        status: 201,
      }),
    ],
    [
      '/instruments',
      () => ({
        path: '/instruments',
        body: { ...anInstrument, product_id: desk.productId, symbol: 'ONCE', settlement_price: undefined },
        counted: 'instruments',
        status: 201,
      }),
    ],
    [
      '/users/me/password',
      () => ({
        path: '/users/me/password',
        as: desk.bob,
        body: { current_password: 'not the password', new_password: 'black and white' },
        counted: `users where password_hash like 'black%'`,
        status: 422,
      }),
    ],
  ];
  const disabled = async (): Promise<{ id: number }> => {
    const [row] = await execute<{ id: number }>(
      `update users set enabled = false where id = (select max(id) from users) returning id`,
    );
    return { id: Number(row?.id) };
  };

  it.each(throughMikroOrm.slice(0, -1))(
    'changes nothing, and is carried out by the next copy: %s',
    async (name, make) => {
      const one = await make();
      const { first, second, third, ...counts } = await story(`orm ${name}`.replaceAll(' ', '-'), one);

      expect([first.statusCode, first.json<{ code: string }>().code]).toEqual([503, 'storage_full']);
      expect(counts).toMatchObject({ doneAtFirst: 0, notedAtFirst: 0, done: 1, noted: 1 });
      expect([second, third].map((answer) => [answer.statusCode, replayed(answer)])).toEqual([
        [one.status, undefined],
        [one.status, 'true'],
      ]);
      expect(third.body).toBe(second.body);
    },
  );

  it('keeps what was written down of a refusal, although the key stays free', async () => {
    const [, make] = throughMikroOrm.at(-1) ?? [];
    const one = (await make?.()) as Case;
    const denied = `audit_entries where action = 'user.password_changed' and outcome = 'denied'`;
    const before = await count(denied);

    const answers = [
      await post('refused', one),
      await post('refused', { ...one, body: { ...one.body, current_password: 'nor this' } }),
    ];

    expect(answers.map(({ statusCode }) => statusCode)).not.toContain(200);
    expect((await count(denied)) - before).toBe(2);
  });

  const throughTheExchange: readonly (readonly [string, () => Case])[] = [
    [
      '/accounts',
      () => ({
        path: '/accounts',
        body: { owner_id: desk.ada.id, name: 'Once', currency: 'USD' },
        counted: 'accounts',
        status: 201,
      }),
    ],
    [
      '/accounts/:acct_id/grants',
      () => ({
        path: `/accounts/${desk.adas}/grants`,
        body: { user_id: desk.bob.id, access: 'Read' },
        counted: `journal where type = 'GrantAccount'`,
        status: 201,
      }),
    ],
    [
      '/accounts/:acct_id/moneyvals',
      () => ({
        path: `/accounts/${desk.adas}/moneyvals`,
        body: { cash_balance: '1000000.1234', net_liq: 2, as_of: AS_OF },
        counted: `journal where type = 'StateMoney'`,
        status: 201,
      }),
    ],
    [
      '/refpositions',
      () => ({
        path: '/refpositions',
        body: {
          acct_id: desk.adas,
          as_of: AS_OF,
          position: [{ instrument_id: desk.instrumentId, quantity: 3, price: 5000 }],
          note: 'Stated once.',
        },
        counted: `journal where type = 'StatePositions'`,
        status: 201,
      }),
    ],
  ];

  it.each(throughTheExchange)(
    'was carried out by the exchange, and the next copy is answered with what it did: %s',
    async (name, make) => {
      const one = make();
      const { first, second, third, ...counts } = await story(`exchange-${name}`, one);

      expect([first.statusCode, first.json<{ code: string }>().code]).toEqual([503, 'storage_full']);
      expect(counts).toMatchObject({ doneAtFirst: 1, done: 1, notedAtFirst: 0 });
      expect(counts.noted).toBeGreaterThan(0);
      expect([second, third].map((answer) => [answer.statusCode, replayed(answer)])).toEqual([
        [one.status, 'true'],
        [one.status, 'true'],
      ]);
      expect(third.body).toBe(second.body);
      expect(await count(`idempotent_answers where commands is not null`)).toBe(0);
    },
  );

  it('is refused with another body also while only the exchange has carried it out', async () => {
    const one: Case = {
      path: '/accounts',
      body: { owner_id: desk.ada.id, name: 'First', currency: 'USD' },
      counted: 'accounts',
      status: 201,
    };
    await execute(REFUSE);
    await post('other-body', one).finally(() => execute(ACCEPT));

    const other = await post('other-body', { ...one, body: { ...one.body, name: 'Second' } });

    expect([other.statusCode, other.json<{ code: string }>().code]).toEqual([422, 'idempotency_key_reused']);
    expect((await post('other-body', one)).json()).toMatchObject({ name: 'First' });
  });

  it('shows the same delivery of a test event to the next copy', async () => {
    const { id } = (await desk.send('/webhooks', { url: 'https://app.example.test/tests' })).json<{ id: number }>();
    const { second, done } = await story('test-event', {
      path: `/webhooks/${id}/test`,
      body: {},
      counted: 'webhook_deliveries',
      status: 201,
    });

    expect([second.statusCode, done]).toEqual([201, 1]);
  });
});
