import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, openBrowser } from '../support/browser.js';
import { accessibilityFaults, markupFaults } from '../support/judges.js';

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
};

/** These controls show that a green result of the other browser tests means something. */
describe('the judges', () => {
  let browser: Browser;
  let server: Server;
  let home: string;
  beforeAll(async () => {
    browser = await openBrowser();
    server = createServer((request, response) => {
      const path = request.url ?? '/';
      response.setHeader('content-type', path.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8');
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

  it('find nothing where nothing is wrong', async () => {
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

  it('see a page that is wider than the window', async () => {
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
});
