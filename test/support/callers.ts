import { createFormToken } from '../../src/auth/sessions/form-token.js';
import { SessionsService } from '../../src/auth/sessions/sessions.service.js';
import { Cookies } from '../../src/http/cookies.js';
import type { TestApp } from './test-app.js';
import { type LimitedRole, limitedRoles } from './limited-roles.js';
import { createKey, issueToken, people, type Person } from './people.js';
import { basic } from './token-endpoint.js';

type Headers = Readonly<Record<string, string>>;

/** A user at an endpoint: whose things are their own, what they show, and what they ask for. */
export type CallerContext = Readonly<{ person: Person; headers: Headers; accept: string; formFields: Headers }>;

type ShownCredentials = Readonly<{ headers?: Headers; accept?: string; formFields?: Headers }>;

/** A user who has never been here, so that nothing that was done before matters. */
const { newUser } = people;

const bearing = (token: string): ShownCredentials => ({ headers: { authorization: `Bearer ${token}` } });

const as = (
  person: Person,
  { headers = {}, accept = 'application/json', formFields = {} }: ShownCredentials,
): CallerContext => ({ person, headers, accept, formFields });

async function spoilt(testApp: TestApp, statement: string): Promise<CallerContext> {
  const person = await newUser(testApp);
  await testApp.orm.em.fork().execute(statement, [person.id]);
  return as(person, bearing(person.token));
}

/** A browser in which a user is signed in; what it sends as a form carries what the page gave it. */
async function inABrowser(testApp: TestApp, accept: string): Promise<CallerContext> {
  const person = await newUser(testApp);
  const token = await testApp.app
    .get(SessionsService, { strict: false })
    .open(person.id, { address: '127.0.0.1', userAgent: '', previousToken: null });
  const [cookie = ''] = new Cookies(testApp.config.isHttps).setSession(token, 60).split(';');
  return as(person, {
    headers: { cookie },
    accept,
    formFields: { form_token: createFormToken({ cookie: token, customerId: null }, testApp.config.secretKey) },
  });
}

/** A token that a user granted to another's application; its key is the one of this visit, so that nobody else counts for its rate limit. */
const limited =
  (name: LimitedRole) =>
  async (testApp: TestApp): Promise<CallerContext> => {
    const person = await newUser(testApp, name.startsWith('an administrator') ? 'Admin' : 'Customer');
    const key = await createKey(testApp, (await people.named(testApp, 'vendor')).id);
    return as(
      { ...person, key },
      bearing(
        await issueToken(testApp, { userId: person.id, clientId: key.clientId, scope: limitedRoles[name].scope }),
      ),
    );
  };

const ownFamily = 'select id from token_families where user_id = ?';

/**
 * Everybody who may come to an endpoint, each as a way to sign in as them. Another customer is a customer who asks for another’s object.
 */
export const callers = {
  anonymous: async (testApp: TestApp) => as(await newUser(testApp), {}),

  'a key alone': async (testApp: TestApp) => {
    const person = await newUser(testApp);
    return as(person, { headers: { authorization: basic(person.key) } });
  },

  'a customer': async (testApp: TestApp) => {
    const person = await newUser(testApp);
    return as(
      person,
      bearing(await issueToken(testApp, { userId: person.id, clientId: person.key.clientId, scope: 'openid' })),
    );
  },

  'an administrator': async (testApp: TestApp) => {
    const person = await newUser(testApp, 'Admin');
    return as(
      person,
      bearing(await issueToken(testApp, { userId: person.id, clientId: person.key.clientId, scope: 'openid' })),
    );
  },

  'an administrator on behalf': async (testApp: TestApp) => {
    const [person, administrator] = [await newUser(testApp), await newUser(testApp, 'Admin')];
    return as(
      person,
      bearing(
        await issueToken(testApp, {
          userId: person.id,
          actingUserId: administrator.id,
          clientId: person.key.clientId,
          scope: 'openid',
        }),
      ),
    );
  },

  'an administrator’s key by itself': async (testApp: TestApp) => {
    const person = await newUser(testApp, 'Admin');
    return as(
      person,
      bearing(
        await issueToken(testApp, {
          userId: person.id,
          clientId: person.key.clientId,
          grantType: 'client_credentials',
          scope: 'openid',
        }),
      ),
    );
  },

  'a small scope': async (testApp: TestApp) => {
    const person = await newUser(testApp);
    return as(person, bearing(person.token));
  },

  'a third-party token': limited('a third-party token'),

  'a third-party token to trade': limited('a third-party token to trade'),

  'a third-party token for keys': limited('a third-party token for keys'),

  'an administrator’s third-party token': limited('an administrator’s third-party token'),

  'an administrator’s third-party token to administer': limited('an administrator’s third-party token to administer'),

  'a revoked token': (testApp: TestApp) =>
    spoilt(testApp, `update access_tokens set revoked_at = now() where family_id in (${ownFamily})`),

  'an expired token': (testApp: TestApp) =>
    spoilt(
      testApp,
      `update access_tokens set expires_at = now() - interval '1 second' where family_id in (${ownFamily})`,
    ),

  'a disabled user': (testApp: TestApp) => spoilt(testApp, 'update users set enabled = false where id = ?'),

  'a disabled key': (testApp: TestApp) => spoilt(testApp, 'update clients set enabled = false where owner_id = ?'),

  'a session that asks for a page': (testApp: TestApp) => inABrowser(testApp, 'text/html'),

  'a session that asks for JSON': (testApp: TestApp) => inABrowser(testApp, 'application/json'),
} satisfies Readonly<Record<string, (testApp: TestApp) => Promise<CallerContext>>>;

export type Role = keyof typeof callers;

export const roles = Object.keys(callers) as Role[];
