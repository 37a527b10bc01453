import { hashToken } from '../../src/auth/tokens/token.js';
import { ConsentsService } from '../../src/auth/oauth/authorize/consents.service.js';
import { SessionsService } from '../../src/auth/sessions/sessions.service.js';
import { TokenIssuerService } from '../../src/auth/tokens/token-issuer.service.js';
import type { TestApp } from './test-app.js';
import { createKey, issueToken, people, type Person } from './people.js';
import { referenceData } from './reference-data.js';

/**
 * A kind of thing that endpoints are about, and that belongs to a user: how to make one, how one is written that nobody has, and
 * what the database knows of it.
 */
export type ObjectKind = Readonly<{
  make: (testApp: TestApp, owner: Person) => Promise<string>;
  missing: string;
  state: (testApp: TestApp, name: string) => Promise<unknown>;
}>;

const row = async (testApp: TestApp, statement: string, name: string): Promise<unknown> =>
  testApp.orm.em.fork().execute(statement, [name]);

const stateOfToken = (table: string) => (testApp: TestApp, token: string) =>
  row(
    testApp,
    `select to_jsonb(t) token, to_jsonb(f) family from ${table} t join token_families f on f.id = t.family_id where t.digest = ?`,
    hashToken(token),
  );

export const key: ObjectKind = {
  make: async (testApp, owner) => (await createKey(testApp, owner.id)).clientId,
  missing: 'aKeyThatNobodyHas000',
  state: (testApp, clientId) => row(testApp, 'select to_jsonb(c) from clients c where client_id = ?', clientId),
};

/** Everybody is their own. */
export const user: ObjectKind = {
  make: (_testApp, owner) => Promise.resolve(String(owner.id)),
  missing: '2000000000',
  state: (testApp, id) => row(testApp, 'select to_jsonb(u) from users u where id = ?', id),
};

/** A key that is disabled, or whose user is, got its tokens before. */
async function beforeDisabling(testApp: TestApp, { id, key: { clientId } }: Person, make: () => Promise<string>) {
  const run = (text: string, value: number | string) => testApp.orm.em.fork().execute<unknown[]>(text, [value]);
  const enable = async (table: string, column: string, value: number | string) => {
    const isDisabled = `select from ${table} where ${column} = ? and not enabled`;
    if ((await run(isDisabled, value)).length === 0) return () => Promise.resolve([]);
    await run(`update ${table} set enabled = true where ${column} = ?`, value);
    return () => run(`update ${table} set enabled = false where ${column} = ?`, value);
  };
  const disable = [await enable('clients', 'client_id', clientId), await enable('users', 'id', id)];
  const made = await make();
  for (const disableAgain of disable) await disableAgain();
  return made;
}

export const accessToken: ObjectKind = {
  make: (testApp, owner) =>
    beforeDisabling(testApp, owner, () =>
      issueToken(testApp, { userId: owner.id, clientId: owner.key.clientId, scope: 'openid' }),
    ),
  missing: `kat_${'A'.repeat(43)}`,
  state: stateOfToken('access_tokens'),
};

export const refreshToken: ObjectKind = {
  make: (testApp, owner) =>
    beforeDisabling(testApp, owner, async () => {
      const of = { userId: owner.id, actingUserId: owner.id, clientId: owner.key.clientId };
      const { refreshToken: token } = await testApp.app
        .get(TokenIssuerService, { strict: false })
        .issue({ ...of, grantType: 'password', scope: 'openid', isRefreshable: true });
      return token ?? '';
    }),
  missing: `krt_${'A'.repeat(43)}`,
  state: stateOfToken('refresh_tokens'),
};

/** One that was used already, long enough ago that nobody may use it again. */
export const spentRefreshToken: ObjectKind = {
  ...refreshToken,
  make: async (testApp, owner) => {
    const token = await refreshToken.make(testApp, owner);
    await testApp.orm.em
      .fork()
      .execute(`update refresh_tokens set used_at = now() - interval '1 hour' where digest = ?`, [hashToken(token)]);
    return token;
  },
};

/** A browser in which its owner is signed in. */
export const session: ObjectKind = {
  make: async (testApp, owner) => {
    await testApp.app
      .get(SessionsService, { strict: false })
      .open(owner.id, { address: '127.0.0.1', userAgent: '', previousToken: null });
    const [{ id }] = await testApp.orm.em
      .fork()
      .execute<[{ id: string }]>('select max(id) id from sessions where user_id = ?', [owner.id]);
    return id;
  },
  missing: '2000000000',
  state: (testApp, id) => row(testApp, 'select to_jsonb(s) from sessions s where id = ?', id),
};

/** The access that its owner has given to an application of another user. */
export const agreement: ObjectKind = {
  make: async (testApp, owner) => {
    const { clientId } = await createKey(testApp, (await people.bob(testApp)).id);
    await testApp.app.get(ConsentsService, { strict: false }).grant(owner.id, clientId, 'openid');
    return clientId;
  },
  missing: 'aKeyThatNobodyHas000',
  state: (testApp, clientId) => row(testApp, 'select to_jsonb(c) from consents c where client_id = ?', clientId),
};

let symbols = 0;

/** Reference data is nobody's: everybody reads it, and an administrator who made one has no more right to it than another. */
const reference = (
  table: string,
  make: (data: ReturnType<typeof referenceData>, details: { symbol: string }, parentId: number) => Promise<number>,
  parent?: ObjectKind,
): ObjectKind => ({
  make: async (testApp, owner) => {
    const data = referenceData(testApp, (await people.admin(testApp)).token);
    return String(await make(data, { symbol: `OBJECT${++symbols}` }, Number(await parent?.make(testApp, owner))));
  },
  missing: '2000000000',
  state: (testApp, id) => row(testApp, `select to_jsonb(r) from ${table} r where id = ?`, id),
});

/** One object for all callers of an application: the venue reads all reference data again after each new object. */
const once = (kind: ObjectKind): ObjectKind => {
  const objects = new WeakMap<TestApp, Promise<string>>();
  return {
    ...kind,
    make: (testApp, owner) => {
      const object = objects.get(testApp) ?? kind.make(testApp, owner);
      objects.set(testApp, object);
      return object;
    },
  };
};

export const productGroup = reference('product_groups', (data, details) => data.group(details));

/** The shared objects are for endpoints that nobody may change them by. */
export const sharedProductGroup = once(productGroup);

export const product = reference(
  'products',
  (data, details, groupId) => data.product(groupId, details),
  sharedProductGroup,
);

export const sharedProduct = once(product);

export const instrument = reference(
  'instruments',
  (data, details, productId) => data.instrument(productId, details),
  sharedProduct,
);

export const sharedInstrument = once(instrument);
