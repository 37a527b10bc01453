import { readFile } from 'node:fs/promises';
import { type TestApp, openTestApp } from '../support/test-app.js';

type ContractError = Readonly<{ kind: string; status: number; otherStatus?: number; file: string }>;

describe('documentation', () => {
  let testApp: TestApp;
  beforeAll(async () => (testApp = await openTestApp()));
  afterAll(() => testApp.close());

  it('has one section per error code of the source, with its statuses', async () => {
    const { errorsByCode } = await readContractFile();
    const statusesInSource = Object.fromEntries(
      Object.entries(errorsByCode).map(([code, { status, otherStatus }]) => [code, [status, otherStatus]]),
    );
    const published: { code: string; status: number; other_status?: number }[] = (
      await testApp.request('GET', '/docs/errors')
    ).json();

    expect(
      Object.fromEntries(published.map(({ code, status, other_status: other }) => [code, [status, other]])),
    ).toEqual({ ...statusesInSource, ...UNDECLARED_ERRORS });
  });

  it('is sorted by code', async () => {
    const published: { code: string }[] = (await testApp.request('GET', '/docs/errors')).json();
    const codes = published.map(({ code }) => code);

    expect(codes).toEqual([...codes].sort());
  });

  it('is searched by words in any order, code, status, cause and fix', async () => {
    const searchCodes = async (...q: readonly string[]) =>
      (await testApp.request('GET', `/docs/errors${q.map((text) => `?q=${encodeURIComponent(text)}`).join('')}`))
        .json<{ code: string }[]>()
        .map(({ code }) => code);
    const all = await searchCodes();

    expect([await searchCodes('Email_Taken'), await searchCodes(' exists 409  email ')]).toEqual([
      ['email_taken'],
      expect.arrayContaining(['email_taken']),
    ]);
    expect((await searchCodes('409')).length).toBeGreaterThan((await searchCodes('409 email')).length);
    expect([all.length > 50, await searchCodes('no such words anywhere')]).toEqual([true, []]);
    const page = async (q: string) =>
      (await testApp.request('GET', `/docs/errors?q=${encodeURIComponent(q)}`, { accept: 'text/html' })).body;
    expect(await page('email_taken')).toMatch(
      /type="search"[^>]*value="email_taken"[^]*href="\/docs\/errors\/email_taken"/,
    );
    expect(await page('<b>')).toContain('No error code matches “&lt;b&gt;”');
    expect((await testApp.request('GET', `/docs/errors?q=${'x'.repeat(101)}`)).statusCode).toBe(400);
  });

  it.each(['text/html', 'application/json'])('returns 404 for an unknown code (%s)', async (accept) => {
    const response = await testApp.request('GET', '/docs/errors/no_such_code', { accept });

    expect(response.statusCode).toBe(404);
    expect(response.body).toContain('unknown_error_code');
  });

  it('is the target of a problem’s type', async () => {
    const { type, code } = (await testApp.request('GET', '/no/such/address')).json();
    const response = await testApp.request('GET', new URL(type).pathname, { accept: 'text/html' });

    expect(code).toBe('unknown_route');
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('<h1>Unknown route</h1>');
    expect(response.body).toContain('There is nothing at this address.');
  });

  describe('for programs that read text', () => {
    const get = (path: string, accept = 'text/html') => testApp.request('GET', path, { accept });

    it('is listed in /llms.txt, one line for each page, and every page is Markdown there', async () => {
      const { headers, body } = await get('/llms.txt', '*/*');
      const addresses = [...body.matchAll(/^- \[[^\]]+\]\(([^)]+)\): .+/gm)].map(
        ([, address = '']) => new URL(address),
      );
      const pages = addresses.filter(({ pathname }) => pathname.endsWith('.md'));
      const texts = await Promise.all(pages.map(({ pathname }) => get(pathname)));

      expect(headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(body).toMatch(/^# Kontor\n\n> /);
      expect(pages.length).toBeGreaterThan(20);
      for (const { statusCode, headers: answered, body: text } of texts) {
        expect([statusCode, answered['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
        expect(text).toMatch(/^# \S/);
      }
    });

    it.each([
      '/docs',
      '/docs/orders',
      '/docs/reference/orders',
      '/docs/operations/getOrder',
      '/docs/errors',
      '/changes',
    ])('%s is Markdown by Accept and by .md, with Vary, and links Markdown', async (path) => {
      const [named, suffixed, page] = [await get(path, 'text/markdown'), await get(`${path}.md`), await get(path)];
      const links = [...named.body.matchAll(/\]\((\/[^)#]+)/g)].map(([, href = '']) => href);

      expect(suffixed.body).toBe(named.body);
      expect([named, suffixed].map(({ headers }) => headers.vary)).toEqual([
        expect.stringContaining('Accept'),
        expect.stringContaining('Accept'),
      ]);
      expect(named.headers['content-type']).toBe('text/markdown; charset=utf-8');
      expect(page.body).toContain(`<link rel="alternate" type="text/markdown" href="${path}.md"`);
      expect(links.filter((href) => !href.endsWith('.md'))).toEqual([]);
    });

    it('has no link in any Markdown page that leads nowhere', async () => {
      const visited = new Set(['/llms.txt']);
      const broken: string[] = [];
      // A set is iterated over what is added meanwhile.
      for (const path of visited) {
        const { statusCode, headers, body } = await get(path, '*/*');
        // A page of the user's own exists, and is for a signed-in browser.
        const needsSignIn = statusCode === 303 && path.startsWith('/profile/');
        if (statusCode !== 200 && !needsSignIn) broken.push(path);
        if (!/^text\/(?:markdown|plain)/.test(String(headers['content-type']))) continue;
        for (const [, target = ''] of body.replaceAll(/```[^]*?```/g, '').matchAll(/\]\(([^)\s]+)\)/g)) {
          const { origin, pathname, search } = new URL(target, `http://127.0.0.1:3000${path}`);
          if (origin === 'http://127.0.0.1:3000') visited.add(pathname + search);
        }
      }

      expect(visited.size).toBeGreaterThan(300);
      expect(broken).toEqual([]);
    });

    it('refuses what a page has not, and Markdown elsewhere, with 406', async () => {
      const refused = await get('/docs', 'text/csv');

      expect([refused.statusCode, refused.json().code]).toEqual([406, 'not_acceptable']);
      expect(refused.json().detail).toContain('text/markdown');
      expect((await get('/health/ready', 'text/markdown')).statusCode).toBe(200);
      expect((await get('/openapi.json', 'text/markdown')).headers['content-type']).toContain('application/json');
      expect((await get('/', 'text/markdown')).statusCode).toBe(406);
      expect((await get('/docs/reference/desk')).statusCode).toBe(404);
    });

    it.each(['/docs/nothing', '/docs/operations/nothing', '/docs/errors/nothing', '/docs/reference/nothing'])(
      'says in Markdown, JSON and HTML that there is no %s',
      async (path) => {
        const [suffixed, named, json, page] = [
          await get(`${path}.md`),
          await get(path, 'text/markdown'),
          await get(path, 'application/json'),
          await get(path),
        ];
        const { code, title, detail } = json.json<{ code: string; title: string; detail: string }>();

        expect([suffixed, named, json, page].map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
        expect(suffixed.headers).toMatchObject({
          'content-type': 'text/markdown; charset=utf-8',
          vary: expect.stringContaining('Accept'),
        });
        expect(suffixed.body).toMatch(
          `# ${title}\n\nStatus: 404, [\`${code}\`](/docs/errors/${code}.md)\n\n${detail}\n\nFix: `,
        );
        expect(named.body).toBe(suffixed.body);
        expect(page.body).toContain(`<h1>${title}</h1>`);
      },
    );

    it('is searched for all words, with guides first and the passage', async () => {
      const search = async (q: string) =>
        (await testApp.request('GET', `/docs/search?q=${encodeURIComponent(q)}`)).json<
          { kind: string; title: string; href: string; passage: string }[]
        >();
      const [first] = await search('idempotency-key');

      expect(first).toMatchObject({ kind: 'guide', href: '/docs/idempotency#idempotency-key' });
      expect(await search('email_taken')).toContainEqual(expect.objectContaining({ href: '/docs/errors/email_taken' }));
      expect(await search('/orders/{id}/history')).toContainEqual(
        expect.objectContaining({ kind: 'endpoint', href: '/docs/operations/listOrderHistory' }),
      );
      for (const { title, passage } of await search('ticket stream'))
        expect(`${title} ${passage}`.toLowerCase()).toMatch(/ticket|stream/);
      expect(await search('no such words anywhere')).toEqual([]);
      expect((await get('/docs/search?q=%3Cb%3E(')).body).toContain('“&lt;b&gt;(”');
    });

    it('has its changes in a feed whose entries lead to the page', async () => {
      const changes = (await testApp.request('GET', '/changes')).json<{ id: string; updated_at: string }[]>();
      const feed = await get('/changes.atom', '*/*');
      const ids = [...feed.body.matchAll(/<id>tag:kontor,2026:changes:([^<]+)<\/id>/g)].map(([, id]) => id);
      const { body: page } = await get('/changes');

      expect(feed.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
      expect(new Set(changes.map(({ id }) => id)).size).toBe(changes.length);
      expect(ids).toHaveLength(Math.min(100, changes.length));
      expect(ids.filter((id) => !page.includes(`<li id="${String(id)}">`))).toEqual([]);
      expect(page).toContain('<link rel="alternate" type="application/atom+xml" href="/changes.atom"');
      expect(changes.filter(({ updated_at: at }) => !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at))).toEqual([]);
    });
  });
});

/** `server_error` is what everything unexpected becomes; no class stands for it. */
const UNDECLARED_ERRORS = { server_error: [500, undefined] };

async function readContractFile(): Promise<{ errorsByCode: Record<string, ContractError> }> {
  return JSON.parse(await readFile('src/openapi/contract.json', 'utf8')) as {
    errorsByCode: Record<string, ContractError>;
  };
}
