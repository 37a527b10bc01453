import type { Page } from 'playwright-core';

/** What a window has from its beginning to its end. */
export type WindowKind = Readonly<{ script: boolean; isTouched: boolean; timeZone: string | undefined }>;

/**
 * Keeps the windows that tests have closed for the tests after them. A new window takes Chromium more than twice as much computing as
 * one that is there: its process, its cache and whatever it compiles of scripts and style sheets are new.
 */
export class WindowPool {
  private readonly idle = new Map<string, Page[]>();

  constructor(private readonly openPage: (kind: WindowKind) => Promise<Page>) {}

  async take(kind: WindowKind): Promise<Page> {
    return this.idle.get(JSON.stringify(kind))?.pop() ?? this.openPage(kind);
  }

  /** Takes back a window, unless it cannot be cleared, or shows a page of another site than its own, `home`. */
  async giveBack(page: Page, kind: WindowKind, home: string): Promise<void> {
    const isCleared =
      page.url().startsWith(home) &&
      (await clear(page).then(
        () => true,
        () => false,
      ));
    const key = JSON.stringify(kind);
    if (isCleared) this.idle.set(key, [...(this.idle.get(key) ?? []), page]);
    else await page.context().close();
  }
}

/** Takes away other tabs, streams, and whatever the test or the page stored. */
async function clear(page: Page): Promise<void> {
  const context = page.context();
  const others = context.pages().filter((one) => one !== page);
  await Promise.all(others.map((other) => other.close()));
  await page.unrouteAll();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.goto('about:blank');
  await context.clearCookies();
  await context.clearPermissions();
}
