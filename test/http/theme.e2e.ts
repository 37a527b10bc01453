import { type TestApp, openTestApp } from '../support/test-app.js';

describe('POST /theme', () => {
  let testApp: TestApp;
  beforeAll(async () => (testApp = await openTestApp()));
  afterAll(() => testApp.close());

  const postTheme = (body: Record<string, string>) =>
    testApp.request('POST', '/theme', {
      accept: 'text/html',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });

  it('stores the colors in a cookie that every page uses', async () => {
    const response = await postTheme({ theme: 'dark', back: '/?a=b' });

    expect([response.statusCode, response.headers.location]).toEqual([303, '/?a=b']);
    const cookie = String(response.headers['set-cookie']).split(';')[0] ?? '';
    for (const path of ['/', '/nowhere']) {
      expect((await testApp.request('GET', path, { accept: 'text/html', headers: { cookie } })).body).toContain(
        'data-theme="dark"',
      );
    }
  });

  it('resets to the system colors', async () => {
    const response = await postTheme({ theme: 'system', back: '/' });

    expect(response.headers['set-cookie']).toMatch(/^theme=; Max-Age=0;/);
    expect((await testApp.request('GET', '/', { accept: 'text/html' })).body).not.toContain('data-theme');
  });

  it.each(['https://evil.test/', '//evil.test', '/\\evil.test', 'docs', '', '/a\r\nx: y'])(
    'never redirects to another host: %j',
    async (back) => {
      const response = await postTheme({ theme: 'dark', back });

      expect(response.statusCode).toBe(400);
      expect(response.headers.location).toBeUndefined();
    },
  );

  it('rejects unknown values', async () => {
    expect((await postTheme({ theme: 'pink', back: '/' })).statusCode).toBe(400);
  });
});
