import type { Locator, Page } from 'playwright-core';

/** What of a locator changes pages. */
type Hands = { click: (this: Locator, ...how: Parameters<Locator['click']>) => Promise<void>; press: (this: Locator, ...how: Parameters<Locator['press']>) => Promise<void> };

const taught = new WeakSet<object>();

/**
 * What a click or a key leads to is read to its end before the test goes on. Playwright itself waits only until a new page has
 * begun, so that whoever then counts lines or asks for a text is at times answered from a page that is half there.
 */
export function readWholePages(page: Page): void {
  const locators = Object.getPrototypeOf(page.locator('html')) as Hands;
  if (!taught.has(locators)) {
    taught.add(locators);
    const { click, press } = locators;
    locators.click = async function (options) {
      await click.call(this, options);
      await isRead(this.page());
    };
    locators.press = async function (key, options) {
      await press.call(this, key, options);
      await isRead(this.page());
    };
  }

  // Keys without an element wait for nothing at all; what has the focus gets them either way.
  const press = page.keyboard.press.bind(page.keyboard);
  page.keyboard.press = async (key, options) => {
    const focused = page.locator(':focus');
    return key === 'Enter' && (await focused.count()) === 1 ? focused.press(key, options) : press(key, options);
  };
}

/** A window that the click has closed has nothing to read. */
const isRead = async (page: Page) => page.isClosed() || page.waitForLoadState('domcontentloaded').catch(() => undefined);
