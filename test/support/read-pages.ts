import type { CDPSession, Frame, Page } from 'playwright-core';

/** What a user does to a page that may lead to another one. */
const hands = ['click', 'press', 'selectOption'] as const;

type Doing = (this: Frame, ...how: unknown[]) => Promise<unknown>;

const taught = new WeakSet<object>();

/**
 * What a click or a key leads to is read to its end before the test goes on. Playwright itself waits only until a new page has
 * begun, so that a user who then counts lines or asks for a text is at times answered from a page that is half there; and for keys
 * without an element it does not wait at all. Locators and pages both act through the frame.
 */
export function readWholePages(page: Page): void {
  const frames = Object.getPrototypeOf(page.mainFrame()) as Record<(typeof hands)[number], Doing>;
  if (!taught.has(frames)) {
    taught.add(frames);
    for (const name of hands) {
      const act = frames[name];
      frames[name] = async function (...how) {
        return read(this.page(), () => act.apply(this, how));
      };
    }
  }
  const press = page.keyboard.press.bind(page.keyboard);
  page.keyboard.press = (key, options) => read(page, () => press(key, options));
}

async function read<Done>(page: Page, act: () => Promise<Done>): Promise<Done> {
  const departures = await departuresOf(page);
  const done = await act();
  await departures?.arrived();
  // A window that this has closed has nothing to read.
  await page.waitForLoadState('load').catch((error: unknown) => {
    if (!page.isClosed()) throw error;
  });
  return done;
}

const known = new WeakMap<Page, Promise<Departures | null>>();

function departuresOf(page: Page): Promise<Departures | null> {
  const watched = known.get(page) ?? Departures.watch(page).catch(() => null);
  known.set(page, watched);
  return watched;
}

/** As long as playwright itself waits for anything; then the test says what is missing. */
const ARRIVES_WITHIN_MS = 30_000;

/** When a page is asked to be left, and when the next one is there, as Chromium itself tells it. */
class Departures {
  private underWay = 0;
  private tell: () => void = () => undefined;

  private constructor(private readonly session: CDPSession) {}

  static async watch(page: Page): Promise<Departures> {
    const session = await page.context().newCDPSession(page);
    const departures = new Departures(session);
    const { frameTree } = await session.send('Page.getFrameTree');
    session.on('Page.frameRequestedNavigation', ({ frameId, disposition }) => {
      if (frameId === frameTree.frame.id && disposition === 'currentTab') departures.underWay += 1;
    });
    session.on('Page.loadEventFired', () => departures.are(0));
    // Of a file to be kept, and of whatever was asked for and then not wanted any more, no page comes.
    page.on('requestfailed', (request) => {
      if (request.isNavigationRequest()) departures.are(Math.max(0, departures.underWay - 1));
    });
    page.on('close', () => departures.are(0));
    await session.send('Page.enable');
    return departures;
  }

  /**
   * A form is sent, and an address is gone to, a turn after the click or the key: an answer to a question that is put now comes
   * after the word that the page is left, because both arrive in order.
   */
  async arrived(): Promise<void> {
    await this.session.send('Runtime.evaluate', { expression: '0' }).catch(() => undefined);
    if (this.underWay === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ARRIVES_WITHIN_MS);
      this.tell = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private are(underWay: number): void {
    this.underWay = underWay;
    if (underWay === 0) this.tell();
  }
}
