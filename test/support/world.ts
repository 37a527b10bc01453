import { User } from '../../src/users/user.entity.js';
import { hashPassword } from '../../src/users/password.js';
import { type House, openHouse } from './house.js';
import { proofOn } from './key-pages.js';
import { people } from './people.js';
import { type Visitor, visitor } from './visitor.js';

/** Who looks at a page. */
export type Onlooker = 'stranger' | 'trader' | 'administrator' | 'acting';

type Credentials = Readonly<{ id: number; email: string; password: string }>;

/** What an address may name: `{order}` stands for the order of that world. */
export type Names = Readonly<Record<string, string | number>>;

/** A house in a state, and those who look at it in a browser of their own. */
export type World = Readonly<{
  house: House;
  home: string;
  names: Names;
  /** The same onlooker has the same browser. */
  browserOf: (who: Onlooker) => Promise<Visitor>;
}>;

const PASSWORD = 'correct horse battery staple';
let passwordHash: Promise<string> | undefined;

/** Somebody with a password and nothing else, not even a key. */
export async function newcomer(house: House, email: string, [first, last]: readonly [string, string]): Promise<Credentials> {
  const user = new User(email, first, last, await (passwordHash ??= hashPassword(Buffer.from(PASSWORD))));
  await house.orm.em.fork().persist(user).flush();
  return { id: user.id, email, password: PASSWORD };
}

/** Opens a house and lets it be filled; who trades there, and what addresses may name, is what the filling gives. */
export async function openWorld(env: Readonly<Record<string, string>>, fill: (house: House) => Promise<Readonly<{ trader: Credentials; names: Names }>>): Promise<World> {
  const house = await openHouse({ env: { RATE_LIMIT_ANONYMOUS: '100000', ...env } });
  const { trader, names } = await fill(house);
  const home = await house.url();
  const browsers = new Map<Onlooker, Promise<Visitor>>();
  const enter = async (who: Onlooker): Promise<Visitor> => {
    const browser = visitor(house);
    if (who === 'stranger') return browser;
    const answer = await browser.signIn(who === 'trader' ? trader : await people.admin(house));
    if (answer.statusCode !== 303) throw new Error(`The ${who} could not sign in: ${answer.statusCode}`);
    if (who === 'acting') await actFor(browser, trader);
    return browser;
  };
  const browserOf = (who: Onlooker): Promise<Visitor> => {
    const known = browsers.get(who) ?? enter(who);
    browsers.set(who, known);
    return known;
  };
  return { house, home, names: { trader: trader.id, ...names }, browserOf };
}

async function actFor(browser: Visitor, { id }: Credentials): Promise<void> {
  const answer = await browser.post('/acting', { customer_id: String(id), form_token: proofOn(await browser.get('/docs')) });
  if (answer.statusCode !== 303) throw new Error(`The administrator could not act: ${answer.statusCode}`);
}
