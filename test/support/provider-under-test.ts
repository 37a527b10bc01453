import { INTERFACE_GRANTS } from '../../src/clients/grant-types.js';
import { openTestApp } from './test-app.js';
import { overHttp } from './over-http.js';
import { createKey, people, type Person } from './people.js';
import { readAuthorizationResponse, formsOf, openBrowserClient } from './browser-client.js';

/** Where the application of the judges takes answers; nobody listens there, the browser only comes by. */
export const CALLBACK = 'https://app.example/cb';
export const GOODBYE = 'https://app.example/bye';

export type ProviderUnderTest = Awaited<ReturnType<typeof openProviderUnderTest>>;

/** The service as a client library of another user meets it: behind an address, with a key, and a user who has a browser. */
export async function openProviderUnderTest() {
  const testApp = await openTestApp();
  const url = await testApp.url();
  const [ada, bob, admin] = [await people.ada(testApp), await people.bob(testApp), await people.admin(testApp)];
  const addresses = { redirectUris: [CALLBACK], postLogoutRedirectUris: [GOODBYE] };
  const key = await createKey(testApp, ada.id, {
    ...addresses,
    grantTypes: [...INTERFACE_GRANTS, 'client_credentials'],
  });
  const publicKey = await createKey(testApp, ada.id, { ...addresses, tokenEndpointAuthMethod: 'none' });
  const browser = () => openBrowserClient(overHttp(url));

  return {
    testApp,
    url,
    ada,
    /** A customer to whom Ada's keys are a third party's. */
    bob,
    admin,
    key,
    publicKey,
    browser,

    /** Ada has signed in here: errors go back to the application only from a browser whose user trusts it. */
    signedIn: async () => {
      const by = browser();
      await by.signIn(ada);
      return by;
    },

    /** Ada goes where an application sends her, and signs in and agrees if she is asked; gives the address at which she comes back. */
    comeBack: async (address: URL | string, by = browser(), person: Person = ada): Promise<URL> => {
      const { pathname, search } = new URL(address, url);
      const page = await by.authorize(`${pathname}${search}`, person);
      return new URL(String(page.headers['location']));
    },

    /** The same where the answer comes in a form that posts itself; gives what the application is sent. */
    comeBackByPost: async (address: URL | string): Promise<Request> => {
      const { pathname, search } = new URL(address, url);
      const page = await browser().authorize(`${pathname}${search}`, ada);
      const [form] = formsOf(page.body);
      if (!form) throw new TypeError(`no form to post: ${page.statusCode} ${page.body.slice(0, 500)}`);
      return new Request(form.action, { method: form.method, body: new URLSearchParams(form.fields) });
    },

    /** Ada, or another user, does not agree. */
    refuse: async (address: URL | string, person: Person = ada): Promise<URL> => {
      const { pathname, search } = new URL(address, url);
      const by = browser();
      await by.signIn(person);
      const consent = await by.get(`${pathname}${search}`);
      const denied = await by.follow(await by.submit(consent, { decision: 'refuse' }));
      return new URL(String(denied.headers['location']));
    },

    /** What was given out so far is over, as time would have it. */
    expireCodes: () => testApp.orm.em.fork().execute(`update authorization_codes set expires_at = now()`),
    expireAccess: () => testApp.orm.em.fork().execute(`update access_tokens set expires_at = now()`),

    /** How the service answers when a browser signs out: where it is sent. */
    leave: async (address: URL | string, by = browser()) => {
      const { pathname, search } = new URL(address, url);
      return readAuthorizationResponse(await by.get(`${pathname}${search}`));
    },

    close: () => testApp.close(),
  };
}
