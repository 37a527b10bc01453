import { EdgeTestController } from '../support/edge-test.controller.js';
import { type TestApp, openTestApp } from '../support/test-app.js';

describe('responses', () => {
  let testApp: TestApp;
  const lines: string[] = [];
  beforeAll(
    async () => (testApp = await openTestApp({ controllers: [EdgeTestController], log: (line) => lines.push(line) })),
  );
  afterAll(() => testApp.close());

  describe('as HTML or JSON', () => {
    it.each([
      [null, 'text/html; charset=utf-8'],
      ['*/*', 'text/html; charset=utf-8'],
      ['text/html', 'text/html; charset=utf-8'],
      ['application/json;q=0, */*', 'text/html; charset=utf-8'],
      ['image/png, */*;q=0.1', 'text/html; charset=utf-8'],
      ['application/json', 'application/json; charset=utf-8'],
      ['application/problem+json', 'application/json; charset=utf-8'],
      ['text/html, application/json;q=0.1', 'application/json; charset=utf-8'],
    ])('a caller who accepts %s gets %s', async (accept, type) => {
      const response = await testApp.request('GET', '/edge/parcels', { accept });

      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toBe(type);
      expect(response.headers.vary).toBe(type.startsWith('text/html') ? 'Accept, Cookie' : 'Accept');
    });

    it('for HEAD equal GET, in both formats', async () => {
      for (const accept of ['text/html', 'application/json']) {
        const get = await testApp.request('GET', '/edge/parcels', { accept });
        const head = await testApp.request('HEAD', '/edge/parcels', { accept });

        expect(head.statusCode).toBe(200);
        expect(head.body).toBe('');
        expect(head.headers['content-type']).toBe(get.headers['content-type']);
      }
    });
  });

  describe('for errors', () => {
    it('have every member of the interface, in its order', async () => {
      const response = await testApp.request('GET', '/nowhere?code=s3cret');

      expect(response.statusCode).toBe(404);
      expect(response.headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(Object.keys(response.json())).toEqual([
        'type',
        'title',
        'status',
        'code',
        'detail',
        'instance',
        'request_id',
      ]);
      expect(response.json()).toMatchObject({
        type: `${testApp.config.baseUrl}/docs/errors/unknown_route`,
        title: 'Unknown route',
        status: 404,
        code: 'unknown_route',
        instance: '/nowhere',
        request_id: response.headers['x-request-id'],
      });
    });

    it('are pages for a browser', async () => {
      const response = await testApp.request('GET', '/nowhere', { accept: 'text/html' });

      expect(response.statusCode).toBe(404);
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(response.body).toContain('unknown_route');
    });

    it('contain no internals, and the log has the details under the request id without secrets', async () => {
      const response = await testApp.request('GET', '/edge/fault');
      const line = lines.find((candidate) => candidate.includes('disk is gone'));

      expect(response.statusCode).toBe(500);
      expect(response.json()).toMatchObject({ code: 'server_error', request_id: expect.any(String) });
      expect(response.body).not.toMatch(/disk is gone|s3cret|insert/);
      expect(JSON.parse(line ?? '{}')).toMatchObject({
        level: 'error',
        request_id: response.json().request_id,
        route: '/edge/fault',
      });
      expect(line).not.toMatch(/s3cret|hunter2/);
    });

    it('carry Retry-After and WWW-Authenticate where the error defines them', async () => {
      const busy = await testApp.request('GET', '/edge/busy');
      const unproven = await testApp.request('GET', '/edge/unproven');

      expect([busy.statusCode, busy.headers['retry-after']]).toEqual([503, '7']);
      expect([unproven.statusCode, unproven.headers['www-authenticate']]).toEqual([401, 'Basic realm="kontor"']);
    });

    it('of libraries become problem details', async () => {
      const response = await testApp.request('GET', '/edge/teapot');

      expect(response.statusCode).toBe(418);
      expect(response.headers['content-type']).toMatch(/^application\/problem\+json/);
    });
  });

  describe('for anonymous callers', () => {
    const cleared = 'session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax';
    const flash =
      'flash=Login%20is%20required%20to%20take%20this%20action.; Max-Age=60; Path=/; HttpOnly; SameSite=Lax';

    it.each(['application/json', 'text/html', '*/*'])('are a 303 to the home page for %s', async (accept) => {
      const response = await testApp.request('GET', '/edge/locked', { accept });

      expect(response.statusCode).toBe(303);
      expect(response.headers.location).toBe('/');
      // What names a page comes back to it after the sign-in; nobody else gets more than the sentence.
      const flashWithPath = expect.stringMatching(
        /^flash=Login%20is%20required%20to%20take%20this%20action\.:v1\.[\w-]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/,
      ) as string;
      expect(response.headers['set-cookie']).toEqual([cleared, accept === 'text/html' ? flashWithPath : flash]);
      expect(response.headers['www-authenticate']).toBe('Bearer realm="kontor"');
      expect(response.headers.vary).toBe(accept === 'application/json' ? 'Prefer, Accept' : 'Prefer, Accept, Cookie');
    });

    it('name an invalid token, and return a problem for JSON', async () => {
      const response = await testApp.request('GET', '/edge/locked', { as: 'expired' });

      expect(response.headers['www-authenticate']).toBe('Bearer realm="kontor", error="invalid_token"');
      expect(response.json()).toMatchObject({ status: 303, code: 'login_required' });
    });

    it('treat Basic credentials as no token', async () => {
      const response = await testApp.request('GET', '/edge/locked', { headers: { authorization: 'Basic dTpw' } });

      expect(response.statusCode).toBe(303);
      expect(response.headers['www-authenticate']).toBe('Bearer realm="kontor"');
    });

    it('require a token before they read the body', async () => {
      expect((await testApp.request('POST', '/edge/locked', { body: { colour: 'red' } })).statusCode).toBe(303);
    });

    it.each(['status=401', 'respond-async, status=401', 'status="401"; x'])(
      'are 401 for Prefer: %s',
      async (prefer) => {
        const response = await testApp.request('GET', '/edge/locked', { headers: { prefer } });

        expect(response.statusCode).toBe(401);
        expect(response.headers['preference-applied']).toBe('status=401');
        expect(response.headers['www-authenticate']).toBe('Bearer realm="kontor"');
        expect(response.headers.location).toBeUndefined();
        expect(response.headers['set-cookie']).toBeUndefined();
        expect(response.headers.vary).toBe('Prefer, Accept');
        expect(response.json()).toMatchObject({ status: 401, code: 'login_required' });
      },
    );

    it.each(['status=200', 'xstatus=401', 'status=4010'])('stay a 303 for Prefer: %s', async (prefer) => {
      expect((await testApp.request('GET', '/edge/locked', { headers: { prefer } })).statusCode).toBe(303);
    });

    it('show the flash message once, on the next page', async () => {
      const response = await testApp.request('GET', '/edge/public', {
        accept: 'text/html',
        headers: { cookie: 'flash=Login%20is%20required' },
      });

      expect(response.body).toContain('Login is required');
      expect(response.headers['set-cookie']).toBe('flash=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
    });

    it('keep the flash message for the next page when a script asks for a part of one', async () => {
      const response = await testApp.request('GET', '/edge/public', {
        accept: 'text/html',
        headers: { cookie: 'flash=Login%20is%20required', prefer: 'status=401, flash=keep' },
      });

      expect(response.body).not.toContain('Login is required');
      expect(response.headers['set-cookie']).toBeUndefined();
    });
  });

  describe('for wrong URLs and methods', () => {
    it.each([
      ['PUT', '/edge/parcels', 'GET, HEAD, POST'],
      ['POST', '/edge/parcels/7', 'DELETE, PUT'],
      ['POST', '/edge/fault?x=1', 'GET, HEAD'],
      ['GET', '/edge/form', 'POST'],
    ] as const)('%s %s is 405 and tells what is taken', async (method, url, allow) => {
      const response = await testApp.request(method, url, { ...(method !== 'GET' && { body: { a: 1 } }) });

      expect(response.statusCode).toBe(405);
      expect(response.headers.allow).toBe(allow);
      expect(response.json()).toMatchObject({ code: 'wrong_method', detail: expect.stringContaining(allow) });
    });

    it('list the allowed methods for OPTIONS', async () => {
      const response = await testApp.request('OPTIONS', '/edge/parcels/7');

      expect([response.statusCode, response.headers.allow, response.body]).toEqual([204, 'DELETE, OPTIONS, PUT', '']);
      expect((await testApp.request('OPTIONS', '/nowhere')).statusCode).toBe(404);
    });

    it.each(['{"a":', '{"a":1}'])('return 404 for an unknown URL with any body: %s', async (payload) => {
      for (const type of ['application/json', 'text/weird']) {
        const response = await testApp.request('POST', '/nowhere', { payload, headers: { 'content-type': type } });
        expect([response.statusCode, response.json().code]).toEqual([404, 'unknown_route']);
      }
    });

    it.each([
      ['/edge/parcels/', 200],
      ['/EDGE/parcels', 404],
      ['//edge/parcels', 404],
      ['/edge/%70arcels', 200],
      ['/%', 400],
      ['/edge/%zz', 400],
      ['/edge/parcels%', 400],
      [`/edge/parcels/${'x'.repeat(257)}`, 404],
    ])('%.40s is %i', async (url, status) => {
      const response = await testApp.request(url.length > 200 ? 'DELETE' : 'GET', url);

      expect(response.statusCode).toBe(status);
      expect(response.headers['x-request-id']).toEqual(expect.any(String));
    });

    it('return a page for an invalid path to a browser', async () => {
      const response = await testApp.request('GET', '/%', { accept: 'text/html' });

      expect(response.statusCode).toBe(400);
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(response.body).toContain('malformed_url');
    });
  });

  describe('of every kind', () => {
    const requests = [
      ['GET', '/edge/parcels', 200],
      ['GET', '/edge/public', 200],
      ['OPTIONS', '/edge/parcels', 204],
      ['GET', '/edge/locked', 303],
      ['GET', '/%', 400],
      ['GET', '/edge/parcels?x=1', 400],
      ['POST', '/edge/parcels', 400],
      ['GET', '/edge/unproven', 401],
      ['GET', '/nowhere', 404],
      ['PUT', '/edge/parcels', 405],
      ['GET', '/edge/fault', 500],
      ['GET', '/edge/busy', 503],
    ] as const;

    it.each(
      requests.flatMap(([method, url, status]) =>
        (['text/html', 'application/json'] as const).map((accept) => [method, url, status, accept] as const),
      ),
    )('%s %s (%i, %s) has a request id and the security headers', async (method, url, status, accept) => {
      const { statusCode, headers } = await testApp.request(method, url, { accept });

      expect(statusCode).toBe(status);
      expect(headers).toMatchObject({
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
        'content-security-policy': expect.stringMatching(
          /default-src 'none'; script-src 'self'.*frame-ancestors 'none'/,
        ),
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.any(String),
        'cache-control': url === '/edge/public' ? 'public, max-age=60' : 'private, no-store',
      });
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(headers['strict-transport-security']).toBeUndefined();
    });

    it('have ids that no caller can choose', async () => {
      const one = await testApp.request('GET', '/edge/parcels', { headers: { 'x-request-id': 'mine' } });
      const two = await testApp.request('GET', '/edge/parcels', { headers: { 'x-request-id': 'mine' } });

      expect(one.headers['x-request-id']).not.toBe('mine');
      expect(one.headers['x-request-id']).not.toBe(two.headers['x-request-id']);
    });
  });
});
