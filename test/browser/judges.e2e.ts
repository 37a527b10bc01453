import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { type Browser, openBrowser } from '../support/browser.js';
import { accessibilityFaults, markupFaults } from '../support/page-validators.js';

const pageOf = (body: string, head = '') => `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Broken on purpose</title>${head}</head><body><main><h1>Broken on purpose</h1>${body}</main></body></html>`;

/** Each is broken in one way; a judge that lets it through judges nothing. */
const broken: Readonly<Record<string, string>> = {
  '/contrast': pageOf('<p style="color: #bbb; background: #fff">Hardly to be read</p>'),
  '/label': pageOf('<input type="text">'),
  '/image': pageOf('<img src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==">'),
  '/wide': pageOf('<p style="width: 900px">Wider than a telephone</p>'),
  '/elsewhere': pageOf('', '<link rel="stylesheet" href="https://fonts.example.test/face.css">'),
  '/inline': pageOf('<script>document.title = "ran"</script>'),
  '/throws': pageOf('', '<script src="/throws.js"></script>'),
  '/throws.js': 'throw new Error("thrown on purpose")',
  '/ways': pageOf(
    '<a href="/slow">By a link</a><form method="post" action="/sent"><input name="a" aria-label="A"><button>By a form</button></form>',
    '<script src="/ways.js" defer></script>',
  ),
  '/ways.js': `
    const go = () => location.assign('/slow');
    document.querySelector('h1').insertAdjacentHTML('afterend', '<button type="button">By a script</button><select><option>1</option><option>2</option></select><input type="checkbox">');
    document.querySelector('main > button').onclick = go;
    document.querySelector('select').onchange = go;
    document.querySelector('[type="checkbox"]').onchange = () => document.forms[0].requestSubmit();
    document.onkeydown = ({ key }) => { if (key === 'g') go(); };
    document.querySelector('a').insertAdjacentHTML('afterend', '<a href="#here">Within</a><a href="/file">A file</a>');`,
};

/** Ways to a page that comes in two halves. */
const ways: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
  ['a link', (page) => page.getByRole('link', { name: 'By a link' }).click()],
  ['a link that is named to the page', (page) => page.click('text=By a link')],
  ['a form that is answered with an address', (page) => page.getByRole('button', { name: 'By a form' }).click()],
  ['a key in its field', (page) => page.getByLabel('A').press('Enter')],
  [
    'a key without an element',
    (page) =>
      page
        .getByLabel('A')
        .focus()
        .then(() => page.keyboard.press('Enter')),
  ],
  ['a script', (page) => page.getByRole('button', { name: 'By a script' }).click()],
  ['a script that hears a key', (page) => page.keyboard.press('g')],
  ['a choice', (page) => page.locator('select').selectOption('2')],
  // Not by check(): that looks whether the box is checked, on whichever page it finds by then.
  ['a box', (page) => page.locator('[type="checkbox"]').click()],
];

/** Answers with the first half of a page, and after a while with the other. */
async function tellSlowly(response: ServerResponse): Promise<void> {
  const [head = '', rest = ''] = pageOf('<ul><li>first</li><!----><li>last</li></ul>').split('<!---->');
  response.write(head + ' '.repeat(4096));
  await pause(300);
  response.end(rest);
}

/** These controls show that a green result of the other browser tests means something. */
describe('page checks (axe, html-validate, overflow)', () => {
  let browser: Browser;
  let server: Server;
  let home: string;
  beforeAll(async () => {
    browser = await openBrowser();
    server = createServer((request, response) => {
      const path = request.url ?? '/';
      response.setHeader('content-type', path.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8');
      if (path === '/slow') return void tellSlowly(response);
      if (path === '/sent') return void response.writeHead(303, { location: '/slow' }).end();
      if (path === '/file') response.setHeader('content-disposition', 'attachment');
      if (path === '/inline') response.setHeader('content-security-policy', "script-src 'self'");
      response.end(broken[path] ?? pageOf('<p>Nothing is wrong here.</p>'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    server.close();
  });

  const faults = async (path: string) => {
    const { page, complaints, close } = await browser.open(home + path, { width: 360 });
    const found = await accessibilityFaults(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    await close();
    return { found: found.join('\n'), complaints: complaints.join('\n'), width };
  };

  it('report nothing for a correct page', async () => {
    expect(await faults('/fine')).toEqual({ found: '', complaints: '', width: 360 });
    expect(await markupFaults(`${pageOf('<p>Fine.</p>')}\n`)).toEqual([]);
  });

  it.each([
    ['/contrast', 'color-contrast'],
    ['/label', 'label'],
    ['/image', 'image-alt'],
  ])('see what is wrong at %s', async (path, rule) => {
    expect((await faults(path)).found).toContain(`${rule}: `);
  });

  it('report a page that is wider than the window', async () => {
    expect((await faults('/wide')).width).toBeGreaterThan(360);
  });

  it.each([
    ['/elsewhere', 'elsewhere: https://fonts.example.test/face.css'],
    ['/inline', 'Content Security Policy'],
    ['/throws', 'thrown on purpose'],
  ])('hear what goes wrong at %s', async (path, complaint) => {
    expect((await faults(path)).complaints).toContain(complaint);
  });

  it.each([
    ['<p>Not closed', 'no-implicit-close'],
    ['<p id="a"></p><p id="a"></p>', 'no-dup-id'],
    ['<p style="color: red">Inline</p>', 'no-inline-style'],
    ['<ul><p>Not an item</p></ul>', 'element-permitted-content'],
  ])('read that %s is no good markup', async (body, rule) => {
    expect((await markupFaults(pageOf(body))).join('\n')).toContain(rule);
  });

  it.each(ways)('capture the whole page when a user opens it by %s', async (_how, go) => {
    const { page, close } = await browser.open(`${home}/ways`);
    await go(page);

    expect(await page.locator('li').allInnerTexts()).toEqual(['first', 'last']);
    await close();
  });

  it('do not wait for a page when none loads', async () => {
    const { page, close } = await browser.open(`${home}/ways`);
    const began = performance.now();
    await page.getByRole('link', { name: 'Within' }).click();
    await Promise.all([page.waitForEvent('download'), page.click('text=A file')]);
    await page.getByLabel('A').press('Tab');

    expect(new URL(page.url()).hash).toBe('#here');
    expect(performance.now() - began).toBeLessThan(20_000);
    await close();
  });
});
