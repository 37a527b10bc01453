import { actInBrowser } from '../support/acting.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, people } from '../support/people.js';
import { openBrowserClient } from '../support/browser-client.js';

type BodySchema = Readonly<{
  name: string;
  fields: readonly Readonly<{ name: string; type: string; required: boolean }>[];
  example: unknown;
}>;

describe('documentation for a signed-in user', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await openTestApp();
  });
  afterAll(() => testApp.close());

  it('shows the user’s key without its secret in examples, and placeholders to others', async () => {
    const ada = await people.ada(testApp);
    const clientCredentialsKey = await createKey(testApp, ada.id, { grantTypes: ['client_credentials'], name: 'Desk' });
    const page = await (await actInBrowser(() => testApp).signedIn(ada)).get('/docs');

    expect(page.body).toContain('with your key “Desk”');
    expect(page.body).toContain(
      `TOKEN=$(curl -s -u "${clientCredentialsKey.clientId}:$CLIENT_SECRET" ${testApp.config.baseUrl}/oauth/token -d grant_type=client_credentials |`,
    );
    for (const secret of [clientCredentialsKey.clientSecret, ada.key.clientSecret, ada.token])
      expect(page.body).not.toContain(secret);

    const anonymousPage = await openBrowserClient(testApp).get('/docs');
    expect(anonymousPage.body).toContain(': "${TOKEN:?');
    expect(page.body).toContain(': "${CLIENT_SECRET:?');
    for (const { body } of [page, anonymousPage]) expect(body).not.toMatch(/^(?:TOKEN|CLIENT_SECRET)=…/m);
    expect(anonymousPage.body).not.toContain('with your key');
    expect((await testApp.request('GET', '/docs', { as: ada.token })).json()).not.toHaveProperty('exampleClient');
  });

  it('shows the key in the examples of every endpoint', async () => {
    const bob = await people.bob(testApp);
    const clientCredentialsKey = await createKey(testApp, bob.id, { grantTypes: ['client_credentials'], name: 'Desk' });
    const browser = await actInBrowser(() => testApp).signedIn(bob);
    const register = (await browser.get('/docs/operations/createUser')).body;
    const rotate = (await browser.get('/docs/operations/rotateClientSecret')).body;
    const orders = (await browser.get('/docs/operations/listOrders')).body;

    expect(register).toContain(`-u "${clientCredentialsKey.clientId}:$CLIENT_SECRET"`);
    expect(register).toMatch(new RegExp(`name="client_id" type="text" value="${clientCredentialsKey.clientId}"`));
    expect(orders).toContain(
      `TOKEN=$(curl -s -u "${clientCredentialsKey.clientId}:$CLIENT_SECRET" ${testApp.config.baseUrl}/oauth/token -d grant_type=client_credentials |`,
    );
    for (const page of [register, rotate, orders])
      for (const secret of [clientCredentialsKey.clientSecret, bob.key.clientSecret, bob.token])
        expect(page).not.toContain(secret);
    const anonymousPage = await openBrowserClient(testApp).get('/docs/operations/createUser');
    expect(anonymousPage.body).toContain('-u "$CLIENT_ID:$CLIENT_SECRET"');
    expect((await testApp.request('GET', '/docs/operations/createUser', { as: bob.token })).json()).not.toHaveProperty(
      'exampleClient',
    );
  });

  it('links to the key form when no key fits', async () => {
    const cyd = await people.named(testApp, 'cyd');
    const browser = await actInBrowser(() => testApp).signedIn(cyd);
    const hasNewKeyHint = async (path: string, reader = browser) =>
      (await reader.get(path)).body.includes('none of your keys fits: <a href="/profile/new-key">');
    const paths = [
      '/docs',
      '/docs/operations/listOrders',
      '/docs/operations/createUser',
      '/docs/operations/getErrorCode',
      '/docs/operations/startActing',
    ];
    const readHints = async (reader = browser) => Promise.all(paths.map((path) => hasNewKeyHint(path, reader)));

    expect(await readHints()).toEqual([false, false, false, false, false]);
    await testApp.orm.em.execute('update clients set enabled = false where owner_id = ?', [cyd.id]);
    expect(await readHints()).toEqual([true, true, true, false, false]);
    expect(await readHints(openBrowserClient(testApp))).toEqual([false, false, false, false, false]);
  });

  it('prints a path for every endpoint', async () => {
    const { rooms: tags } = (await testApp.request('GET', '/docs')).json();
    const operations: string[] = tags.flatMap((tag: { operations: { href: string }[] }) =>
      tag.operations.map(({ href }) => href),
    );
    const pages = await Promise.all(
      operations.map(async (href) => ({ href, text: (await testApp.request('GET', href)).body })),
    );

    expect(operations.length).toBeGreaterThan(80);
    expect(pages.filter(({ text }) => /object(?: |%20)Object/i.test(text)).map(({ href }) => href)).toEqual([]);
    expect(pages.find(({ href }) => href.endsWith('/getOrder'))?.text).toContain('$BASE/orders/1');
  });

  it('stays below 60,000 bytes of markup and style on every page', async () => {
    const { rooms: tags, guides } = (await testApp.request('GET', '/docs')).json<{
      rooms: { href: string; operations: { href: string }[] }[];
      guides: { href: string }[];
    }>();
    const hrefs = [
      ...['/docs', '/docs/reference', '/docs/pages', '/docs/search?q=order', '/docs/errors', '/changes'],
      ...[...guides, ...tags, ...tags.flatMap(({ operations }) => operations)].map(({ href }) => href),
    ];
    const getPage = async (path: string) => (await testApp.request('GET', path, { accept: 'text/html' })).body;
    const sheets = new Map<string, Promise<string>>();
    const getSheet = (address: string) => {
      const sheet = sheets.get(address) ?? getPage(address);
      sheets.set(address, sheet);
      return sheet;
    };
    const getStyle = async (text: string) => {
      const addresses = [...text.matchAll(/"(\/assets\/[^"]+\.css)"/g)].map(([, address = '']) => address);
      return (await Promise.all(addresses.map(getSheet))).join('');
    };
    const pages = await Promise.all(
      hrefs.map(async (href) => {
        const text = await getPage(href);
        return [href, text + (await getStyle(text))] as const;
      }),
    );

    expect(sheets.size).toBe(7);
    expect(pages.length).toBeGreaterThan(200);
    expect(pages.filter(([, text]) => Buffer.byteLength(text) > 60_000).map(([href]) => href)).toEqual([]);
  });

  it('shows each body variant with its required fields and an example', async () => {
    const { body } = (await testApp.request('GET', '/docs/operations/submitOrderActions')).json<{
      body: { shapes: BodySchema[] };
    }>();
    const requiredFields = Object.fromEntries(
      body.shapes.map(({ name, fields }) => [
        name,
        fields
          .filter(({ required }) => required)
          .map((field) => field.name)
          .sort()
          .join(' '),
      ]),
    );
    const order = 'acct_id action_type';

    expect(requiredFields).toEqual({
      LimitOrderSub: `${order} limit_price quantity side time_in_force`,
      MarketOrderSub: `${order} quantity side`,
      StopOrderSub: `${order} quantity side stop_price time_in_force`,
      StopLimitOrderSub: `${order} limit_price quantity side stop_price time_in_force`,
      OrderModification: 'action_type',
      OrderCancellation: 'action_type',
      MassCancellation: 'action_type',
      OrderActionList: 'actions',
    });
    for (const { name, example } of body.shapes)
      expect(example).toMatchObject(
        name === 'OrderActionList'
          ? { actions: [{ action_type: 'OrderCancellation' }, { action_type: 'MarketOrderSub' }] }
          : { action_type: name },
      );
    expect(body.shapes.at(-1)?.fields).toMatchObject([
      { name: 'actions', type: expect.stringMatching(/^list of any of the above/) },
    ]);
    expect(body.shapes[0]?.fields.find(({ name }) => name === 'quantity')?.type).toBe('integer, ≥ 1, ≤ 1000000000');
    const page = (await openBrowserClient(testApp).get('/docs/operations/submitOrderActions')).body;
    for (const { name } of body.shapes)
      expect(page).toMatch(
        new RegExp(`id="body-${name}".*[^]*${name === 'OrderActionList' ? 'actions": ' : `action_type": "${name}"`}`),
      );
  });

  it('lists forms of browsers on their own page, apart from the API', async () => {
    const readPage = async (path: string, accept: string) => (await testApp.request('GET', path, { accept })).body;
    for (const accept of ['text/html', 'text/markdown'])
      for (const operation of ['showNewOrderForm', 'showMassCancellationForm'])
        expect([
          (await readPage('/docs/reference/orders', accept)).includes(operation),
          (await readPage('/docs/pages', accept)).includes(operation),
        ]).toEqual([false, true]);
  });

  it('finds endpoints by their summary before other mentions of the words', async () => {
    const search = async (query: string) =>
      (await testApp.request('GET', `/docs/search?q=${encodeURIComponent(query)}`)).json<
        { kind: string; title: string }[]
      >();

    expect((await search('cancel all'))[0]).toMatchObject({ kind: 'endpoint', title: 'POST /orderactions' });
    expect((await search('list accounts'))[0]).toMatchObject({ kind: 'endpoint', title: 'GET /accounts' });
    expect((await search('mass cancellation'))[0]).toMatchObject({ title: 'POST /orderactions' });
  });

  it('prints no command for browser-only routes', async () => {
    const readOperation = async (operation: string) => ({
      curl: (await testApp.request('GET', `/docs/operations/${operation}`)).json().curl,
      page: (await openBrowserClient(testApp).get(`/docs/operations/${operation}`)).body,
    });
    for (const operation of ['issuePageToken', 'startActing', 'endSignIn']) {
      const { curl, page } = await readOperation(operation);
      expect([
        curl,
        page.includes('BASE='),
        page.includes('id="try"'),
        page.includes('Programs do not send it: it contains a <code>form_token</code>'),
      ]).toEqual([null, false, false, true]);
    }
    expect((await readOperation('showAccountAccess')).page).toContain('This page is for signed-in browsers');
  });

  it.each(['streams', 'webhooks'])(
    'shows docs/%s.md as a page with working links and the service’s base URL',
    async (name) => {
      const readOperation = (await testApp.request('GET', `/docs/${name}`)).json();
      const { body } = await openBrowserClient(testApp).get(readOperation.href);
      const links = [...body.matchAll(/href="(\/docs[^"#]*|#[^"]+)"/g)].map(([, href = '']) => href);
      const responses = await Promise.all(
        links.filter((href) => href.startsWith('/')).map((href) => testApp.request('GET', href)),
      );

      expect(readOperation.text).toContain(testApp.config.baseUrl);
      expect(readOperation.text).not.toContain('kontor.example.org');
      expect(links.length).toBeGreaterThan(3);
      expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 200));
      expect(links.filter((href) => href.startsWith('#') && !body.includes(` id="${href.slice(1)}"`))).toEqual([]);
      expect(body.slice(body.indexOf('<h1>'), body.indexOf('<footer')).replaceAll(/<pre[^]*?<\/pre>/g, '')).not.toMatch(
        /\*\*|\]\(|\|--|`/,
      );
      expect((await testApp.request('GET', '/docs')).json().guides).toContainEqual({
        name,
        title: readOperation.title,
        summary: readOperation.summary,
        href: readOperation.href,
      });
    },
  );

  it('links endpoints to their guides', async () => {
    const readGuide = async (operation: string): Promise<string | null> =>
      (await testApp.request('GET', `/docs/operations/${operation}`)).json<{ guide: string | null }>().guide;
    const guides = ['issueTicket', 'createWebhook', 'listEvents', 'listOrders'].map(readGuide);

    expect(await Promise.all(guides)).toEqual(['/docs/streams', '/docs/webhooks', '/docs/streams', null]);
    expect((await openBrowserClient(testApp).get('/docs/operations/issueTicket')).body).toContain(
      'href="/docs/streams"',
    );
    expect((await testApp.request('GET', '/docs/nowhere')).json().code).toBe('unknown_guide');
  });

  it.each(['quick-start', 'api-keys'])(
    'links the page for a new key in %s, at the address of this service',
    async (guide) => {
      const { body } = await openBrowserClient(testApp).get(`/docs/${guide}`);

      expect(body).toContain(`<a href="${testApp.config.baseUrl}/profile/new-key"><code>/profile/new-key</code></a>`);
    },
  );

  it('opens WebSockets with a client for them, as the guide does', async () => {
    for (const [operation, path] of [
      ['streamMarketData', '/marketdata/stream'],
      ['streamOrderActions', '/orderactions/stream'],
    ]) {
      const { curl } = (await testApp.request('GET', `/docs/operations/${operation}`)).json();
      expect(curl).toBe(`npx wscat -H "Authorization: Bearer $TOKEN" \\\n  -c "ws\${BASE#http}${path}"`);
    }
    const { curl } = (await testApp.request('GET', '/docs/operations/listEvents')).json();
    expect(curl).toContain('curl "$BASE/events"');
  });

  it('says how a reader of market data notices missed changes, as the guide does', async () => {
    const rule = 'If it is not higher than the highest `seq` that you have of the instrument, you have missed nothing.';
    const { description } = (await testApp.request('GET', '/docs/operations/streamMarketData')).json();
    expect((await testApp.request('GET', '/docs/streams')).json().text).toContain(rule);
    expect(description.replaceAll('\n', ' ')).toContain(rule);
    expect(description).not.toContain('differs');
  });

  it('names the scope that an endpoint needs', async () => {
    const readPage = async (operation: string, accept: string) =>
      (await testApp.request('GET', `/docs/operations/${operation}`, { accept })).body;
    const readScope = async (operation: string) =>
      (await testApp.request('GET', `/docs/operations/${operation}`)).json<{ scope: string | null }>().scope;

    expect(await readPage('createAlert', 'text/html')).toContain(
      '<td>token, <a href="/docs/scopes">scope</a> <code>trade</code></td>',
    );
    expect(await readPage('createAlert', 'text/markdown')).toContain('Credential: bearer. Scope: `trade`. Name:');
    expect(await readPage('createUser', 'text/markdown')).toContain('Credential: client. Name:');
    expect(await Promise.all(['listOrders', 'streamOrderActions', 'createUser'].map(readScope))).toEqual([
      ...['read', 'trade', null],
    ]);
  });

  it('shows an example of each error', async () => {
    const page = await openBrowserClient(testApp).get('/docs/errors/unknown_order');
    expect(page.body).toContain('"code": "unknown_order"');
    expect(page.body).toContain('href="/docs/operations/getOrder"');
    expect((await openBrowserClient(testApp).get('/docs/errors/invalid_client')).body).toContain('RFC 6749');
  });
});
