import type { TestApp } from './test-app.js';
import { people, type Person } from './people.js';
import { type BrowserClient, openBrowserClient } from './browser-client.js';

export type Fields = Record<string, unknown>;

/** Administrators in front of a browser, who act for customers: the one of the test app for Ada, unless another user is named. The test app may open later. */
export function actInBrowser(testApp: () => TestApp) {
  const signedIn = async (person?: Person): Promise<BrowserClient> => {
    const browser = openBrowserClient(testApp());
    await browser.signIn(person ?? (await people.admin(testApp())));
    return browser;
  };
  const tokenOf = async (browser: BrowserClient): Promise<string> =>
    /name="form_token" value="([^"]+)"/.exec((await browser.get('/docs')).body)?.[1] ?? '';
  const start = async (
    browser: BrowserClient,
    customer: number | string,
    more: Record<string, string> = {},
  ): ReturnType<BrowserClient['post']> =>
    browser.post('/acting', { customer_id: String(customer), form_token: await tokenOf(browser), ...more });
  const stop = async (browser: BrowserClient): ReturnType<BrowserClient['post']> =>
    browser.post('/acting/end', { form_token: await tokenOf(browser) });
  const actingFor = async (customer?: Person, as?: Person): Promise<BrowserClient> => {
    const browser = await signedIn(as);
    const started = await start(browser, (customer ?? (await people.ada(testApp()))).id);
    if (started.statusCode !== 303)
      throw new TypeError(`not acting: ${started.statusCode} ${started.body.slice(0, 2000)}`);
    return browser;
  };
  const bannerOf = async (browser: BrowserClient, path = '/docs'): Promise<string | undefined> =>
    /<aside class="acting"[\s\S]*?<strong>([^<]*)<\/strong>/.exec((await browser.get(path)).body)?.[1];
  const actorOf = async (browser: BrowserClient): Promise<Fields> => {
    const { body } = await browser.get('/session-endpoints/bearer');
    return Object.fromEntries(
      [...body.matchAll(/<th scope="row">(\w+)<\/th><td>(.*)<\/td>/g)].map(([, name, value = '']) => [
        name,
        value.replaceAll(/<[^>]*>/g, ''),
      ]),
    ) as Fields;
  };
  const newest = async (query: string): Promise<Fields | undefined> =>
    (await testApp().request('GET', `/audit?${query}`, { as: (await people.admin(testApp())).token })).json<
      Fields[]
    >()[0];

  return { signedIn, tokenOf, start, stop, actingFor, bannerOf, actorOf, newest };
}
