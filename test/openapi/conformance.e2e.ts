import { conformance, type Exchange } from '../support/conformance.js';
import { type TestApp, openTestApp } from '../support/test-app.js';

describe('response check against the OpenAPI document', () => {
  let testApp: TestApp;
  let findProblem: (createExchange: Exchange) => string | null;
  let describedExchange: Exchange;
  beforeAll(async () => {
    testApp = await openTestApp();
    findProblem = conformance((await testApp.request('GET', '/openapi.json')).json());
    describedExchange = createExchange(
      '/docs/errors/server_error',
      await testApp.request('GET', '/docs/errors/server_error'),
    );
  });
  afterAll(() => testApp.close());

  const createExchange = (url: string, { statusCode, headers, body }: Exchange['response']): Exchange => ({
    method: 'GET',
    url,
    response: { statusCode, headers, body },
  });
  const changeResponse = (change: Partial<Exchange['response']>): Exchange => ({
    ...describedExchange,
    response: { ...describedExchange.response, ...change },
  });

  it('finds no deviation in real responses', () => {
    expect(findProblem(describedExchange)).toBeNull();
  });

  it.each<[string, () => Exchange, string]>([
    ['a status that is not described', () => changeResponse({ statusCode: 418 }), 'the status is not described'],
    [
      'a content type that is not described',
      () => changeResponse({ headers: { 'content-type': 'text/csv' } }),
      'text/csv is not described',
    ],
    [
      'a field that is not described',
      () => changeResponse({ body: JSON.stringify({ ...JSON.parse(describedExchange.response.body), secret: 1 }) }),
      'must NOT have additional properties',
    ],
    [
      'a field that is missing',
      () => changeResponse({ body: describedExchange.response.body.replace('"fix"', '"fixed"') }),
      "must have required property 'fix'",
    ],
    [
      'a field of another type',
      () => changeResponse({ body: describedExchange.response.body.replace('"status":500', '"status":"500"') }),
      '/status must be number',
    ],
    ['a body that is missing', () => changeResponse({ body: '' }), 'the body is empty'],
    [
      'a code that the endpoint does not name',
      () =>
        changeResponse({
          statusCode: 404,
          headers: { 'content-type': 'application/problem+json' },
          body: JSON.stringify({ ...problem, status: 404, code: 'no_such_thing' }),
        }),
      '/code must be',
    ],
    [
      'an endpoint that nobody described',
      () => createExchange('/attic', describedExchange.response),
      '/attic answered 200 and is not described',
    ],
  ])('finds %s', (_what, createCase, fault) => {
    expect(findProblem(createCase())).toContain(fault);
  });

  it('judges the address that reaches the service: the client of the tests resolves dots as a browser does', async () => {
    expect((await testApp.request('GET', '/health/live/.')).statusCode).toBe(200);
  });

  it('fails the request of any test on a deviation', async () => {
    const undescribed = await openTestApp({ describe: (document) => ({ ...document, paths: {} }) });

    await expect(undescribed.request('GET', '/docs')).rejects.toThrow('/docs answered 200 and is not described');
    await undescribed.close();
  });
});

const problem = { type: 'x', title: 'x', detail: 'x', instance: '/', request_id: 'x' };
