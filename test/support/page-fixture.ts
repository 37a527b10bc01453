import { User } from '../../src/users/user.entity.js';
import { hashOnce } from './cheap-passwords.js';
import { type TestApp, openTestApp } from './test-app.js';
import { readPasswordProof } from './key-pages.js';
import { hashToken } from '../../src/auth/tokens/token.js';
import { people } from './people.js';
import { type BrowserClient, openBrowserClient } from './browser-client.js';

/** Who looks at a page. `returning` is the trader, whose password was proved a while ago; `new user` is not signed in, and must change the password first. */
export type PageViewer = 'anonymous' | 'new user' | 'trader' | 'returning' | 'administrator' | 'acting';

/** With what the new user signs in. */
export const mustChange = { email: 'new.user@example.test', password: 'correct horse battery staple' } as const;

type Credentials = Readonly<{ id: number; email: string; password: string }>;

/** What an address may name: `{order}` stands for the order of that world. */
export type Names = Readonly<Record<string, string | number>>;

/** A test app in a state, and those who look at it in a browser of their own. */
export type PageFixture = Readonly<{
  testApp: TestApp;
  home: string;
  names: Names;
  /** The same onlooker has the same browser. */
  browserOf: (who: PageViewer) => Promise<BrowserClient>;
}>;

const PASSWORD = 'correct horse battery staple';

/** A user with a password and nothing else, not even a key. */
export async function registerNewUser(
  testApp: TestApp,
  email: string,
  [first, last]: readonly [string, string],
): Promise<Credentials> {
  const user = new User(email, first, last, await hashOnce(testApp.app, PASSWORD));
  await testApp.orm.em.fork().persist(user).flush();
  return { id: user.id, email, password: PASSWORD };
}

/** The password of this very session was proved a while ago; the same user may sign in elsewhere at the same time. */
async function ageSession(testApp: TestApp, browser: BrowserClient): Promise<void> {
  await testApp.orm.em
    .fork()
    .execute(`update sessions set auth_time = now() - interval '16 minutes' where digest = ?`, [
      hashToken(browser.cookies.get('session')?.value ?? ''),
    ]);
}

/** Opens a test app and lets it be filled; who trades there, and what addresses may name, is what the filling gives. */
export async function openPageFixture(
  env: Readonly<Record<string, string>>,
  fill: (testApp: TestApp) => Promise<Readonly<{ trader: Credentials; names: Names }>>,
): Promise<PageFixture> {
  const testApp = await openTestApp({ env: { RATE_LIMIT_ANONYMOUS: '100000', ...env } });
  const { trader, names } = await fill(testApp);
  const home = await testApp.url();
  const browsers = new Map<PageViewer, Promise<BrowserClient>>();
  const enter = async (who: PageViewer): Promise<BrowserClient> => {
    const browser = openBrowserClient(testApp);
    if (who === 'new user') await flag(testApp, await registerNewUser(testApp, mustChange.email, ['New', 'User']));
    if (who === 'anonymous' || who === 'new user') return browser;
    const answer = await browser.signIn(
      who === 'administrator' || who === 'acting' ? await people.admin(testApp) : trader,
    );
    if (answer.statusCode !== 303) throw new Error(`The ${who} could not sign in: ${answer.statusCode}`);
    if (who === 'returning') await ageSession(testApp, browser);
    if (who === 'acting') await actFor(browser, trader);
    return browser;
  };
  const browserOf = (who: PageViewer): Promise<BrowserClient> => {
    const known = browsers.get(who) ?? enter(who);
    browsers.set(who, known);
    return known;
  };
  return { testApp, home, names: { trader: trader.id, ...names }, browserOf };
}

async function flag(testApp: TestApp, { id }: Credentials): Promise<void> {
  await testApp.orm.em.fork().execute('update users set password_must_change = true where id = ?', [id]);
}

async function actFor(browser: BrowserClient, { id }: Credentials): Promise<void> {
  const answer = await browser.post('/acting', {
    customer_id: String(id),
    form_token: readPasswordProof(await browser.get('/docs')),
  });
  if (answer.statusCode !== 303) throw new Error(`The administrator could not act: ${answer.statusCode}`);
}
