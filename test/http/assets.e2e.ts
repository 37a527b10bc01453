import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type TestApp, openTestApp } from '../support/test-app.js';

describe('static files of pages', () => {
  let testApp: TestApp;
  let stylePath: string;
  beforeAll(async () => {
    testApp = await openTestApp();
    stylePath =
      /href="([^"]*kontor\.css)"/.exec((await testApp.request('GET', '/', { accept: 'text/html' })).body)?.[1] ?? '';
  });
  afterAll(() => testApp.close());

  it('have a URL with the hash of their content and are cacheable for a year', async () => {
    const response = await testApp.request('GET', stylePath);

    expect(stylePath).toMatch(/^\/assets\/[0-9a-f]{8}\/kontor\.css$/);
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(response.headers['x-content-type-options']).toBe('nosniff');
    expect(response.headers['x-request-id']).toBeDefined();
    expect(response.body).toContain('color-scheme');
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0.5', 'gzip'],
    ['gzip;q=0, br;q=0.0', undefined],
    ['deflate', undefined],
    ['', undefined],
  ])('Accept-Encoding: %j is answered with %s', async (accepted, expected) => {
    const plain = (await testApp.request('GET', stylePath)).rawPayload;
    const { headers, rawPayload } = await testApp.request('GET', stylePath, {
      headers: { 'accept-encoding': accepted },
    });

    expect(headers['content-encoding']).toBe(expected);
    expect(headers.vary).toContain('Accept-Encoding');
    const unpacked =
      expected === 'br' ? brotliDecompressSync(rawPayload) : expected === 'gzip' ? gunzipSync(rawPayload) : rawPayload;
    expect(unpacked.equals(plain)).toBe(true);
  });

  it.each([
    '/assets/',
    '/assets/kontor.css',
    '/assets/000000000000/kontor.css',
    '/assets/..%2f..%2fapp.ts',
    '/assets/%2e%2e/app.ts',
    '/assets/kontor.css%00',
  ])('there is no %s', async (path) => {
    expect([400, 404]).toContain((await testApp.request('GET', path)).statusCode);
  });

  it('include fonts, cached and not compressed again', async () => {
    const path = stylePath.replace('kontor.css', 'inter-latin.woff2');
    const { statusCode, headers, rawPayload } = await testApp.request('GET', path, {
      headers: { 'accept-encoding': 'br' },
    });

    expect([statusCode, headers['content-type'], headers['content-encoding']]).toEqual([200, 'font/woff2', undefined]);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(rawPayload.subarray(0, 4).toString()).toBe('wOF2');
    const page = (await testApp.request('GET', '/', { accept: 'text/html' })).body;
    expect(page).toContain(`<link rel="preload" href="${path}" as="font" type="font/woff2" crossorigin>`);
  });

  it('accept GET and HEAD only', async () => {
    const response = await testApp.request('POST', stylePath, { body: {} });

    expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET, HEAD']);
    expect((await testApp.request('HEAD', stylePath)).statusCode).toBe(200);
  });

  it('include the icon at the URL that browsers request by themselves', async () => {
    const response = await testApp.request('GET', '/favicon.ico');

    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/svg+xml']);
  });
});
