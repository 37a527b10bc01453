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
    const users = Array.from({ length: size }, (_, n) => Object.assign(new User(`customer${n}@example.test`, 'Customer', `Number ${n}`, 'x'), { enabled: n % 7 > 0 }));
    await orm.em.fork().persist(users).flush();
  },
  named: (house: Settled, name: string, role: Role = 'Customer') => settle(house, name, role),
};

function settle(house: Settled, name: string, role: Role): Promise<Person> {
  const here = settled.get(house.app) ?? new Map<string, Promise<Person>>();
  settled.set(house.app, here);
  const known = here.get(name) ?? moveIn(house, name, role);
  here.set(name, known);
  return known;
}

async function moveIn(house: Settled, name: string, role: Role): Promise<Person> {
  const email = `${name}@example.test`;
  const user = new User(email, name, 'Example', await (passwordHash ??= hashPassword(Buffer.from(PASSWORD))));
  user.role = role;
  await house.orm.em.fork().persist(user).flush();
  const key = await giveKey(house, user.id);
  return { id: user.id, email, password: PASSWORD, key, token: await giveToken(house, { userId: user.id, clientId: key.clientId }) };
}

/** A further key; what is not said is as a key that was posted with a name alone. */
export async function giveKey(house: Settled, ownerId: number, details: Partial<Client> & Partial<Key> = {}): Promise<Key> {
  const { clientId = newClientId(), clientSecret = newClientSecret(), ...more } = details;
  const client = Object.assign(new Client(clientId, ownerId, 'A key'), more);
  if (client.tokenEndpointAuthMethod !== 'none') {
    client.secretDigest = digestOf(clientSecret);
    client.sealedSecret = sealSecret(clientSecret, clientId, house.config.secretKey);
  }
  await house.orm.em.fork().persist(client).flush();
  return { clientId, clientSecret };
}

/** A further access token. */
export async function giveToken(house: Settled, of: Pick<Granted, 'userId' | 'clientId'> & Partial<Granted>): Promise<string> {
  const tokens = house.app.get(TokensService, { strict: false });
  const issued = await tokens.issue({ actingUserId: of.userId, grantType: 'password', scope: '', isRefreshable: false, ...of });
  return issued.accessToken;
}
