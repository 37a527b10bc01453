import { compareDocumentedScopes } from '../support/route-scopes.js';
import { type TestApp, openTestApp } from '../support/test-app.js';

describe('/openapi.json', () => {
  let testApp: TestApp;
  beforeAll(async () => (testApp = await openTestApp()));
  afterAll(() => testApp.close());

  it.each(['application/json', 'text/html', '*/*'])('is JSON for every Accept: %s', async (accept) => {
    const response = await testApp.request('GET', '/openapi.json', { accept });

    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
    });
    expect(response.json()).toMatchObject({
      openapi: '3.1.1',
      info: { title: 'Kontor' },
      servers: [{ url: testApp.config.baseUrl }],
    });
  });

  it('returns 304 to a matching If-None-Match', async () => {
    const first = await testApp.request('GET', '/openapi.json');
    const again = await testApp.request('GET', '/openapi.json', {
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    const otherEtag = await testApp.request('GET', '/openapi.json', { headers: { 'if-none-match': '"another"' } });

    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(again.headers.etag).toBe(first.headers.etag);
    expect(otherEtag.statusCode).toBe(200);
  });

  it('is identical in another process on the same sources', async () => {
    const other = await openTestApp();
    const [one, two] = [await testApp.request('GET', '/openapi.json'), await other.request('GET', '/openapi.json')];
    await other.close();

    expect(two.body).toBe(one.body);
  });

  it('describes the credentials of each endpoint exactly', async () => {
    const { paths, components } = (await testApp.request('GET', '/openapi.json')).json();
    const { get } = paths['/users/me'];
    const badRequest = components.responses[get.responses['400'].$ref.split('/').at(-1)];

    expect([get.security, paths['/users'].post.security]).toEqual([[{ bearer: ['read'] }], [{ client: [] }]]);
    expect(badRequest.description).toContain('`invalid_request`');
  });

  it('names the scope that each endpoint needs, as the table of scopes has it', async () => {
    const document = (await testApp.request('GET', '/openapi.json')).json<{
      paths: Record<string, Record<string, { security: Record<string, string[]>[] }>>;
    }>();
    const { paths } = document;

    expect(paths['/alerts']?.['post']?.security).toEqual([{ bearer: ['trade'] }]);
    expect(paths['/orderactions/stream']?.['get']?.security).toEqual([{ bearer: ['trade'] }, { ticket: ['trade'] }]);
    expect(paths['/oauth/userinfo']?.['get']?.security).toEqual([{ bearer: [] }]);
    const { count, different } = compareDocumentedScopes(document);
    expect([count > 90, different]).toEqual([true, []]);
  });

  it('marks parameters as required that the endpoint insists on', async () => {
    const { paths } = (await testApp.request('GET', '/openapi.json')).json<{
      paths: Record<string, { get: { parameters: { name?: string; required?: boolean }[] } }>;
    }>();
    const listRequired = (path: string) =>
      paths[path]?.get.parameters.filter(({ required }) => required === true).map(({ name }) => name);

    expect(listRequired('/oauth/authorize')).toEqual(['client_id', 'response_type', 'redirect_uri', 'scope']);
    expect(listRequired('/marketdata')).toEqual(['instrument_ids']);
  });

  it('describes the money of an account', async () => {
    const { answers } = (await testApp.request('GET', '/docs/operations/getAccount')).json<{
      answers: { fields: { name: string; description: string }[] }[];
    }>();
    const descriptions = new Map(answers[0]?.fields.map(({ name, description }) => [name, description]));

    for (const name of ['net_liq', 'cash_balance', 'realised_pnl', 'unrealised_pnl', 'margin_used', 'buying_power'])
      expect([name, descriptions.get(name)]).toEqual([name, expect.stringContaining(' ')]);
  });

  it('describes itself from its own doc comment', async () => {
    const { paths } = (await testApp.request('GET', '/openapi.json')).json();

    expect(paths['/openapi.json'].get).toMatchObject({
      operationId: 'getOpenApiDocument',
      tags: ['openapi'],
      summary: 'Returns the OpenAPI 3.1 document of the service',
      security: [],
      parameters: [{ name: 'if-none-match', in: 'header', required: false, schema: { type: 'string' } }],
    });
    expect(Object.keys(paths['/openapi.json'].get.responses)).toEqual(
      expect.arrayContaining(['200', '304', '400', '500']),
    );
  });
});
