import type { Role } from '../../src/access/actor.js';
import { type TokenGrant, TokenIssuerService } from '../../src/auth/tokens/token-issuer.service.js';
import { Client } from '../../src/clients/client.entity.js';
import { calculateDigest, createClientId, createClientSecret, sealSecret } from '../../src/clients/client-secret.js';
import { User } from '../../src/users/user.entity.js';
import { hashOnce } from './cheap-passwords.js';
import type { TestApp } from './test-app.js';

/** A key as its owner knows it. */
export type Key = Readonly<{ clientId: string; clientSecret: string }>;

/** A user of a test app, with an API key and an access token. */
export type Person = Readonly<{ id: number; email: string; password: string; key: Key; token: string }>;

type AppWithDatabase = Pick<TestApp, 'app' | 'orm' | 'config'>;

/** As many users are created at a time. */
const COACH = 20;

const PASSWORD = 'correct horse battery staple';
const settled = new WeakMap<AppWithDatabase['app'], Map<string, Promise<Person>>>();

/** The same name in the same house is the same person. */
export const people = {
  ada: (testApp: AppWithDatabase) => settle(testApp, 'ada', 'Customer'),
  bob: (testApp: AppWithDatabase) => settle(testApp, 'bob', 'Customer'),
  eve: (testApp: AppWithDatabase) => settle(testApp, 'eve', 'Customer'),
  admin: (testApp: AppWithDatabase) => settle(testApp, 'admin', 'Admin'),
  /** Customers who only stand about: they have no password, and each seventh has a closed account. */
  crowd: async ({ orm }: Pick<TestApp, 'orm'>, size: number): Promise<void> => {
    const users = Array.from({ length: size }, (_, n) =>
      Object.assign(new User(`customer${n}@example.test`, 'Customer', `Number ${n}`, 'x'), { enabled: n % 7 > 0 }),
    );
    await orm.em.fork().persist(users).flush();
  },
  named: (testApp: AppWithDatabase, name: string, role: Role = 'Customer') => settle(testApp, name, role),
  /** A user who has never been here. They are created in groups: one takes three commits, and many take three as well. */
  newUser: (testApp: AppWithDatabase, role: Role = 'Customer'): Promise<Person> => {
    const waiting = coaches.get(testApp.app) ?? { Customer: [], Admin: [] };
    coaches.set(testApp.app, waiting);
    if (waiting[role].length === 0) waiting[role].push(...arrive(testApp, role));
    return waiting[role].pop() as Promise<Person>;
  },
};

const coaches = new WeakMap<AppWithDatabase['app'], Record<Role, Promise<Person>[]>>();
let guests = 0;

function arrive(testApp: AppWithDatabase, role: Role): Promise<Person>[] {
  const names = Array.from({ length: COACH }, () => `guest${++guests}`);
  const all = moveInTogether(testApp, names, role);
  return names.map((_, n) => all.then((people) => people[n] as Person));
}

function settle(testApp: AppWithDatabase, name: string, role: Role): Promise<Person> {
  const here = settled.get(testApp.app) ?? new Map<string, Promise<Person>>();
  settled.set(testApp.app, here);
  const known = here.get(name) ?? moveIn(testApp, name, role);
  here.set(name, known);
  return known;
}

async function moveIn(testApp: AppWithDatabase, name: string, role: Role): Promise<Person> {
  const [person] = await moveInTogether(testApp, [name], role);
  return person as Person;
}

async function moveInTogether(
  testApp: AppWithDatabase,
  names: readonly string[],
  role: Role,
): Promise<readonly Person[]> {
  const hash = await hashOnce(testApp.app, PASSWORD);
  const users = names.map((name) => Object.assign(new User(`${name}@example.test`, name, 'Example', hash), { role }));
  await testApp.orm.em.fork().persist(users).flush();
  const keys = users.map(({ id }) => newKey(testApp, id));
  await testApp.orm.em
    .fork()
    .persist(keys.map(({ client }) => client))
    .flush();
  return Promise.all(
    users.map(async ({ id, email }, n) => {
      const { clientId, clientSecret } = keys[n]?.key as Key;
      return {
        id,
        email,
        password: PASSWORD,
        key: { clientId, clientSecret },
        token: await issueToken(testApp, { userId: id, clientId }),
      };
    }),
  );
}

/** A further key; what is not said is as a key that was posted with a name alone. */
export async function createKey(
  testApp: AppWithDatabase,
  ownerId: number,
  details: Partial<Client> & Partial<Key> = {},
): Promise<Key> {
  const { client, key } = newKey(testApp, ownerId, details);
  await testApp.orm.em.fork().persist(client).flush();
  return key;
}

function newKey(
  { config }: AppWithDatabase,
  ownerId: number,
  details: Partial<Client> & Partial<Key> = {},
): Readonly<{ client: Client; key: Key }> {
  const { clientId = createClientId(), clientSecret = createClientSecret(), ...more } = details;
  const client = Object.assign(new Client(clientId, ownerId, 'A key'), more);
  if (client.tokenEndpointAuthMethod !== 'none') {
    client.secretDigest = calculateDigest(clientSecret);
    client.sealedSecret = sealSecret(clientSecret, clientId, config.secretKey);
  }
  return { client, key: { clientId, clientSecret } };
}

/** A further access token. */
export async function issueToken(
  testApp: AppWithDatabase,
  of: Pick<TokenGrant, 'userId' | 'clientId'> & Partial<TokenGrant>,
): Promise<string> {
  const tokens = testApp.app.get(TokenIssuerService, { strict: false });
  const issued = await tokens.issue({
    actingUserId: of.userId,
    grantType: 'password',
    scope: '',
    isRefreshable: false,
    ...of,
  });
  return issued.accessToken;
}
