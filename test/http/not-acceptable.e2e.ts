import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { openBrowserClient } from '../support/browser-client.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

describe('Accept', () => {
  let testApp: TestApp;
  let ada: Person;
  beforeAll(async () => {
    testApp = await openTestApp();
    ada = await people.ada(testApp);
  });
  afterAll(() => testApp.close());

  const requestAs = (path: string, accept: string | null, as = ada.token) =>
    testApp.request('GET', path, { as, accept });

  it.each([
    'application/xml',
    'image/png',
    'text/csv;q=0',
    'text/html;q=0',
    'application/json;q=0',
    '*/*;q=0',
    'text/plain',
    'text/event-stream',
  ])('answers %s on a list with 406 not_acceptable, naming what there is', async (accept) => {
    const response = await requestAs('/orders', accept);

    expect([response.statusCode, response.headers['content-type']]).toEqual([406, 'application/problem+json']);
    expect(response.json()).toMatchObject({
      code: 'not_acceptable',
      detail: expect.stringContaining('It has text/html, application/json and text/csv.'),
    });
    expect(response.headers.vary).toBe('Accept');
  });

  it('text/csv and text/event-stream return 406 where the endpoint has neither', async () => {
    const responses = await Promise.all([
      requestAs('/users/me', 'text/csv'),
      requestAs('/events', 'text/csv'),
      requestAs('/events', 'image/png'),
    ]);

    expect(responses.map(({ statusCode }) => statusCode)).toEqual([406, 200, 406]);
    expect(responses[0].json()).toMatchObject({
      detail: 'Accept admits nothing that this address has: "text/csv". It has text/html and application/json.',
    });
    expect(responses[2].json<{ detail: string }>().detail).toContain('text/csv and text/event-stream.');
  });

  it.each([
    [BROWSER, 'text/html; charset=utf-8'],
    ['*/*', 'text/html; charset=utf-8'],
    [null, 'text/html; charset=utf-8'],
    ['image/png, */*;q=0.1', 'text/html; charset=utf-8'],
    ['text/csv;q=0, */*', 'text/html; charset=utf-8'],
    ['application/json;q=0.1, image/png', 'application/json; charset=utf-8'],
    ['application/*', 'application/json; charset=utf-8'],
    ['text/html;q=0, */*', 'application/json; charset=utf-8'],
    ['text/csv, image/png', 'text/csv; charset=utf-8; header=present'],
    ['q=;;,', 'text/html; charset=utf-8'],
  ])('answers %s with what it admits', async (accept, type) => {
    const response = await requestAs('/orders', accept);

    expect([response.statusCode, response.headers['content-type']]).toEqual([200, type]);
  });

  it('never changes an error to 406: missing token, unknown URL, wrong method', async () => {
    const responses = await Promise.all([
      requestAs('/orders', 'image/png', 'kat_unknown'),
      requestAs('/nowhere', 'image/png'),
      testApp.request('DELETE', '/orders', { as: ada.token, accept: 'image/png' }),
    ]);

    expect(responses.map(({ statusCode }) => statusCode)).toEqual([303, 404, 405]);
  });

  it('has no effect when the request is rejected', async () => {
    const rejected = await testApp.request('POST', '/oauth/client', {
      as: ada.token,
      accept: 'application/xml',
      body: { name: 'Never made' },
    });
    const keys = (await requestAs('/oauth/client', 'application/json')).json<{ name: string }[]>();

    expect([rejected.statusCode, keys.some(({ name }) => name === 'Never made')]).toEqual([406, false]);
  });

  it('keeps a signed-in browser signed in', async () => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(ada);
    const rejected = await browser.get('/orders', { accept: 'image/png' });

    expect([rejected.statusCode, rejected.headers['set-cookie']]).toEqual([406, undefined]);
    expect((await browser.get('/orders', { accept: BROWSER })).statusCode).toBe(200);
  });

  it.each(['/openapi.json', '/metrics', '/.well-known/openid-configuration', '/health/live', 'a script'])(
    'is ignored at %s, which has one format',
    async (path) => {
      const linked =
        path === 'a script' ? (/"(\/assets\/[^"]+)"/.exec((await requestAs('/', BROWSER)).body)?.[1] ?? '') : path;
      expect((await testApp.request('GET', linked, { accept: 'application/xml' })).statusCode).toBe(200);
    },
  );
});
