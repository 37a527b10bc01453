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

  it('stores the density in a cookie of its own', async () => {
    const compact = await postTheme({ density: 'compact', back: '/docs' });

    expect([compact.statusCode, compact.headers.location]).toEqual([303, '/docs']);
    expect(compact.headers['set-cookie']).toMatch(/^density=compact; Max-Age=31536000;/);
    const page = (cookie: string) => testApp.request('GET', '/', { accept: 'text/html', headers: { cookie } });
    expect((await page('density=compact')).body).toContain('data-density="compact"');
    expect((await page('density=wide')).body).not.toContain('data-density');
    expect((await postTheme({ density: 'comfortable', back: '/' })).headers['set-cookie']).toMatch(
      /^density=; Max-Age=0;/,
    );
    expect((await postTheme({ density: 'wide', back: '/' })).statusCode).toBe(400);
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
