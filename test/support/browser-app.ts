import { type Browser, type Display, openBrowser, type Window } from './browser.js';
import type { Person } from './people.js';
import { signedIn } from './signed-in.js';
import { openTestApp, type TestApp } from './test-app.js';

/** A test app with a browser, for the tests of a file. `enter` opens a page of it for a user who has signed in. */
export type BrowserApp = Readonly<{
  testApp: TestApp;
  browser: Browser;
  home: string;
  enter: (person: Person, path: string, display?: Display) => Promise<Window>;
  close: () => Promise<void>;
}>;

export async function openBrowserApp(): Promise<BrowserApp> {
  const [testApp, browser] = await Promise.all([openTestApp(), openBrowser()]);
  const home = await testApp.url();
  return {
    ...{ testApp, browser, home },
    enter: async (person, path, display = {}) =>
      browser.open(home + path, { ...display, cookies: await signedIn(testApp, person) }),
    close: async () => {
      await browser.close();
      await testApp.close();
    },
  };
}
