import type { TestApp } from '../support/test-app.js';
import { type ObjectKind, sharedInstrument } from '../support/matrix-objects.js';
import { people, type Person } from '../support/people.js';

const STATE = `
  select to_jsonb(a) account,
    (select jsonb_agg(g order by user_id) from account_grants g where acct_id = a.id) grants,
    (select jsonb_agg(m order by seq) from money_values m where acct_id = a.id) money,
    (select jsonb_agg(s order by seq) from position_statements s where acct_id = a.id) statements
  from accounts a where id = ?`;

async function posted(testApp: TestApp, path: string, body: object): Promise<number> {
  const answer = await testApp.request('POST', path, { as: (await people.admin(testApp)).token, body });
  if (answer.statusCode !== 201) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`);
  return answer.json<{ id: number }>().id;
}

const opened = (testApp: TestApp, owner: Person): Promise<number> =>
  posted(testApp, '/accounts', { owner_id: owner.id, name: 'An account', currency: 'USD' });

/** A trading account, with whom else may use it and what was stated of it. */
export const tradingAccount: ObjectKind = {
  make: async (testApp, owner) => String(await opened(testApp, owner)),
  missing: '2000000000',
  state: (testApp, id) => testApp.orm.em.fork().execute(STATE, [id]),
};

/** One that Eve may look at. */
export const grantedAccount: ObjectKind = {
  ...tradingAccount,
  make: async (testApp, owner) => {
    const id = await opened(testApp, owner);
    await testApp.request('PUT', `/accounts/${id}/grants/${(await people.eve(testApp)).id}`, {
      as: (await people.admin(testApp)).token,
      body: { access: 'Read' },
    });
    return String(id);
  },
};

/** A list of the positions of an account. */
export const referencePositions: ObjectKind = {
  make: async (testApp, owner) =>
    String(
      await posted(testApp, '/refpositions', {
        acct_id: await opened(testApp, owner),
        as_of: '2026-01-30',
        position: [],
      }),
    ),
  missing: '2000000000',
  state: (testApp, id) =>
    testApp.orm.em.fork().execute('select to_jsonb(s) from position_statements s where seq = ?', [id]),
};

let breaks = 0;

/** A difference in a user's account: their list names what they have never traded. */
export const brokenPosition: ObjectKind = {
  make: async (testApp, owner) => {
    const acctId = await opened(testApp, owner);
    const instrumentId = Number(await sharedInstrument.make(testApp, owner));
    const answer = await testApp.request('POST', '/refpositions', {
      as: (await people.admin(testApp)).token,
      body: {
        acct_id: acctId,
        as_of: '2026-01-30',
        position: [{ instrument_id: instrumentId, quantity: ++breaks, price: 6000 }],
      },
    });
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return String(answer.json<{ breaks: { opened: { id: number }[] } }>().breaks.opened[0]?.id);
  },
  missing: '2000000000',
  state: (testApp, id) =>
    testApp.orm.em.fork().execute('select to_jsonb(b) from reconciliation_breaks b where id = ?', [id]),
};

/** A table of statements that was carried out: to confirm it once more changes nothing. */
export const statementTable: ObjectKind = {
  make: async (testApp, owner) => {
    const [made] = await testApp.orm.em
      .fork()
      .execute<{ id: string }[]>(
        `insert into statement_uploads (user_id, acting_user_id, kind, file_name, content, created_at, applied_at, outcomes) values (?, ?, 'money', 'x.csv', '', now(), now(), '[]') returning id`,
        [owner.id, owner.id],
      );
    return made?.id ?? '';
  },
  missing: '2000000000',
  state: (testApp, id) =>
    testApp.orm.em.fork().execute('select to_jsonb(u) from statement_uploads u where id = ?', [id]),
};
