import {
  chromium,
  type Browser as Chromium,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { findChromium } from './chromium.js';
import { recordStreams } from './listening-pages.js';
import { readWholePages } from './read-pages.js';
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
}>;

type Cookies = Readonly<Record<string, string>>;

/** A window, and everything that went wrong in it: what the console complained of, and what was asked of others. */
export type Window = Readonly<{ page: Page; complaints: readonly string[]; close: () => Promise<void> }>;

/** A browser that can reach this machine and nothing else, so that a page which loads something from elsewhere fails. */
export async function openBrowser() {
  const browser = await (isWorker ? sharedChromium() : startChromium());
  const contexts = new Set<BrowserContext>();
  /** Windows of one context share cookies, storage and cache; those of another context have none of that. */
  const newContext = async (options: BrowserContextOptions = {}): Promise<BrowserContext> => {
    const context = await browser.newContext({ locale: 'en-GB', ...options });
    contexts.add(context);
    context.once('close', () => contexts.delete(context));
    return context;
  };

  return {
    async open(
      url: string,
      {
        colors = 'light',
        width = 1280,
        script = true,
        forcedColours = false,
        isTouched,
        timeZone,
        cookies = {},
      }: Display = {},
    ): Promise<Window> {
      const context = await newContext({
        viewport: { width, height: 800 },
        colorScheme: colors,
        javaScriptEnabled: script,
        forcedColors: forcedColours ? 'active' : 'none',
        hasTouch: Boolean(isTouched),
        isMobile: Boolean(isTouched),
        ...(timeZone !== undefined && { timezoneId: timeZone }),
      });
      await context.addCookies(cookiesAt(url, cookies));
      const page = await context.newPage();
      const complaints = listen(page, new URL(url).origin);
      await page.goto(url);
      return { page, complaints, close: () => context.close() };
    },

    /** One browser for many windows, of a user who is signed in by these cookies; what a window complains of is its own. */
    async enter(home: string, cookies: Cookies) {
      const context = await newContext();
      await context.addCookies(cookiesAt(home, cookies));
      return {
        open: async (): Promise<Window> => {
          const page = await context.newPage();
          return { page, complaints: listen(page, new URL(home).origin), close: () => page.close() };
        },
        close: () => context.close(),
      };
    },

    /** Closes whatever was opened here; a browser that others share goes on. */
    async close(): Promise<void> {
      await Promise.all([...contexts].map((context) => context.close()));
      if (!isWorker) await browser.close();
    },
  };
}

const cookiesAt = (url: string, cookies: Cookies) =>
  Object.entries(cookies).map(([name, value]) => ({ name, value, url: new URL(url).origin }));

let shared: Promise<Chromium> | undefined;

/** To start a browser takes a second of computing, and its contexts know nothing of each other: the files of a worker take turns with one. */
async function sharedChromium(): Promise<Chromium> {
  if (shared === undefined || !(await shared).isConnected()) {
    shared = startChromium();
    const started = shared;
    atWorkerExit(async () => (await started).close());
  }
  return shared;
}

async function startChromium(): Promise<Chromium> {
  const { path, libraries, fonts } = await findChromium();
  const start = (env: Record<string, string>) =>
    chromium.launch({
      executablePath: path,
      args: [...flags],
      env: { ...(process.env as Record<string, string>), ...env, ...(fonts && { FONTCONFIG_PATH: fonts }) },
    });
  return start({}).catch((error: unknown) => {
    if (libraries === null) throw error;
    return start({ LD_LIBRARY_PATH: libraries });
  });
}

/**
 * We only ever visit ourselves, so the sandbox may go: Chromium refuses to start as root with it. A page is open too briefly to gain from
 * optimized code: to check one with axe takes a fifth less computing without. The rest keeps the browser from calling home.
 */
const flags = [
  '--js-flags=--no-maglev,--no-turbofan',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-pings',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
] as const;

function listen(page: Page, home: string): string[] {
  readWholePages(page);
  recordStreams(page);
  const complaints: string[] = [];
  page.on('console', (message) => {
    // An error page is itself an answer of 400 and more; the browser logs that it got one.
    const isOwnStatus = message.location().url === page.url() && message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !isOwnStatus) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('requestfailed', (request) => {
    // What a page's script asks for, a module that it imports included, and a font that it preloads end where the page does.
    const isLeft =
      ['eventsource', 'fetch', 'font', 'script'].includes(request.resourceType()) &&
      request.failure()?.errorText === 'net::ERR_ABORTED';
    if (!isLeft) complaints.push(`failed: ${request.url()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith('data:') && new URL(request.url()).origin !== home)
      complaints.push(`elsewhere: ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && !response.request().isNavigationRequest())
      complaints.push(`${response.status()}: ${response.url()}`);
  });
  return complaints;
}
