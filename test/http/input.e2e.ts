import { EdgeTestController } from '../support/edge-test.controller.js';
import { type TestApp, openTestApp } from '../support/test-app.js';

describe('request bodies', () => {
  let testApp: TestApp;
  beforeAll(async () => (testApp = await openTestApp({ controllers: [EdgeTestController] })));
  afterAll(() => testApp.close());

  const postJson = (payload: string | Buffer, type = 'application/json') =>
    testApp.request('POST', '/edge/parcels', { payload, headers: { 'content-type': type } });

  it('are exact for JSON numbers', async () => {
    const response = await postJson('{"name":"é😀","quantity":9007199254740991,"address":{"city":"Wien"}}');

    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({ read: { name: 'é😀', quantity: 9007199254740991, address: { city: 'Wien' } } });
  });

  it.each([
    ['an integer beyond 2^53−1', '{"name":"a","quantity":9007199254740993}', '/quantity'],
    ['1e309', '{"name":"a","quantity":1e309}', '/quantity'],
    ['an exponent', '{"name":"a","quantity":1e2}', '/quantity'],
    ['NaN as text', '{"name":"a","quantity":"NaN"}', '/quantity'],
    ['NaN', '{"name":"a","quantity":NaN}', '/quantity'],
    ['a number as text', '{"name":"a","quantity":"1"}', '/quantity'],
    ['an array where a number belongs', '{"name":"a","quantity":[1]}', '/quantity'],
    ['duplicate keys', '{"name":"a","name":"b"}', '/name'],
    ['__proto__', '{"name":"a","__proto__":{"quantity":1}}', '/__proto__'],
    ['constructor.prototype', '{"name":"a","constructor":{"prototype":{}}}', '/constructor'],
    ['an array', '[]', ''],
    ['a text', '"name"', ''],
    ['null', 'null', ''],
    ['nothing at all', '', ''],
    ['nesting beyond 32', `{"name":${'['.repeat(40)}${']'.repeat(40)}}`, `/name${'/0'.repeat(31)}`],
    ['U+0000', '{"name":"a\\u0000"}', '/name'],
    ['a lone surrogate', '{"name":"\\ud800"}', '/name'],
    ['an unknown field', '{"name":"a","colour":"red"}', '/colour'],
    ['an unknown nested field', '{"name":"a","address":{"city":"Wien","planet":"Mars"}}', '/address/planet'],
    ['a missing field', '{"quantity":1}', '/name'],
    ['a wrong nested field', '{"name":"a","address":{"city":7}}', '/address/city'],
    ['null where a number may be left out', '{"name":"a","quantity":null}', '/quantity'],
    ['null where an object may be left out', '{"name":"a","address":null}', '/address'],
    ['trailing text', '{"name":"a"} {}', ''],
    ['a byte order mark', '\ufeff{"name":"a"}', ''],
  ])('%s is 400 and names the field', async (_, payload, pointer) => {
    const response = await postJson(payload);

    expect(response.statusCode).toBe(400);
    expect(response.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(response.json().code).toMatch(/^(invalid_request|malformed_json)$/);
    expect(response.json().errors).toEqual([{ pointer, message: expect.any(String) }]);
  });

  it('name twenty wrong fields and count the others', async () => {
    const response = await postJson(
      JSON.stringify({ name: 'a', ...Object.fromEntries(Array.from({ length: 999 }, (_, n) => [`f${n}`, 1])) }),
    );

    expect(response.statusCode).toBe(400);
    expect(response.json().errors).toHaveLength(20);
    expect(response.json().detail).toMatch(/; and 979 more$/);
    expect(response.body.length).toBeLessThan(5_000);
  });

  it('name the wrong field of a form by JSON Pointer', async () => {
    const payload = 'a%2Fb~c=1&a%2Fb~c=2';
    const response = await testApp.request('POST', '/edge/parcels', {
      payload,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });

    expect(response.json().errors).toEqual([{ pointer: '/a~1b~0c', message: expect.any(String) }]);
  });

  it('with forty thousand fields are answered at once', async () => {
    const [started, before] = [performance.now(), process.cpuUsage()];
    const response = await postJson(
      JSON.stringify(Object.fromEntries(Array.from({ length: 40_000 }, (_, n) => [`f${n}`, 1]))),
    );

    expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_request']);
    // Other processes of a busy machine have their part of the time.
    const { user, system } = process.cpuUsage(before);
    expect(Math.min(performance.now() - started, (user + system) / 1000)).toBeLessThan(1_000);
  });

  it('must be UTF-8', async () => {
    const response = await postJson(
      Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
    );

    expect(response.statusCode).toBe(400);
    expect(response.json().code).toBe('malformed_body');
  });

  it.each([
    ['application/json; charset=utf-8', 201],
    ['application/json;charset="UTF-8"', 201],
    ['APPLICATION/JSON', 201],
    ['application/json; charset=latin1', 415],
    ['text/plain', 415],
    ['application/xml', 415],
    ['application/jsonp', 415],
    ['application/vnd.api+json', 415],
    ['multipart/form-data; boundary=x', 415],
    ['garbage', 415],
  ])('Content-Type: %s is answered %i', async (type, status) => {
    const response = await postJson('{"name":"a"}', type);

    expect(response.statusCode).toBe(status);
    if (status === 415) expect(response.json().code).toBe('unsupported_media_type');
  });

  it('need a content type and no content coding', async () => {
    const untyped = await testApp.request('POST', '/edge/parcels', { payload: '{"name":"a"}' });
    const zipped = await testApp.request('POST', '/edge/parcels', {
      body: { name: 'a' },
      headers: { 'content-encoding': 'gzip' },
    });

    expect([untyped.statusCode, zipped.statusCode]).toEqual([415, 415]);
  });

  it.each(['/oauth/token', '/oauth/revoke', '/oauth/introspect'])('of %s is a form', async (path) => {
    for (const headers of [{}, { authorization: 'Basic YTpi' }, { 'content-type': 'text/plain' }]) {
      const response = await testApp.request('POST', path, { payload: 'token=x', headers });

      expect(response.statusCode).toBe(415);
      expect(response.json().error_description).toContain('application/x-www-form-urlencoded');
      expect(response.json().error_description).not.toContain('json');
    }
  });

  it('may be missing, which names the required fields', async () => {
    const response = await testApp.request('POST', '/edge/parcels');

    expect(response.statusCode).toBe(400);
    expect(response.json().errors).toEqual([{ pointer: '/name', message: expect.any(String) }]);
  });

  it('may have a JSON content type without content for DELETE', async () => {
    const response = await testApp.request('DELETE', '/edge/parcels/7', {
      payload: '',
      headers: { 'content-type': 'application/json' },
    });

    expect(response.json()).toEqual({ id: '7' });
  });

  it('are limited to 1 MiB exactly', async () => {
    const frame = '{"name":""}'.length;
    const largestBody = await postJson(`{"name":"${'x'.repeat(1_048_576 - frame)}"}`);
    const oversizedBody = await postJson(`{"name":"${'x'.repeat(1_048_577 - frame)}"}`);

    expect(largestBody.statusCode).toBe(400);
    expect(largestBody.json().errors[0].pointer).toBe('/name');
    expect(oversizedBody.statusCode).toBe(413);
    expect(oversizedBody.json()).toMatchObject({ code: 'body_too_large', detail: expect.stringContaining('1048576') });
  });

  it('are limited to less where the endpoint says so', async () => {
    const response = await testApp.request('POST', '/edge/small', { body: { name: 'x'.repeat(64) } });

    expect(response.statusCode).toBe(413);
    expect(response.json().detail).toContain('64 bytes');
  });

  describe('forms', () => {
    const postForm = (payload: string, type = 'application/x-www-form-urlencoded') =>
      testApp.request('POST', '/edge/form', { payload, headers: { 'content-type': type } });

    it('are read literally', async () => {
      const response = await postForm('user[name]=a+b%2Bc&empty=');

      expect(response.statusCode).toBe(201);
      expect(response.json()).toEqual({ 'user[name]': 'a b+c', empty: '' });
    });

    it.each(['a=1&a=2', '__proto__=1', 'a=%', 'a=%zz', 'a=%ff', 'a=%00'])(
      'with %s return 400 in the format of the endpoint',
      async (payload) => {
        const response = await postForm(payload);

        expect(response.statusCode).toBe(400);
        expect(response.headers['content-type']).toMatch(/^application\/json/);
        expect(response.json()).toEqual({ error: 'invalid_request', error_description: expect.any(String) });
      },
    );

    it('return 413 beyond 16 KiB', async () => {
      expect((await postForm(`a=${'x'.repeat(16_383)}`)).statusCode).toBe(413);
      expect((await postForm(`a=${'x'.repeat(16_382)}`)).statusCode).toBe(201);
    });
  });

  describe('queries', () => {
    it('are read by their DTO', async () => {
      expect((await testApp.request('GET', '/edge/parcels?status=Open')).json()).toEqual({ asked: { status: 'Open' } });
    });

    it.each([
      ['status=Open&status=Open', 'status'],
      ['status=Closed', 'status'],
      ['colour=red', 'colour'],
      ['status=%', 'status'],
      ['status=%ff', 'status'],
      ['__proto__=1', '__proto__'],
      ['status[]=Open', 'status[]'],
      ['status=Open%00', 'status'],
    ])('?%s is 400 and names the parameter', async (query, pointer) => {
      const response = await testApp.request('GET', `/edge/parcels?${query}`);

      expect(response.statusCode).toBe(400);
      expect(response.json().errors).toEqual([{ pointer, message: expect.any(String) }]);
    });
  });

  describe('ids and dates', () => {
    it.each([
      [
        'POST',
        '/edge/shipments',
        { parcel_id: 7, as_of: '2024-02-29' },
        { read: { parcel_id: 7, as_of: '2024-02-29' } },
      ],
      [
        'GET',
        '/edge/shipments?parcel_id=7&as_of=2024-02-29',
        undefined,
        { asked: { parcel_id: 7, as_of: '2024-02-29' } },
      ],
      ['GET', '/edge/shipments?instrument_ids=7', undefined, { asked: { instrument_ids: [7] } }],
      [
        'GET',
        '/edge/shipments?instrument_ids=7&sides=Buy&instrument_ids=8&sides=Sell',
        undefined,
        { asked: { instrument_ids: [7, 8], sides: ['Buy', 'Sell'] } },
      ],
      ['GET', '/edge/shipments/9007199254740991', undefined, { id: 9007199254740991, weight: 12.5 }],
      ['GET', '/edge/one?name=x', undefined, { name: 'x' }],
    ] as const)('%s %s are read', async (method, url, body, expected) => {
      expect((await testApp.request(method, url, { ...(body && { body }) })).json()).toEqual(expected);
    });

    it.each(['2026-02-30', '2026-2-3', '2026-01-01T00:00:00Z', 'infinity', ''])(
      '%j is not a date, in a body or a query',
      async (text) => {
        const body = await testApp.request('POST', '/edge/shipments', { body: { parcel_id: 7, as_of: text } });
        const query = await testApp.request('GET', `/edge/shipments?as_of=${text}`);

        expect([body.statusCode, body.json().errors]).toEqual([
          400,
          [{ pointer: '/as_of', message: expect.stringContaining('YYYY-MM-DD') }],
        ]);
        expect([query.statusCode, query.json().errors]).toEqual([
          400,
          [{ pointer: 'as_of', message: expect.stringContaining('YYYY-MM-DD') }],
        ]);
      },
    );

    it.each(['1e3', '1.0', '+1', '-1', '01', '0', '%201', '9007199254740992', 'NaN', 'x'])(
      '%s is not an id, in a path or a query',
      async (text) => {
        for (const [url, pointer] of [
          [`/edge/shipments/${text}`, 'id'],
          [`/edge/shipments?parcel_id=${text}`, 'parcel_id'],
          [`/edge/shipments?instrument_ids=7&instrument_ids=${text}`, 'instrument_ids'],
        ] as const) {
          const response = await testApp.request('GET', url);
          expect([response.statusCode, response.json().errors]).toEqual([
            400,
            [{ pointer, message: expect.any(String) }],
          ]);
        }
      },
    );

    it('repeated single-valued parameters return 400', async () => {
      const response = await testApp.request('GET', '/edge/shipments?parcel_id=7&parcel_id=7');

      expect([response.statusCode, response.json().errors[0].pointer]).toEqual([400, 'parcel_id']);
    });

    it('unknown parameters return 400, at endpoints with and without a query', async () => {
      for (const url of ['/edge/public?x=1', '/edge/one?x=1', '/edge/shipments/7?x=1']) {
        const response = await testApp.request('GET', url);
        expect([response.statusCode, response.json().errors]).toEqual([
          400,
          [{ pointer: 'x', message: expect.any(String) }],
        ]);
      }
    });

    it('exact numbers keep their digits in responses', async () => {
      expect((await testApp.request('GET', '/edge/shipments/7')).body).toContain('"weight":12.50');
      expect((await testApp.request('GET', '/edge/shipments/7', { accept: 'text/html' })).body).toContain('12.50');
    });
  });
});
