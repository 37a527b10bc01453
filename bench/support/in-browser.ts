import { type Browser, openBrowser } from '../../test/support/browser.js';

/** A browser for the time of a measurement: whatever goes wrong in it, nothing is left that would keep the program from ending. */
export async function inBrowser(measure: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await openBrowser();
  try {
    await measure(browser);
  } finally {
    await browser.close();
  }
}
