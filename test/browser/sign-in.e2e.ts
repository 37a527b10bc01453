import type { Page } from 'playwright-core';
import { openApplication } from './application.js';
import { type Browser, openBrowser, type Display } from '../support/browser.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { accessibilityFaults, markupFaults } from '../support/page-validators.js';
import { createKey, type Key, people, type Person } from '../support/people.js';
import { authorizeUrl, proofKey } from '../support/browser-client.js';

/** What the script of an application does, in its own page. */
const ask = async ({
  url,
  form,
  credentials = 'omit',
}: {
  url: string;
  form: Record<string, string>;
  credentials?: RequestCredentials;
}): Promise<Record<string, unknown>> =>
  (await (await fetch(url, { method: 'POST', credentials, body: new URLSearchParams(form) })).json()) as Record<
    string,
    unknown
  >;

/** A sign-in as it happens: a browser that obeys every policy, and an application on another origin. */
describe('sign-in in a browser', () => {
  let testApp: TestApp;
  let browser: Browser;
  let application: Awaited<ReturnType<typeof openApplication>>;
  let home: string;
  let ada: Person;
  let key: Key;
  let open: Key;
  let anonymous: Awaited<ReturnType<typeof openApplication>>;

  beforeAll(async () => {
    testApp = await openTestApp();
    application = await openApplication();
    browser = await openBrowser();
    home = await testApp.url();
    ada = await people.ada(testApp);
    key = await createKey(testApp, (await people.bob(testApp)).id, {
      name: 'Bob’s Reports',
      redirectUris: [application.callback],
    });
    anonymous = await openApplication();
    open = await createKey(testApp, (await people.bob(testApp)).id, {
      name: 'Bob’s Page',
      redirectUris: [application.callback],
      tokenEndpointAuthMethod: 'none',
    });
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await application.close();
    await anonymous.close();
    await testApp.close();
  });

  const urlOf = (more: Record<string, string> = {}) =>
    home +
    authorizeUrl({
      client_id: key.clientId,
      response_type: 'code',
      redirect_uri: application.callback,
      scope: 'openid email',
      state: 'a+b %',
      prompt: 'consent',
      ...more,
    });
  const signIn = async (page: Page): Promise<void> => {
    await page.getByLabel('Email').fill(ada.email);
    await page.getByLabel('Password').fill(ada.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  const isOurs = (complaint: string): boolean => !complaint.includes(application.origin);

  it.each<[string, Display]>([
    ['with scripts', {}],
    ['without', { script: false }],
  ])('leads to the application and the same request, %s', async (_how, display) => {
    const { page, complaints, close } = await browser.open(urlOf(), display);
    await signIn(page);
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByRole('heading', { name: 'Arrived' }).waitFor();

    expect(new URL(page.url()).origin).toBe(application.origin);
    expect(application.arrivals.at(-1)).toMatchObject({
      method: 'GET',
      url: expect.stringMatching(/^\/cb\?code=kac_[\w-]+&state=a%2Bb%20%25&iss=/),
    });
    expect(complaints.filter(isOurs)).toEqual([]);
    await close();
  });

  it('redirects with access_denied when the user refuses consent', async () => {
    const { page, close } = await browser.open(urlOf());
    await signIn(page);
    await page.getByRole('button', { name: 'Do not allow' }).click();
    await page.getByRole('heading', { name: 'Arrived' }).waitFor();

    expect(application.arrivals.at(-1)?.url).toContain('error=access_denied');
    await close();
  });

  it('returns the token in the fragment, which no server receives', async () => {
    const { page, close } = await browser.open(urlOf({ response_type: 'token', prompt: 'login' }));
    await signIn(page);
    await page.getByRole('heading', { name: 'Arrived' }).waitFor();

    expect(new URL(page.url()).hash).toContain('access_token=kat_');
    expect(application.arrivals.at(-1)?.url).toBe('/cb');
    expect((await page.context().cookies(`${home}/oauth/token`)).map(({ name }) => name)).toContainEqual(
      expect.stringMatching(/^refresh-/),
    );
    expect((await page.context().cookies(home)).map(({ name }) => name)).not.toContainEqual(
      expect.stringMatching(/^refresh-/),
    );
    await close();
  });

  it('refreshes by the HttpOnly cookie from a page of a registered origin, and from no other page', async () => {
    const { page, close } = await browser.open(
      urlOf({ client_id: open.clientId, response_type: 'token', prompt: 'login' }),
    );
    await signIn(page);
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByRole('heading', { name: 'Arrived' }).waitFor();
    const first = new URLSearchParams(new URL(page.url()).hash.slice(1)).get('access_token');
    const renewed = await page.evaluate(ask, {
      url: `${home}/oauth/token`,
      form: { grant_type: 'refresh_token', client_id: open.clientId },
      credentials: 'include' as const,
    });

    expect(renewed).toEqual({
      access_token: expect.stringMatching(/^kat_/),
      token_type: 'bearer',
      expires_in: 3600,
      scope: 'openid email read',
    });
    expect(renewed['access_token']).not.toBe(first);
    expect(await page.evaluate('document.cookie')).toBe('');
    expect((await testApp.request('GET', '/users/me', { as: String(renewed['access_token']) })).json()).toMatchObject({
      id: ada.id,
    });

    await page.goto(anonymous.callback);
    await expect(
      page.evaluate(ask, {
        url: `${home}/oauth/token`,
        form: { grant_type: 'refresh_token', client_id: open.clientId },
        credentials: 'include' as const,
      }),
    ).rejects.toThrow('Failed to fetch');
    await close();
  });

  it('exchanges a code for tokens from a page without a secret', async () => {
    const { verifier, challenge } = proofKey();
    const { page, close } = await browser.open(
      urlOf({ client_id: open.clientId, code_challenge: challenge, code_challenge_method: 'S256', nonce: 'n-1' }),
    );
    await signIn(page);
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByRole('heading', { name: 'Arrived' }).waitFor();
    const code = new URL(page.url()).searchParams.get('code') ?? '';
    const tokens = await page.evaluate(ask, {
      url: `${home}/oauth/token`,
      form: {
        grant_type: 'authorization_code',
        code,
        client_id: open.clientId,
        code_verifier: verifier,
        redirect_uri: application.callback,
      },
    });

    expect(tokens).toMatchObject({
      access_token: expect.stringMatching(/^kat_/),
      refresh_token: expect.stringMatching(/^krt_/),
      id_token: expect.stringMatching(/^ey/),
    });
    await close();
  });

  it.each<[string, Display]>([
    ['by itself', {}],
    ['by a button without scripts', { script: false }],
  ])('posts the answer %s', async (_how, display) => {
    const { page, complaints, close } = await browser.open(
      urlOf({ response_mode: 'form_post', prompt: 'login' }),
      display,
    );
    await signIn(page);
    if (display.script === false) await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Arrived' }).waitFor();

    const { method, url, body } = application.arrivals.at(-1) ?? { body: '' };
    expect([method, url, new URLSearchParams(body).get('state')]).toEqual(['POST', '/cb', 'a+b %']);
    expect(complaints.filter(isOurs)).toEqual([]);
    await close();
  });

  it.each([true, false])('shows a wrong password once, at the form (script: %s)', async (script) => {
    const { page, close } = await browser.open(`${home}/login`, { script });
    await page.getByLabel('Email').fill(ada.email);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();

    expect(await page.getByRole('status').textContent()).toContain('wrong');
    expect(await page.getByRole('status').getAttribute('class')).toBe('flash failed');
    const [note, form] = await page.locator('.flash, form[action="/login"]').evaluateAll((found) =>
      found.map((one) => {
        const { x, width, top, bottom } = one.getBoundingClientRect();
        return { place: [x, width], top, bottom };
      }),
    );
    expect(note?.place).toEqual(form?.place);
    expect(Number(form?.top) - Number(note?.bottom)).toBeLessThan(24);
    const field = page.getByLabel('Password');
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await page.getByRole('status').getAttribute('id')).toBe(await field.getAttribute('aria-describedby'));
    await page.reload();
    expect(await page.getByRole('status').count()).toBe(0);
    await close();
  });

  it('asks for confirmation before another site signs a user out', async () => {
    const { page, close } = await browser.open(`${home}/login`);
    await signIn(page);
    await page.goto(
      `${home}/oauth/logout?client_id=${key.clientId}&redirect_uri=${encodeURIComponent(application.callback)}&id_token_hint=x`,
    );
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await markupFaults(await (await page.request.get(page.url())).text())).toEqual([]);
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Arrived' }).waitFor();

    expect(application.arrivals.at(-1)?.url).toBe('/cb');
    await close();
  });

  it('accepts forms of the service without a Referer, and rejects forms from other sites', async () => {
    const { page, close } = await browser.open(`${home}/login`);
    const sent = async (press: Promise<void>) => {
      const answer = await page.context().waitForEvent('response', (one) => one.request().method() === 'POST');
      await press;
      const { origin, 'sec-fetch-site': site } = await answer.request().allHeaders();
      return [origin, site, answer.status()];
    };
    expect(await sent(signIn(page))).toEqual(['null', 'same-origin', 303]);
    await page.waitForURL(`${home}/desk`);

    const [action, token] = await page
      .locator('form:has([name="form_token"])')
      .first()
      .evaluate((form: HTMLFormElement) => [
        form.action,
        form.querySelector<HTMLInputElement>('[name="form_token"]')?.value ?? '',
      ]);
    const framed = `<form method=post action='${action}'><input name=form_token value='${token}'><button>Win</button></form>`;
    await page.goto(application.callback);
    await page.evaluate(
      (srcdoc) =>
        document.body.append(Object.assign(document.createElement('iframe'), { sandbox: 'allow-forms', srcdoc })),
      framed,
    );
    expect(await sent(page.frameLocator('iframe').getByRole('button').click())).toEqual(['null', 'cross-site', 403]);
    await close();
  });

  const displays: Display[] = [
    { colors: 'light', width: 1280 },
    { colors: 'dark', width: 360 },
  ];

  it.each(displays)('passes axe on its pages, $colors at $width pixels', async (display) => {
    const { page, complaints, close } = await browser.open(
      urlOf({ prompt: 'login consent', login_hint: ada.email }),
      display,
    );
    const faults = async () => [
      ...(await accessibilityFaults(page)),
      ...(await markupFaults(await (await page.request.get(page.url())).text())),
    ];
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth);

    expect(await page.title()).toBe('Sign in – Kontor');
    expect(await faults()).toEqual([]);
    expect(await fits()).toBeLessThanOrEqual(display.width ?? 0);
    await page.locator('#password:focus').waitFor();
    await signIn(page);
    expect(await page.title()).toBe('Allow Bob’s Reports? – Kontor');
    expect(await faults()).toEqual([]);
    expect(await fits()).toBeLessThanOrEqual(display.width ?? 0);
    expect(complaints.filter(isOurs)).toEqual([]);
    await close();
  });
});
