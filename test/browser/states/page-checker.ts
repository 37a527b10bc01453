import { brotliCompressSync, constants } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { openBrowser, type Display, type Window } from '../../support/browser.js';
import { accessibilityFaults, markupFaults } from '../../support/page-validators.js';
import { filled, isSent, type Row, type SubmittedForm, type State } from '../../support/page-rows.js';
import type { Photographer } from './pictures.js';
import type { PageFixture } from '../../support/page-fixture.js';
import { listSmallTargets } from '../../support/touch-targets.js';
import { listUnalignedColumns } from '../../support/figure-columns.js';

/** A page in a state, and in which colors and widths it is looked at: with a finger where it is narrow. With `targetsOnly`, nothing else is judged. */
export type PageRequest = Readonly<{
  row: Row;
  state: State;
  place: string | SubmittedForm;
  world: PageFixture;
  displays: readonly Required<Pick<Display, 'colors' | 'width'>>[];
  targetsOnly?: boolean;
}>;

/** What there is to say against it, one line each. */
export type PageCheckResult = Readonly<{ faults: readonly string[] }>;

/** Markup and style sheets of a page as they are; a full list may weigh more, but not once it is compressed. */
const WEIGHT_MAX = 60_000;

/** Up to this width, a page is looked at on a touch screen. */
const PHONE_WIDTH_MAX = 360;

/** `isThorough` also judges markup that was judged before with other words in it, and every row of a long list. `takePicture` takes pictures in place of judging. */
type Terms = Readonly<{ windows: number; isThorough: boolean; takePicture?: Photographer | null }>;

/** One browser for all; so many windows are open at once, each with the cookies of the user who looks. */
export async function openPageChecker({ windows, isThorough, takePicture = null }: Terms) {
  const browser = await openBrowser();
  const judged = isThorough ? null : new Set<string>();
  const waiting: (() => void)[] = [];
  let free = windows;

  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free--;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };

  const lookAt = async (look: PageRequest): Promise<PageCheckResult> => {
    const { home, browserOf } = look.world;
    const { cookies } = await browserOf(look.row.by);
    const faults: string[] = [];
    for (const [n, width] of [...new Set(look.displays.map((display) => display.width))].entries()) {
      const displays = look.displays.filter((display) => display.width === width);
      const window = await browser.openEmpty(home, {
        ...{ width, colors: displays[0]?.colors ?? 'light', cookies: cookiesOf(cookies) },
        isTouched: takePicture === null && width <= PHONE_WIDTH_MAX,
      });
      try {
        faults.push(...(await verdictOn({ ...look, displays }, window, { takePicture, judged, isFirst: n === 0 })));
      } finally {
        await window.close();
      }
    }
    return { faults };
  };

  return {
    /** Looks as soon as there is a window. A service on a machine that is too busy says so and asks to come back: then once more. */
    judge: (look: PageRequest): Promise<PageCheckResult> =>
      inTurn(async () => {
        const verdict = await lookAt(look);
        return verdict.faults.some((fault) => fault.startsWith('the console: 503: ')) ? lookAt(look) : verdict;
      }),
    close: () => browser.close(),
  };
}

/** What was said once is said to another user. */
const cookiesOf = (cookies: ReadonlyMap<string, Readonly<{ value: string }>>): Record<string, string> =>
  Object.fromEntries(
    [...cookies].filter(([name]) => !name.includes('flash')).map(([name, { value }]) => [name, value]),
  );

type LookTerms = Readonly<{ takePicture: Photographer | null; judged: Set<string> | null; isFirst: boolean }>;

/** The faults in one window, which keeps its width. What every width has in common is judged in the first. */
async function verdictOn(
  look: PageRequest,
  { page, complaints }: Window,
  { takePicture, judged, isFirst }: LookTerms,
): Promise<readonly string[]> {
  const response = await arrive(page, look);
  const width = look.displays[0]?.width ?? 0;
  const faults = takePicture === null && width <= PHONE_WIDTH_MAX ? await targetFaults(page) : [];
  if (look.targetsOnly === true) return faults;
  if (isFirst) faults.push(...(await documentFaults(page, look, response)));
  for (const [m, { colors }] of look.displays.entries()) {
    await page.emulateMedia({ colorScheme: colors });
    if (takePicture !== null) await takePicture(page, look, `${colors}-${width}`);
    else {
      const found = await sightFaults(page, { display: `${colors} ${width}`, width, isFirst: m === 0, judged });
      faults.push(...found.map((fault) => `${colors} at ${width}: ${fault}`));
    }
  }
  return [...faults, ...complaints.map((complaint) => `the console: ${complaint}`)];
}

/** Too small for a finger. Contents of the page that are folded away are seen by `sightFaults`, which unfolds them. */
const targetFaults = async (page: Page): Promise<string[]> =>
  (await page.evaluate(listSmallTargets)).map((target) => `it is too small for a finger: ${target} pixels`);

async function documentFaults(page: Page, look: PageRequest, response: Response): Promise<string[]> {
  const html = await response.text();
  return [
    ...placeFaults(response, look, html),
    ...(await markupFaults(html)),
    ...(await headFaults(page)),
    ...(isSent(look.place) ? await colorFormFaults(page) : []),
    ...weightFaults(await weightOf(page, html, look.state), look.state),
  ];
}

/** Opens the address, or sends the form from the page that has it. */
async function arrive(page: Page, { place, world }: PageRequest): Promise<Response> {
  const address = filled(isSent(place) ? place.from : place, world.names);
  const response = await page.goto(world.home + address, { waitUntil: 'load' });
  if (!response) throw new Error(`Nothing came of ${address}.`);
  if (!isSent(place)) return response;
  const isPage = (answer: Response): boolean =>
    answer.request().isNavigationRequest() && answer.headers()['location'] === undefined;
  const [answer] = await Promise.all([
    page.waitForResponse(isPage),
    page.waitForEvent('load'),
    page.evaluate(sendForm, formOf(place, world)),
  ]);
  return answer;
}

const formOf = ({ to, fields }: SubmittedForm, { names }: PageFixture) => ({
  to: filled(to, names),
  fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, filled(value, names)])),
});

/** Runs in the browser: sends what the page's form that leads there would send if a user had filled it in like that, whatever the form itself lets through. */
function sendForm({ to, fields }: Readonly<{ to: string; fields: Readonly<Record<string, string>> }>): void {
  const form = document.createElement('form');
  const proof = document.querySelector<HTMLInputElement>('input[name="form_token"]')?.value ?? '';
  [form.method, form.action] = ['post', to];
  const found = [...document.forms].find(
    (one) => one.action === form.action || one.querySelector(`button[formaction="${to}"]`) !== null,
  );
  form.enctype = found?.enctype ?? form.enctype;
  const standing = found
    ? Object.fromEntries(
        [...new FormData(found)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
      )
    : {};
  for (const [name, value] of Object.entries({ form_token: proof, ...standing, ...fields })) {
    const input = document.createElement('textarea');
    [input.name, input.value] = [name, value];
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}

/** A session that has ended leads to the home page, which is a fine page and not the one that was meant. */
function placeFaults(response: Response, { state, place, world }: PageRequest, html: string): string[] {
  const status = response.status();
  const isAsItShould = state === 'error' ? status >= 400 : status === 200;
  const meant = new URL(filled(isSent(place) ? place.to : place, world.names), world.home).pathname;
  const { pathname } = new URL(response.url());
  return [
    ...(isAsItShould ? [] : [`the status is ${status}: ${/\/docs\/errors\/(\w+)/.exec(html)?.[1] ?? 'no error'}`]),
    ...(pathname === meant ? [] : [`it led to ${pathname}`]),
  ];
}

async function headFaults(page: Page): Promise<string[]> {
  const [headings, title, language] = [
    await page.locator('h1').count(),
    await page.title(),
    await page.getAttribute('html', 'lang'),
  ];
  return [
    ...(headings === 1 ? [] : [`there are ${headings} headings of the first order`]),
    ...(/^.+ – Kontor$/.test(title) ? [] : [`the title is ${title}`]),
    ...(language === 'en' ? [] : ['the language is not said']),
  ];
}

/** Colors changed on the answer to a form lead to a page: the form's own address may have none. */
async function colorFormFaults(page: Page): Promise<string[]> {
  const back = await page.locator('form[action="/theme"] input[name="back"]').first().inputValue();
  const response = await page.request.get(new URL(back, page.url()).href, { headers: { accept: 'text/html' } });
  return response.ok() ? [] : [`changed colors lead back to ${back}, which answers ${response.status()}`];
}

async function sightFaults(
  page: Page,
  {
    display,
    width,
    isFirst,
    judged,
  }: Readonly<{ display: string; width: number; isFirst: boolean; judged: Set<string> | null }>,
): Promise<string[]> {
  const needed = await page.evaluate(widthNeeded);
  const shape = judged && `${display} ${await page.evaluate(shapeOf)}`;
  const isKnown = shape !== null && judged?.has(shape) === true;
  if (shape !== null) judged?.add(shape);
  const found = isKnown ? [] : await accessibilityFaults(page, isFirst ? 'everything' : 'colors');
  const tables =
    width > PHONE_WIDTH_MAX
      ? [...(await page.evaluate(listClippedTables)), ...(await page.evaluate(listUnalignedColumns))]
      : [];
  return [...(needed > width ? [`it is ${needed} pixels wide`] : []), ...tables, ...found];
}

/** Runs in the browser, where everything that is folded is unfolded: how wide the page is. */
function widthNeeded(): number {
  for (const fold of document.querySelectorAll('main details')) (fold as HTMLDetailsElement).open = true;
  return Math.max(document.documentElement.scrollWidth, document.body.scrollWidth);
}

/** Runs in the browser: the tables that have to be scrolled sideways. */
function listClippedTables(): string[] {
  return [...document.querySelectorAll('main .scroll')]
    .filter((box) => box.scrollWidth > box.clientWidth && box.clientWidth > 0)
    .map((box) => `${box.getAttribute('aria-label')} hides ${box.scrollWidth - box.clientWidth} pixels`);
}

/** Runs in the browser: takes the later rows of a long list away, which are like the first ones, and gives the markup without its words. */
function shapeOf(): string {
  for (const row of document.querySelectorAll('tbody > tr:nth-child(n + 31)')) row.remove();
  const describeElement = (element: Element): string => {
    const signs = [...element.attributes]
      .filter(({ name }) => !['href', 'value', 'datetime', 'id', 'content', 'action'].includes(name))
      .map(({ name, value }) => `${name}=${value}`);
    return `<${element.localName} ${signs.join(' ')}>${element.textContent === '' ? '' : '.'}${[...element.children].map(describeElement).join('')}</>`;
  };
  return describeElement(document.documentElement);
}

/** As the service compresses pages; it takes longer to compress style sheets, which become smaller still. */
const COMPRESSION = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};

const weigh = (text: string, state: State): number =>
  state === 'full' ? brotliCompressSync(text, COMPRESSION).length : Buffer.byteLength(text);

const sheets = new Map<string, Promise<number>>();

/** Markup and all style sheets together, compressed where a list is full. */
async function weightOf(page: Page, html: string, state: State): Promise<number> {
  const addresses = await page
    .locator('link[rel~="stylesheet"]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
  let weight = weigh(html, state);
  for (const address of addresses) {
    const key = `${address} ${state === 'full' ? 'compressed' : 'plain'}`;
    const sheet =
      sheets.get(key) ??
      page.request
        .get(address, { headers: { 'accept-encoding': 'identity' } })
        .then(async (answer) => weigh(await answer.text(), state));
    sheets.set(key, sheet);
    weight += await sheet;
  }
  return weight;
}

const weightFaults = (weight: number, state: State): string[] =>
  weight < WEIGHT_MAX ? [] : [`markup and style weigh ${weight} bytes${state === 'full' ? ' compressed' : ''}`];
