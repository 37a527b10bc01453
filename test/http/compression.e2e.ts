import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type TestApp, openTestApp } from '../support/test-app.js';

const unpack = { br: brotliDecompressSync, gzip: gunzipSync };

describe('compression', () => {
  let testApp: TestApp;
  beforeAll(async () => (testApp = await openTestApp()));
  afterAll(() => testApp.close());

  const requestPage = (
    url: string,
    coding: string,
    headers: Record<string, string> = {},
    method: 'GET' | 'HEAD' = 'GET',
  ) => testApp.app.inject({ method, url, headers: { accept: 'text/html', 'accept-encoding': coding, ...headers } });

  it.each(['br', 'gzip'] as const)('shortens the OpenAPI document without changing it: %s', async (coding) => {
    const plain = await requestPage('/openapi.json', '');
    const { headers, rawPayload } = await requestPage('/openapi.json', coding);
    const again = await requestPage('/openapi.json', coding);

    expect([headers['content-encoding'], headers.vary, headers['content-length']]).toEqual([
      coding,
      'Accept-Encoding',
      String(rawPayload.length),
    ]);
    expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
    expect(unpack[coding](rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(again.rawPayload.equals(rawPayload)).toBe(true);
    expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'Accept-Encoding']);
  });

  it('keeps a weak ETag for all codings', async () => {
    const { headers } = await requestPage('/openapi.json', 'br');
    for (const known of [
      String(headers.etag),
      `"other", ${String(headers.etag)}`,
      String(headers.etag).slice(2),
      '*',
    ]) {
      const {
        statusCode,
        body,
        headers: notModifiedHeaders,
      } = await requestPage('/openapi.json', 'gzip', { 'if-none-match': known });
      expect([statusCode, body, notModifiedHeaders.vary, notModifiedHeaders['content-encoding']]).toEqual([
        304,
        '',
        'Accept-Encoding',
        undefined,
      ]);
    }
    expect(headers.etag).toMatch(/^W\/"/);
  });

  it.each(['/docs', '/docs/errors', '/docs/errors/server_error', '/docs/operations/getOpenApiDocument'])(
    'applies to %s, as page and as JSON',
    async (url) => {
      for (const accept of ['text/html', 'application/json']) {
        const { headers, rawPayload } = await requestPage(url, 'br', { accept });
        const plain = await requestPage(url, 'br;q=0', { accept });
        if (plain.rawPayload.length < 1_024) continue;
        expect([headers['content-encoding'], headers.vary]).toEqual([
          'br',
          accept === 'text/html' ? 'Accept, Cookie, Accept-Encoding' : 'Accept, Accept-Encoding',
        ]);
        expect(brotliDecompressSync(rawPayload).toString().slice(0, 200)).toBe(plain.body.slice(0, 200));
      }
      expect((await requestPage(url, 'br')).headers['content-encoding']).toBe('br');
    },
  );

  it.each(['/openapi.json', '/docs'])('returns the same headers for HEAD %s as for GET', async (url) => {
    const [get, head] = [await requestPage(url, 'br'), await requestPage(url, 'br', {}, 'HEAD')];

    expect(head.body).toBe('');
    expect(head.headers).toEqual({
      ...get.headers,
      date: expect.anything(),
      'x-request-id': expect.anything(),
      'content-length': expect.stringMatching(/^\d+$/),
    });
  });

  it('skips responses with secrets and unknown types', async () => {
    expect((await requestPage('/', 'br')).headers['content-encoding']).toBeUndefined();
    expect((await requestPage('/nowhere', 'br')).headers['content-encoding']).toBeUndefined();
    expect(
      (await requestPage('/docs', 'br', { cookie: 'flash=Welcome%20back' })).headers['content-encoding'],
    ).toBeUndefined();
  });
});
