/**
 * What a browser sees of every page and when: the built service with its sandbox, a customer who has just signed up, and Chromium without
 * anything in its cache. The pages are those of test/browser/states in their typical state; a page that appears there is measured here.
 *
 * KONTOR_BENCH_ROUNDS is how often each is opened.
 */
import { loadavg } from 'node:os';
import type { Page } from 'playwright-core';
import { pages } from '../test/browser/states/pages.js';
import type { Browser } from '../test/support/browser.js';
import { type Looks, openCustomer } from '../test/support/customer.js';
import { overHttp } from '../test/support/over-http.js';
import { filled, type Row } from '../test/support/page-rows.js';
import { basic, firstSignIn, unhindered } from './support/first-sign-in.js';
import { inBrowser } from './support/in-browser.js';
import { inDirectory, median, startService } from './support/processes.js';
import { isSmoke, readSize } from './support/size.js';

const rounds = readSize('KONTOR_BENCH_ROUNDS', 3, 1);
const target = { paintMs: 500, bytes: 60_000 };

type PageMeasurement = Readonly<{ name: string; paintMs: number; answerMs: number; bytes: number; scripts: number }>;

const row = (...cells: readonly string[]): boolean => process.stdout.write(`| ${cells.join(' | ')} |\n`);

/** From the click to the first words on the screen, and what came over the wire for it. */
async function lookAt(page: Page, address: string): Promise<Omit<PageMeasurement, 'name'>> {
  const sizes = new Map<string, number>();
  page.on(
    'response',
    (response) =>
      void response.body().then(
        (body) => sizes.set(response.url(), body.length),
        () => undefined,
      ),
  );
  const response = await page.goto(address, { waitUntil: 'load' });
  if (response?.status() !== 200) throw new Error(`${address} was answered ${response?.status() ?? 'nothing'}.`);
  const html = (await response.body()).length;
  const { paintMs, answerMs, sheets } = await page.evaluate(async () => {
    for (let tries = 0; tries < 100 && performance.getEntriesByName('first-contentful-paint').length === 0; tries++)
      await new Promise((resolve) => setTimeout(resolve, 10));
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel~="stylesheet"]')].map(({ href }) => href);
    return {
      paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
      answerMs: navigation?.responseEnd ?? NaN,
      sheets: links,
    };
  });
  const weightOf = (ends: (url: string) => boolean): number =>
    [...sizes].filter(([url]) => ends(url)).reduce((sum, [, bytes]) => sum + bytes, 0);
  return {
    paintMs,
    answerMs,
    bytes: html + weightOf((url) => sheets.includes(url)),
    scripts: weightOf((url) => url.endsWith('.js')),
  };
}

async function measure(browser: Browser, url: string, { names, cookiesOf }: Looks): Promise<PageMeasurement[]> {
  const measured: PageMeasurement[] = [];
  const look = async ({ by }: Row, address: string): Promise<Omit<PageMeasurement, 'name'>> => {
    const household = await browser.enter(url, await cookiesOf(by));
    const { page } = await household.open();
    await page.setViewportSize({ width: 1280, height: 800 });
    const found = await lookAt(page, address);
    await household.close();
    return found;
  };
  const places = pages.flatMap((one) =>
    typeof one.typical === 'string' ? [{ one, address: url + filled(one.typical, names) }] : [],
  );
  for (const { one, address } of isSmoke ? places.slice(0, 5) : places) {
    const looks: Omit<PageMeasurement, 'name'>[] = [];
    // The first look is not counted: the service has not compiled the page yet.
    for (let round = 0; round <= rounds; round++) looks.push(await look(one, address));
    const over = (figure: keyof Omit<PageMeasurement, 'name'>): number =>
      median(looks.slice(1).map((seen) => seen[figure]));
    const name = `${one.endpoint.replace('GET ', '')}${one.when === undefined ? '' : `, ${one.when}`}`;
    const seen = {
      name,
      paintMs: over('paintMs'),
      answerMs: over('answerMs'),
      bytes: over('bytes'),
      scripts: over('scripts'),
    };
    row(
      `\`${name}\``,
      `${seen.paintMs.toFixed(0)} ms`,
      `${seen.answerMs.toFixed(0)} ms`,
      String(seen.bytes),
      String(seen.scripts),
    );
    measured.push(seen);
  }
  return measured;
}

await inDirectory(async (directory) => {
  const service = await startService(directory, { ...unhindered, RATE_LIMIT_ANONYMOUS: '1000000' });
  const looks = await openCustomer(overHttp(service.url), service.url, {
    ...firstSignIn,
    headers: basic(firstSignIn.id, firstSignIn.secret),
  });
  row('page', 'first paint', 'the answer was there', 'markup and style, bytes', 'scripts, bytes');
  row('---', '---', '---', '---', '---');
  await inBrowser(async (browser) => printResults(await measure(browser, service.url, looks)));
});

function printResults(measured: readonly PageMeasurement[]): void {
  const [slowest] = measured.toSorted((one, other) => other.paintMs - one.paintMs);
  const [heaviest] = measured.toSorted((one, other) => other.bytes - one.bytes);
  if (!slowest || !heaviest) return;
  process.stdout.write('\n');
  row('what', 'measured', 'target');
  row('---', '---', '---');
  row(
    `first paint, median and slowest of ${measured.length} pages`,
    `${median(measured.map(({ paintMs }) => paintMs)).toFixed(0)} ms, ${slowest.paintMs.toFixed(0)} ms (${slowest.name})`,
    `below ${target.paintMs} ms`,
  );
  row(
    'markup and style, median and heaviest',
    `${median(measured.map(({ bytes }) => bytes))}, ${heaviest.bytes} bytes (${heaviest.name})`,
    `below ${target.bytes} bytes`,
  );
  process.stdout.write(`\nThe load of the machine was ${loadavg()[0]?.toFixed(1) ?? ''}.\n`);
}
