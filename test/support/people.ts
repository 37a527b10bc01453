import type { Role } from '../../src/access/actor.js';
import { type Granted, TokensService } from '../../src/auth/tokens.service.js';
import { Client } from '../../src/clients/client.entity.js';
import { digestOf, newClientId, newClientSecret, sealSecret } from '../../src/clients/client-secret.js';
import { hashPassword } from '../../src/users/password.js';
import { User } from '../../src/users/user.entity.js';
import type { House } from './house.js';

/** A key as its owner knows it. */
export type Key = Readonly<{ clientId: string; clientSecret: string }>;

/** Somebody who lives in a house, with a key of their own and an access token that the key was given. */
export type Person = Readonly<{ id: number; email: string; password: string; key: Key; token: string }>;

type Settled = Pick<House, 'app' | 'orm' | 'config'>;

/** So many strangers arrive at a time. */
const COACH = 20;

const PASSWORD = 'correct horse battery staple';
let passwordHash: Promise<string> | undefined;
const settled = new WeakMap<Settled['app'], Map<string, Promise<Person>>>();

/** The same name in the same house is the same person. */
export const people = {
  ada: (house: Settled) => settle(house, 'ada', 'Customer'),
  bob: (house: Settled) => settle(house, 'bob', 'Customer'),
  eve: (house: Settled) => settle(house, 'eve', 'Customer'),
  admin: (house: Settled) => settle(house, 'admin', 'Admin'),
  /** Customers who only stand about: they have no password, and each seventh has a closed account. */
  crowd: async ({ orm }: Pick<House, 'orm'>, size: number): Promise<void> => {
    const users = Array.from({ length: size }, (_, n) =>
      Object.assign(new User(`customer${n}@example.test`, 'Customer', `Number ${n}`, 'x'), { enabled: n % 7 > 0 }),
    );
    await orm.em.fork().persist(users).flush();
  },
  named: (house: Settled, name: string, role: Role = 'Customer') => settle(house, name, role),
  /** Somebody who has never been here. They arrive in coaches: to make one takes three commits, and to make many takes three as well. */
  stranger: (house: Settled, role: Role = 'Customer'): Promise<Person> => {
    const waiting = coaches.get(house.app) ?? { Customer: [], Admin: [] };
    coaches.set(house.app, waiting);
    if (waiting[role].length === 0) waiting[role].push(...arrive(house, role));
    return waiting[role].pop() as Promise<Person>;
  },
};

const coaches = new WeakMap<Settled['app'], Record<Role, Promise<Person>[]>>();
let guests = 0;

function arrive(house: Settled, role: Role): Promise<Person>[] {
  const names = Array.from({ length: COACH }, () => `guest${++guests}`);
  const all = moveInTogether(house, names, role);
  return names.map((_, n) => all.then((people) => people[n] as Person));
}

function settle(house: Settled, name: string, role: Role): Promise<Person> {
  const here = settled.get(house.app) ?? new Map<string, Promise<Person>>();
  settled.set(house.app, here);
  const known = here.get(name) ?? moveIn(house, name, role);
  here.set(name, known);
  return known;
}

async function moveIn(house: Settled, name: string, role: Role): Promise<Person> {
  const [person] = await moveInTogether(house, [name], role);
  return person as Person;
}

async function moveInTogether(house: Settled, names: readonly string[], role: Role): Promise<readonly Person[]> {
  const hash = await (passwordHash ??= hashPassword(Buffer.from(PASSWORD)));
  const users = names.map((name) => Object.assign(new User(`${name}@example.test`, name, 'Example', hash), { role }));
  await house.orm.em.fork().persist(users).flush();
  const keys = users.map(({ id }) => newKey(house, id));
  await house.orm.em
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
        token: await giveToken(house, { userId: id, clientId }),
      };
    }),
  );
}

/** A further key; what is not said is as a key that was posted with a name alone. */
export async function giveKey(
  house: Settled,
  ownerId: number,
  details: Partial<Client> & Partial<Key> = {},
): Promise<Key> {
  const { client, key } = newKey(house, ownerId, details);
  await house.orm.em.fork().persist(client).flush();
  return key;
}

function newKey(
  { config }: Settled,
  ownerId: number,
  details: Partial<Client> & Partial<Key> = {},
): Readonly<{ client: Client; key: Key }> {
  const { clientId = newClientId(), clientSecret = newClientSecret(), ...more } = details;
  const client = Object.assign(new Client(clientId, ownerId, 'A key'), more);
  if (client.tokenEndpointAuthMethod !== 'none') {
    client.secretDigest = digestOf(clientSecret);
    client.sealedSecret = sealSecret(clientSecret, clientId, config.secretKey);
  }
  return { client, key: { clientId, clientSecret } };
}

/** A further access token. */
export async function giveToken(
  house: Settled,
  of: Pick<Granted, 'userId' | 'clientId'> & Partial<Granted>,
): Promise<string> {
  const tokens = house.app.get(TokensService, { strict: false });
  const issued = await tokens.issue({
    actingUserId: of.userId,
    grantType: 'password',
    scope: '',
    isRefreshable: false,
    ...of,
  });
  return issued.accessToken;
}
