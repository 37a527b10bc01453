import type * as library from 'oidc-client-ts';
import type { Page } from 'playwright-core';
import { type Browser, openBrowser, type Window } from '../support/browser.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { openOidcApplication } from './oidc-application.js';
import { createKey, people, type Person } from '../support/people.js';

type Oidc = typeof library;
type Settings = Pick<library.UserManagerSettings, 'authority' | 'client_id' | 'redirect_uri' | 'scope'> &
  Partial<library.UserManagerSettings>;

/** What the page of the application tells of its user. */
type ClientResult = Readonly<{
  scope?: string;
  access: string;
  refresh?: string;
  sub?: string;
  given?: string;
  email?: string;
  state?: unknown;
}>;

/** Each of these runs in the page of the application, with the library that the page has loaded. */
const inPage = {
  begin: async (settings: Settings): Promise<void> => {
    const { UserManager } = (globalThis as unknown as { oidc: Oidc }).oidc;
    await new UserManager(settings).signinRedirect({ state: { from: 'start' } });
  },
  finish: async (settings: Settings): Promise<ClientResult> => {
    const { UserManager } = (globalThis as unknown as { oidc: Oidc }).oidc;
    const user = await new UserManager(settings).signinRedirectCallback();
    const { scope, access_token: access, refresh_token: refresh, profile, state } = user;
    return {
      access,
      state,
      ...(scope !== undefined && { scope }),
      ...(refresh !== undefined && { refresh }),
      sub: profile.sub,
      ...(profile.given_name !== undefined && { given: profile.given_name }),
      ...(profile.email !== undefined && { email: profile.email }),
    };
  },
  renew: async (settings: Settings): Promise<ClientResult | string> => {
    const { UserManager } = (globalThis as unknown as { oidc: Oidc }).oidc;
    try {
      const user = await new UserManager(settings).signinSilent();
      return {
        access: user?.access_token ?? '',
        ...(user?.refresh_token !== undefined && { refresh: user.refresh_token }),
        ...(user?.scope !== undefined && { scope: user.scope }),
      };
    } catch (error) {
      const { name, message, error: code = message } = error as Error & { error?: string };
      return `${name}: ${code}`;
    }
  },
  answerFrame: async (settings: Settings): Promise<void> => {
    const { UserManager } = (globalThis as unknown as { oidc: Oidc }).oidc;
    await new UserManager(settings).signinSilentCallback();
  },
  leave: async (settings: Settings): Promise<void> => {
    const { UserManager } = (globalThis as unknown as { oidc: Oidc }).oidc;
    await new UserManager(settings).signoutRedirect({ state: { from: 'end' } });
  },
  left: async (settings: Settings): Promise<unknown> => {
    const { UserManager } = (globalThis as unknown as { oidc: Oidc }).oidc;
    return (await new UserManager(settings).signoutRedirectCallback()).userState;
  },
  fetch: async ({
    url,
    method = 'GET',
    token,
  }: {
    url: string;
    method?: string;
    token: string;
  }): Promise<readonly [number, string]> => {
    const response = await fetch(url, {
      method,
      headers: { accept: 'application/json', authorization: `Bearer ${token}`, prefer: 'status=401' },
    });
    return [response.status, (await response.text()).slice(0, 2000)];
  },
};

/** A signed-in application in a window of its own. */
type OpenedClient = Readonly<{ window: Window; settings: Settings; result: ClientResult }>;

/** The code flow with PKCE as a single-page application has it: discovery, token, userinfo and the JSON interface are all read across origins. */
describe('oidc-client-ts 3 in a browser', () => {
  let testApp: TestApp;
  let browser: Browser;
  let home: string;
  let application: Awaited<ReturnType<typeof openOidcApplication>>;
  let foreign: Awaited<ReturnType<typeof openOidcApplication>>;
  let bob: Person;
  let number = 0;
  beforeAll(async () => {
    [testApp, browser, application, foreign] = await Promise.all([
      openTestApp(),
      openBrowser(),
      openOidcApplication(),
      openOidcApplication('localhost'),
    ]);
    [bob, home] = [await people.bob(testApp), await testApp.url()];
  }, 60_000);
  afterAll(() => Promise.all([browser.close(), application.close(), foreign.close(), testApp.close()]));

  const settingsOf = async (
    scope: string,
    { origin } = application,
    more: Partial<Settings> = {},
  ): Promise<Settings> => {
    const addresses = { redirectUris: [`${origin}/cb`, `${origin}/silent`], postLogoutRedirectUris: [`${origin}/bye`] };
    const { clientId } = await createKey(testApp, bob.id, {
      name: 'Charts',
      ...addresses,
      tokenEndpointAuthMethod: 'none',
    });
    return {
      authority: home,
      client_id: clientId,
      redirect_uri: `${origin}/cb`,
      silent_redirect_uri: `${origin}/silent`,
      post_logout_redirect_uri: `${origin}/bye`,
      scope,
      loadUserInfo: true,
      ...more,
    };
  };
  const pressThrough = async (page: Page, person: Person): Promise<string> => {
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    const terms = await page.getByRole('main').innerText();
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.waitForURL(/\/cb\?/);
    return terms;
  };
  const newUser = () => people.named(testApp, `charts${(number += 1)}`);
  const open = async (settings: Settings, person: Person): Promise<OpenedClient & { terms: string }> => {
    const window = await browser.open(new URL('/', settings.redirect_uri).href, { isFresh: true });
    await window.page.evaluate(inPage.begin, settings).catch(() => undefined);
    const terms = await pressThrough(window.page, person);
    return { window, settings, terms, result: await window.page.evaluate(inPage.finish, settings) };
  };

  it('signs a user in by code with PKCE, shows the scopes for consent and gets a token with them', async () => {
    const ada = await newUser();
    const { window, terms, result } = await open(await settingsOf('openid profile email read trade'), ada);

    expect(terms).toContain('See your profile, accounts, orders, positions and events, and market data');
    expect(terms).toContain(
      'Trade in your accounts: place, change and cancel orders, and report balances and positions',
    );
    expect(terms).not.toContain('Manage your API keys');
    expect(terms).toContain('What you allow now ends after 30 days at the latest');
    expect(result).toMatchObject({
      scope: 'openid profile email read trade',
      sub: String(ada.id),
      email: ada.email,
      state: { from: 'start' },
    });
    await window.close();
  });

  it('reads JSON across origins with its token, including a 403 insufficient_scope', async () => {
    const { window, result } = await open(await settingsOf('openid'), await newUser());
    const call = (path: string, method?: string) =>
      window.page.evaluate(inPage.fetch, { url: `${home}${path}`, token: result.access, ...(method && { method }) });

    expect(result.scope).toBe('openid read');
    expect(await call('/accounts')).toEqual([200, expect.stringMatching(/^\[/)]);
    expect(await call('/orderactions', 'POST')).toEqual([403, expect.stringContaining('insufficient_scope')]);
    expect(await call('/oauth/client')).toEqual([403, expect.stringContaining('insufficient_scope')]);
    await window.close();
  });

  it('cannot be read by a page of an unregistered origin', async () => {
    const { window, result } = await open(await settingsOf('openid'), await newUser());
    const elsewhere = await openOidcApplication();
    await window.page.goto(elsewhere.origin);

    await expect(window.page.evaluate(inPage.fetch, { url: `${home}/accounts`, token: result.access })).rejects.toThrow(
      'Failed to fetch',
    );
    await window.close();
    await elsewhere.close();
  });

  it.each([
    ['of the same site', () => application],
    ['of another site', () => foreign],
  ])('renews by refresh token on a page %s and gets a new access token and refresh token', async (_what, where) => {
    const settings = await settingsOf('openid offline_access', where());
    const { window, result } = await open(settings, await newUser());
    const renewed = (await window.page.evaluate(inPage.renew, settings)) as ClientResult;

    expect(result.refresh).toMatch(/^krt_/);
    expect([renewed.access, renewed.refresh]).toEqual([expect.stringMatching(/^kat_/), expect.stringMatching(/^krt_/)]);
    expect([renewed.access === result.access, renewed.refresh === result.refresh]).toEqual([false, false]);
    expect((await window.page.evaluate(inPage.fetch, { url: `${home}/users/me`, token: renewed.access }))[0]).toBe(200);
    await window.close();
  });

  const renewInFrame = async ({ window: { page }, settings }: OpenedClient): Promise<ClientResult | string> => {
    // Without a refresh token the library asks in a frame.
    await page.evaluate(() => {
      for (const name of Object.keys(sessionStorage))
        sessionStorage.setItem(name, (sessionStorage.getItem(name) ?? '').replace(/"refresh_token":"[^"]*",?/, ''));
    });
    const frame = page.waitForEvent('framenavigated', (one) => one.url().includes('/silent?'));
    const answered = frame.then(async (one) => {
      await one.waitForFunction(() => 'oidc' in globalThis);
      await one.evaluate(inPage.answerFrame, settings).catch(() => undefined);
    });
    const [renewed] = await Promise.all([page.evaluate(inPage.renew, settings), answered]);
    return renewed;
  };

  it('renews in a frame with prompt=none while sign-in and consent last', async () => {
    const key = await createKey(testApp, bob.id, {
      redirectUris: [`${application.origin}/cb`, `${application.origin}/silent`],
    });
    const opened = await open(
      await settingsOf('openid', application, { client_id: key.clientId, client_secret: key.clientSecret }),
      await newUser(),
    );
    const renewed = (await renewInFrame(opened)) as ClientResult;

    expect([renewed.access, renewed.access === opened.result.access]).toEqual([expect.stringMatching(/^kat_/), false]);
    await opened.window.close();
  });

  it('gets consent_required in a frame for a public key with a native redirect URI', async () => {
    const opened = await open(await settingsOf('openid'), await newUser());

    expect(await renewInFrame(opened)).toBe('ErrorResponse: consent_required');
    await opened.window.close();
  });

  it('signs the user out locally and at the service, and returns with its state', async () => {
    const { window, settings, result } = await open(await settingsOf('openid'), await newUser());
    await window.page.evaluate(inPage.leave, settings).catch(() => undefined);
    await window.page.waitForURL(/\/bye/);

    expect(await window.page.evaluate(inPage.left, settings)).toEqual({ from: 'end' });
    expect((await window.page.evaluate(inPage.fetch, { url: `${home}/users/me`, token: result.access }))[0]).toBe(401);
    await window.page.evaluate(inPage.begin, settings).catch(() => undefined);
    await window.page.getByLabel('Password').waitFor();
    await window.close();
  });

  it('reports access_denied when the user refuses consent', async () => {
    const settings = await settingsOf('openid keys');
    const person = await newUser();
    const window = await browser.open(application.origin, { isFresh: true });
    await window.page.evaluate(inPage.begin, settings).catch(() => undefined);
    await window.page.getByLabel('Email').fill(person.email);
    await window.page.getByLabel('Password').fill(person.password);
    await window.page.getByRole('button', { name: 'Sign in' }).click();
    await window.page.getByRole('button', { name: 'Do not allow' }).click();
    await window.page.waitForURL(/\/cb\?/);

    await expect(window.page.evaluate(inPage.finish, settings)).rejects.toThrow('The user did not agree.');
    await window.close();
  });
});
