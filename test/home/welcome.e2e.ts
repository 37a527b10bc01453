import { openTestApp, type TestApp } from '../support/test-app.js';

describe('GET /', () => {
  let testApp: TestApp;
  beforeAll(async () => (testApp = await openTestApp()));
  afterAll(() => testApp.close());

  it('lists every endpoint with its credential and a sentence as JSON', async () => {
    const response = await testApp.request('GET', '/');

    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      name: 'Kontor',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      mode: 'sandbox',
      registration: 'anybody',
      documentation: `${testApp.config.baseUrl}/docs`,
      openapi: `${testApp.config.baseUrl}/openapi.json`,
      resources: expect.arrayContaining([
        { method: 'GET', path: '/', access: 'none', summary: 'Describes the service: its mode and its endpoints' },
        { method: 'GET', path: '/openapi.json', access: 'none', summary: expect.stringContaining('OpenAPI') },
      ]),
    });
  });

  it('lists existing endpoints once, each with a sentence', async () => {
    const { resources } = (await testApp.request('GET', '/')).json();

    expect(new Set(resources.map(({ method, path }: ListedEndpoint) => `${method} ${path}`)).size).toBe(
      resources.length,
    );
    for (const { method, path, summary } of resources as ListedEndpoint[]) {
      expect([path, summary]).toEqual([path, expect.stringMatching(/^[A-Z].*[^.]$/)]);
      const response = await testApp.request(method, path.replace(/:\w+/g, '1'));
      const isNowhere =
        [404, 405].includes(response.statusCode) && /"code":"(unknown_route|wrong_method)"/.test(response.body);
      expect([path, isNowhere]).toEqual([path, false]);
    }
  });

  it('shows the same as a page', async () => {
    const response = await testApp.request('GET', '/', { accept: 'text/html' });

    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.body).toContain('<h1>Kontor, a trading-data service</h1>');
    expect(response.body).toContain(`<code>${testApp.config.baseUrl}</code>`);
  });

  it('explains an unknown URL with its fix', async () => {
    const response = await testApp.request('GET', '/nowhere', { accept: 'text/html' });

    expect(response.statusCode).toBe(404);
    expect(response.body).toContain('<a href="/docs/errors/unknown_route">');
    expect(response.body).toContain('Compare the address with the list of resources at <a href="/"><code>/</code></a>');
    expect(response.body).toContain(String(response.headers['x-request-id']));
  });

  it.each([
    ['/market', '<li><a href="/marketdata">Go to <strong>Market</strong></a></li>'],
    ['/nowhere', null],
  ])('leads from %s to the page of the menu that was probably meant: %s', async (path, link) => {
    const response = await testApp.request('GET', path, { accept: 'text/html' });

    expect(response.statusCode).toBe(404);
    expect(/<li><a href="[^"]+">Go to <strong>.*<\/li>/.exec(response.body)?.[0] ?? null).toBe(link);
  });

  it('shows a flash message once', async () => {
    const first = await testApp.request('GET', '/', {
      accept: 'text/html',
      headers: { cookie: 'flash=Login%20is%20required.' },
    });

    expect(first.body).toMatch(/<p class="flash" role="status">Login is required\. <a href="[^"]+">Sign in<\/a><\/p>/);
    expect(first.headers['set-cookie']).toMatch(/^flash=; Max-Age=0/);
  });
});

type ListedEndpoint = Readonly<{ method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; summary: string }>;
