import { FormTestController } from '../support/form-test.controller.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { people } from '../support/people.js';
import { type BrowserClient, openBrowserClient } from '../support/browser-client.js';

describe('form posted to an API endpoint', () => {
  let testApp: TestApp;
  let browser: BrowserClient;
  let token: string;
  let formToken: string;
  beforeAll(async () => {
    testApp = await openTestApp({ controllers: [FormTestController] });
    const ada = await people.ada(testApp);
    token = ada.token;
    browser = openBrowserClient(testApp);
    await browser.signIn(ada);
    formToken = /name="form_token" value="([^"]+)"/.exec((await browser.get('/')).body)?.[1] ?? '';
  });
  afterAll(() => testApp.close());

  const post = (url: string, fields: Record<string, string>) => browser.post(url, { form_token: formToken, ...fields });

  it('has the effect of the JSON request and redirects with a message', async () => {
    const response = await post('/wishes', {
      name: 'bread',
      quantity: '5',
      urgent: 'on',
      'limits.most': '7',
      _for: 'Ada & Co',
    });

    expect([response.statusCode, response.headers.location, response.body]).toEqual([303, '/wishes/1', '']);
    expect((await browser.get('/')).body).toContain('5 for Ada &amp; Co');
  });

  it('is shown again with each error at its field', async () => {
    const { statusCode, body } = await post('/wishes', {
      name: 'bread',
      quantity: 'five',
      'limits.most': '0',
      _for: 'Ada',
    });

    expect(statusCode).toBe(400);
    expect(body).toContain('<h1>Wish of Ada</h1>');
    expect(body).toContain('2 fields need correction.');
    expect(body).toMatch(/<li>quantity: .*number/);
    expect(body).toMatch(/<li>limits\.most: .*1/);
  });

  it('can use _method, and returns a page when there is no redirect', async () => {
    const { statusCode, body } = await post('/wishes/7?_method=PUT', { name: 'milk', quantity: '2' });

    expect(statusCode).toBe(200);
    expect(body).toContain('<td>PUT</td>');
  });

  it('is rejected without the form token', async () => {
    for (const url of ['/wishes', '/wishes/7?_method=PUT'])
      expect((await browser.post(url, { name: 'bread', quantity: '5' })).statusCode).toBe(403);
  });

  it('is rejected from programs, whose JSON is unaffected', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const form = await testApp.request('POST', '/wishes', {
      accept: 'application/json',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'name=bread&quantity=5',
    });
    const json = await testApp.request('POST', '/wishes', {
      accept: 'application/json',
      headers,
      body: { name: 'bread', quantity: 5, _for: 'Ada' },
    });
    const plain = await testApp.request('POST', '/wishes', {
      accept: 'application/json',
      headers,
      body: { name: 'bread', quantity: 5 },
    });

    expect([form.statusCode, json.statusCode, plain.statusCode, plain.headers.location]).toEqual([
      415,
      400,
      201,
      undefined,
    ]);
    expect(plain.json()).toEqual({ name: 'bread', quantity: 5, id: 1, method: 'POST' });
  });

  it('needs a form content type for _method', async () => {
    const { statusCode } = await testApp.request('POST', '/wishes/7?_method=PUT', {
      accept: 'application/json',
      headers: { authorization: `Bearer ${token}` },
      body: { name: 'x', quantity: 1 },
    });

    expect([404, 405]).toContain(statusCode);
  });
});
