import {
  chromium,
  type Browser as Chromium,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { findChromium } from './chromium.js';
import { listen } from './complaints.js';
import { recordStreams } from './listening-pages.js';
import { readWholePages } from './read-pages.js';
import { type WindowKind, WindowPool } from './window-pool.js';
import { atWorkerExit, isWorker } from '../runner/worker-exit.js';

export type Browser = Awaited<ReturnType<typeof openBrowser>>;

/** How a user looks at a page. */
export type Display = Readonly<{
  colors?: 'light' | 'dark';
  width?: number;
  script?: boolean;
  forcedColours?: boolean;
  /** With a finger: a coarse pointer. */
  isTouched?: boolean;
  timeZone?: string;
  cookies?: Cookies;
  /** Nobody used the window before, and nobody does after: for tests that change the window itself, or leave something in it at other sites. */
  isFresh?: boolean;
}>;

type Cookies = Readonly<Record<string, string>>;

/** A window, and everything that went wrong in it: what the console complained of, and what was asked of others. */
export type Window = Readonly<{ page: Page; complaints: readonly string[]; close: () => Promise<void> }>;

/**
 * A browser that can reach this machine and nothing else, so that a page which loads something from elsewhere fails. Its windows are used
 * again once they are closed: see `WindowPool`.
 */
export async function openBrowser() {
  const { chromium: browser, pool } = await (isWorker ? sharedChromium() : startChromium());
  const contexts = new Set<BrowserContext>();
  const windows = new Set<Window>();
  const newContext = async (options: BrowserContextOptions = {}): Promise<BrowserContext> => {
    const context = await browser.newContext({ locale, ...options });
    contexts.add(context);
    context.once('close', () => contexts.delete(context));
    return context;
  };

  /** A window without a page, of a user who is signed in at `home` by these cookies. */
  const openEmpty = async (
    home: string,
    { width = 1280, cookies = {}, isFresh = false, ...display }: Display = {},
  ): Promise<Window> => {
    const kind = kindOf(display);
    const page = await (isFresh ? newContext(optionsOf(kind)).then(openPage) : pool.take(kind));
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia(mediaOf(display));
    await page.context().addCookies(cookiesAt(home, cookies));
    const window = {
      page,
      complaints: listen(page, home),
      close: async () => {
        if (!windows.delete(window)) return;
        await (isFresh ? page.context().close() : pool.giveBack(page, kind, home));
      },
    };
    windows.add(window);
    return window;
  };

  return {
    openEmpty,

    async open(url: string, display: Display = {}): Promise<Window> {
      const window = await openEmpty(new URL(url).origin, display);
      await window.page.goto(url);
      return window;
    },

    /** One browser for many windows, of a user who is signed in by these cookies; what a window complains of is its own. */
    async enter(home: string, cookies: Cookies) {
      const context = await newContext();
      await context.addCookies(cookiesAt(home, cookies));
      return {
        open: async (): Promise<Window> => {
          const page = await openPage(context);
          return { page, complaints: listen(page, new URL(home).origin), close: () => page.close() };
        },
        close: () => context.close(),
      };
    },

    /** Closes whatever was opened here; a browser that others share goes on. */
    async close(): Promise<void> {
      await Promise.all([...windows].map((window) => window.close()));
      await Promise.all([...contexts].map((context) => context.close()));
      if (!isWorker) await browser.close();
    },
  };
}

const locale = 'en-GB';

const kindOf = ({ script = true, isTouched = false, timeZone }: Display): WindowKind => ({
  script,
  isTouched,
  timeZone,
});

const mediaOf = ({ colors = 'light', forcedColours = false }: Display) =>
  ({ media: null, colorScheme: colors, forcedColors: forcedColours ? 'active' : 'none' }) as const;

const optionsOf = ({ script, isTouched, timeZone }: WindowKind): BrowserContextOptions => ({
  javaScriptEnabled: script,
  hasTouch: isTouched,
  isMobile: isTouched,
  ...(timeZone !== undefined && { timezoneId: timeZone }),
});

const cookiesAt = (url: string, cookies: Cookies) =>
  Object.entries(cookies).map(([name, value]) => ({ name, value, url: new URL(url).origin }));

/** Chromium with its windows. */
type PooledChromium = Readonly<{ chromium: Chromium; pool: WindowPool }>;

let shared: Promise<PooledChromium> | undefined;

/** To start a browser takes a second of computing, and its contexts know nothing of each other: the files of a worker take turns with one. */
async function sharedChromium(): Promise<PooledChromium> {
  if (shared === undefined || !(await shared).chromium.isConnected()) {
    shared = startChromium();
    const started = shared;
    atWorkerExit(async () => (await started).chromium.close());
  }
  return shared;
}

async function startChromium(): Promise<PooledChromium> {
  const { path, libraries, fonts } = await findChromium();
  const start = (env: Record<string, string>) =>
    chromium.launch({
      executablePath: path,
      args: [...flags],
      env: { ...(process.env as Record<string, string>), ...env, ...(fonts && { FONTCONFIG_PATH: fonts }) },
    });
  const browser = await start({}).catch((error: unknown) => {
    if (libraries === null) throw error;
    return start({ LD_LIBRARY_PATH: libraries });
  });
  const open = async (kind: WindowKind) => openPage(await browser.newContext({ locale, ...optionsOf(kind) }));
  return { chromium: browser, pool: new WindowPool(open) };
}

/**
 * We only ever visit ourselves, so the sandbox may go: Chromium refuses to start as root with it. A page is open too briefly to gain from
 * optimized code: to check one with axe takes a fifth less computing without. A window that is emptied keeps its process where there may be
 * only one of a context. The rest keeps the browser from calling home.
 */
const flags = [
  '--js-flags=--no-maglev,--no-turbofan',
  '--no-sandbox',
  '--disable-gpu',
  '--renderer-process-limit=1',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-pings',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
] as const;

async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  readWholePages(page);
  recordStreams(page);
  return page;
}
