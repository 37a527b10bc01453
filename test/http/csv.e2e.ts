import { TableTestController } from '../support/guarded-test.controller.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { openBrowserClient } from '../support/browser-client.js';

describe('GET with Accept: text/csv', () => {
  let testApp: TestApp;
  let ada: Person;
  beforeAll(async () => {
    testApp = await openTestApp({ controllers: [TableTestController] });
    ada = await people.ada(testApp);
  });
  afterAll(() => testApp.close());

  const csv = (path: string, headers = {}) =>
    testApp.request('GET', `/table-endpoints/${path}`, { as: ada.token, accept: 'text/csv', headers });

  it('returns a table with a header, safe for spreadsheets, with the paging of every list', async () => {
    const response = await csv('full?per_page=2');

    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      vary: 'Accept',
      link: expect.stringMatching(/^<\/table-endpoints\/full\?per_page=2&cursor=[\w-]+\.[\w-]{22}>; rel="next"$/),
    });
    expect(response.body).toBe(
      'id,name,price,reference_as_of\r\n1,"\'=cmd|""x""!A1",-0.50,2026-01-30\r\n2,"Gröbe, 1",,\r\n',
    );
  });

  it('returns the header of an empty list', async () => {
    expect((await csv('empty')).body).toBe('id\r\n');
  });

  it('leaves JSON and pages unchanged', async () => {
    const [json, page] = await Promise.all(
      ['application/json, text/csv', '*/*'].map((accept) =>
        testApp.request('GET', '/table-endpoints/full', { as: ada.token, accept }),
      ),
    );

    expect([json?.headers['content-type'], page?.headers['content-type']]).toEqual([
      'application/json; charset=utf-8',
      'text/html; charset=utf-8',
    ]);
  });

  it('is refused with a problem, and ignores cookies', async () => {
    const missing = await csv('missing');
    const browser = openBrowserClient(testApp);
    await browser.signIn(ada);
    const byCookie = await browser.get('/table-endpoints/full', { accept: 'text/csv' });

    expect([missing.statusCode, missing.headers['content-type'], missing.json().code]).toEqual([
      404,
      'application/problem+json',
      'unknown_user',
    ]);
    expect([byCookie.statusCode, byCookie.headers.location]).toEqual([303, '/']);
  });

  it('downloads a file from the link of a page by its session', async () => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(ada);
    const file = await browser.get('/table-endpoints/full?_as=csv');
    const part = await browser.get('/table-endpoints/full?_as=csv&per_page=2');
    const anonymous = await openBrowserClient(testApp).get('/table-endpoints/full?_as=csv');
    const byToken = await testApp.request('GET', '/table-endpoints/full?_as=csv', {
      as: 'kat_no',
      accept: 'text/html',
    });

    expect([
      file.statusCode,
      file.headers['content-type'],
      file.headers['content-disposition'],
      file.headers.vary,
    ]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
      'attachment; filename="table-endpoints-full.csv"',
      'Accept, Cookie',
    ]);
    expect(part.headers['content-disposition']).toBe('attachment; filename="table-endpoints-full-first-2-rows.csv"');
    expect(file.body).toMatch(/^id,name,price,/);
    expect([anonymous.statusCode, byToken.statusCode]).toEqual([303, 303]);
  });
});
