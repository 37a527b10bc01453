import { type BackOffice, type Fields, openBackOffice } from '../support/back-office.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import type { Person } from '../support/people.js';
import { groupFields, instrumentFields, productFields } from '../support/reference-data.js';
import { basic } from '../support/token-endpoint.js';
import { waitUntil } from '../support/within.js';

type EffectCase = Readonly<{
  path: string;
  as?: Person;
  keyOf?: Person;
  body: Fields;
  counted: string;
  status: number;
}>;

const AS_OF = '2026-01-30';

/** The database refuses, as with a full disk, to keep an answer under its key; everything before that goes through. */
const REJECT_RESPONSES_SQL = `
  create function refuse_answers() returns trigger as $$ begin raise exception 'no space' using errcode = '53100'; end; $$ language plpgsql;
  create trigger answers_are_refused before insert or update on idempotent_answers for each row when (new.answer is not null) execute function refuse_answers()`;
const ACCEPT_RESPONSES_SQL = 'drop trigger answers_are_refused on idempotent_answers; drop function refuse_answers()';

describe('POST whose response cannot be stored under its Idempotency-Key', () => {
  let testApp: TestApp;
  let market: BackOffice;
  let groupId: number;
  beforeAll(async () => {
    testApp = await openTestApp();
    market = await openBackOffice(testApp);
    groupId = (await market.send('/productgroups', { ...groupFields, symbol: 'OTHER' })).json<{ id: number }>().id;
  });
  afterAll(() => testApp.close());

  const execute = <Row>(statement: string, values: unknown[] = []) =>
    testApp.orm.em.fork().execute<Row[]>(statement, values);
  const count = async (counted: string): Promise<number> =>
    Number((await execute<{ count: string }>(`select count(*) from ${counted}`))[0]?.count);
  const countAuditEntries = (): Promise<number> => count('audit_entries');
  const post = (key: string, { path, as = market.admin, keyOf, body }: EffectCase) =>
    testApp.request(
      'POST',
      path,
      keyOf
        ? { body, headers: { authorization: basic(keyOf.key), 'idempotency-key': key } }
        : { as: as.token, body, headers: { 'idempotency-key': key } },
    );
  /** What the first post, the copy of it after the disk has space, and a copy of that copy are answered; and how often it was done by then. */
  const runThreeTimes = async (key: string, effectCase: EffectCase) => {
    const [before, notes] = [await count(effectCase.counted), await countAuditEntries()];
    await execute(REJECT_RESPONSES_SQL);
    const first = await post(key, effectCase).finally(() => execute(ACCEPT_RESPONSES_SQL));
    const [doneAtFirst, notedAtFirst] = [
      (await count(effectCase.counted)) - before,
      (await countAuditEntries()) - notes,
    ];
    const [second, third] = [await post(key, effectCase), await post(key, effectCase)];
    return {
      first,
      second,
      third,
      doneAtFirst,
      notedAtFirst,
      done: (await count(effectCase.counted)) - before,
      noted: (await countAuditEntries()) - notes,
    };
  };
  const readReplayed = ({ headers }: Readonly<{ headers: Readonly<Record<string, unknown>> }>): unknown =>
    headers['idempotent-replayed'];

  const ormCases: readonly (readonly [string, () => EffectCase | Promise<EffectCase>])[] = [
    [
      '/oauth/client',
      () => ({ path: '/oauth/client', as: market.ada, body: { name: 'Once' }, counted: 'clients', status: 200 }),
    ],
    [
      '/oauth/client/:client_id/secret',
      () => ({
        path: `/oauth/client/${market.ada.key.clientId}/secret`,
        as: market.ada,
        body: {},
        counted: `clients where client_id = '${market.ada.key.clientId}' and previous_secret_digest is not null`,
        status: 200,
      }),
    ],
    [
      '/users',
      () => ({
        path: '/users',
        keyOf: market.ada,
        body: { email: 'once@example.test', first_name: 'On', last_name: 'Ce', password: 'black and white' },
        counted: 'users',
        status: 201,
      }),
    ],
    [
      '/users/:id/enable',
      async () => ({
        path: `/users/${(await disableUser()).id}/enable`,
        body: {},
        counted: 'users where enabled',
        status: 200,
      }),
    ],
    [
      '/webhooks',
      () => ({
        path: '/webhooks',
        as: market.ada,
        body: { url: 'https://app.example.test/once' },
        counted: 'webhooks',
        status: 201,
      }),
    ],
    [
      '/productgroups',
      () => ({
        path: '/productgroups',
        body: { ...groupFields, symbol: 'ONCE' },
        counted: 'product_groups',
        status: 201,
      }),
    ],
    [
      '/products',
      () => ({
        path: '/products',
        body: { ...productFields, group_id: groupId, symbol: 'ONCE' },
        counted: 'products',
        status: 201,
      }),
    ],
    [
      '/instruments',
      () => ({
        path: '/instruments',
        body: { ...instrumentFields, product_id: market.productId, symbol: 'ONCE', settlement_price: undefined },
        counted: 'instruments',
        status: 201,
      }),
    ],
    [
      '/users/me/password',
      () => ({
        path: '/users/me/password',
        as: market.bob,
        body: { current_password: 'not the password', new_password: 'black and white' },
        counted: `users where password_hash like 'black%'`,
        status: 422,
      }),
    ],
  ];
  const disableUser = async (): Promise<{ id: number }> => {
    const [row] = await execute<{ id: number }>(
      `update users set enabled = false where id = (select max(id) from users) returning id`,
    );
    return { id: Number(row?.id) };
  };

  it.each(ormCases.slice(0, -1))('changes nothing and is executed by the next copy: %s', async (name, createCase) => {
    const effectCase = await createCase();
    const { first, second, third, ...counts } = await runThreeTimes(`orm ${name}`.replaceAll(' ', '-'), effectCase);

    expect([first.statusCode, first.json<{ code: string }>().code]).toEqual([503, 'storage_full']);
    expect(counts).toMatchObject({ doneAtFirst: 0, notedAtFirst: 0, done: 1, noted: 1 });
    expect([second, third].map((answer) => [answer.statusCode, readReplayed(answer)])).toEqual([
      [effectCase.status, undefined],
      [effectCase.status, 'true'],
    ]);
    expect(third.body).toBe(second.body);
  });

  it('keeps the audit entry of a rejection, with the key still free', async () => {
    const [, createCase] = ormCases.at(-1) ?? [];
    const effectCase = (await createCase?.()) as EffectCase;
    const denied = `audit_entries where action = 'user.password_changed' and outcome = 'denied'`;
    const before = await count(denied);

    const responses = [
      await post('refused', effectCase),
      await post('refused', { ...effectCase, body: { ...effectCase.body, current_password: 'nor this' } }),
    ];

    expect(responses.map(({ statusCode }) => statusCode)).not.toContain(200);
    expect((await count(denied)) - before).toBe(2);
    // A denied request is answered before its second entry is written; the entries of the tests below are counted.
    await waitUntil(async () => (await count(`audit_entries where action = 'access.refused'`)) === responses.length);
  });

  const exchangeCases: readonly (readonly [string, () => EffectCase])[] = [
    [
      '/accounts',
      () => ({
        path: '/accounts',
        body: { owner_id: market.ada.id, name: 'Once', currency: 'USD' },
        counted: 'accounts',
        status: 201,
      }),
    ],
    [
      '/accounts/:acct_id/grants',
      () => ({
        path: `/accounts/${market.adas}/grants`,
        body: { user_id: market.bob.id, access: 'Read' },
        counted: `journal where type = 'GrantAccount'`,
        status: 201,
      }),
    ],
    [
      '/accounts/:acct_id/moneyvals',
      () => ({
        path: `/accounts/${market.adas}/moneyvals`,
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
          acct_id: market.adas,
          as_of: AS_OF,
          position: [{ instrument_id: market.instrumentId, quantity: 3, price: 5000 }],
          note: 'Stated once.',
        },
        counted: `journal where type = 'StatePositions'`,
        status: 201,
      }),
    ],
  ];

  it.each(exchangeCases)(
    'was executed by the exchange, and the next copy gets its result: %s',
    async (name, createCase) => {
      const effectCase = createCase();
      const { first, second, third, ...counts } = await runThreeTimes(`exchange-${name}`, effectCase);

      expect([first.statusCode, first.json<{ code: string }>().code]).toEqual([503, 'storage_full']);
      expect(counts).toMatchObject({ doneAtFirst: 1, done: 1, notedAtFirst: 0 });
      expect(counts.noted).toBeGreaterThan(0);
      expect([second, third].map((answer) => [answer.statusCode, readReplayed(answer)])).toEqual([
        [effectCase.status, 'true'],
        [effectCase.status, 'true'],
      ]);
      expect(third.body).toBe(second.body);
      expect(await count(`idempotent_answers where commands is not null`)).toBe(0);
    },
  );

  it('rejects another body also when only the exchange has executed it', async () => {
    const effectCase: EffectCase = {
      path: '/accounts',
      body: { owner_id: market.ada.id, name: 'First', currency: 'USD' },
      counted: 'accounts',
      status: 201,
    };
    await execute(REJECT_RESPONSES_SQL);
    await post('other-body', effectCase).finally(() => execute(ACCEPT_RESPONSES_SQL));

    const other = await post('other-body', { ...effectCase, body: { ...effectCase.body, name: 'Second' } });

    expect([other.statusCode, other.json<{ code: string }>().code]).toEqual([422, 'idempotency_key_reused']);
    expect((await post('other-body', effectCase)).json()).toMatchObject({ name: 'First' });
  });

  it('shows the same delivery of a test event to the next copy', async () => {
    const { id } = (await market.send('/webhooks', { url: 'https://app.example.test/tests' })).json<{ id: number }>();
    const { second, done } = await runThreeTimes('test-event', {
      path: `/webhooks/${id}/test`,
      body: {},
      counted: 'webhook_deliveries',
      status: 201,
    });

    expect([second.statusCode, done]).toEqual([201, 1]);
  });
});
