/* eslint-disable @typescript-eslint/no-explicit-any, @typescript-eslint/no-unsafe-return -- a description is walked as plain data */
import { lint } from './openapi-lint.js';
import { type TestApp, openTestApp } from '../support/test-app.js';

describe('the lint of /openapi.json', () => {
  let testApp: TestApp;
  let document: any;
  beforeAll(async () => {
    testApp = await openTestApp();
    document = (await testApp.request('GET', '/openapi.json')).json();
  });
  afterAll(() => testApp.close());

  it('finds nothing', async () => {
    expect(await lint(document)).toEqual([]);
  });

  const errorPath = '/docs/errors/{code}';

  it.each<[string, (copy: any) => void, string]>([
    ['an unknown version', (copy) => (copy.openapi = '9.9.9'), 'OpenAPI 3.1: '],
    ['a title that is missing', (copy) => delete copy.info.title, 'OpenAPI 3.1: '],
    ['a parameter in no place', (copy) => (copy.paths[errorPath].get.parameters[0].in = 'attic'), 'OpenAPI 3.1: '],
    [
      'a reference that leads nowhere',
      (copy) =>
        (copy.paths[errorPath].get.responses[200].content['application/json'].schema = {
          $ref: '#/components/schemas/Attic',
        }),
      'leads nowhere',
    ],
    ['an operation without summary', (copy) => (copy.paths[errorPath].get.summary = ''), 'has no summary'],
    [
      'an operation without a good name',
      (copy) => (copy.paths[errorPath].get.operationId = 'get_error'),
      'no good operationId',
    ],
    [
      'two operations of one name',
      (copy) => (copy.paths[errorPath].get.operationId = 'getDocumentation'),
      'Two operations are called getDocumentation',
    ],
    [
      'two operations at one address',
      (copy) => (copy.paths['/docs/errors/{other}'] = structuredClone(copy.paths[errorPath])),
      'Two operations answer get /docs/errors/{}',
    ],
    ['a module that says nothing', (copy) => (copy.tags[0].description = ''), 'belongs to no module'],
    [
      'an operation without security',
      (copy) => delete copy.paths[errorPath].get.security,
      'does not say who may enter',
    ],
    [
      'an operation that never succeeds',
      (copy) => delete copy.paths[errorPath].get.responses[200],
      'no answer for success',
    ],
    [
      'an operation that never fails',
      (copy) => (copy.paths[errorPath].get.responses = { 200: copy.paths[errorPath].get.responses[200] }),
      'no answer for failure',
    ],
    [
      'a path parameter that is not declared',
      (copy) => delete copy.paths[errorPath].get.parameters,
      'does not declare {code}',
    ],
    [
      'a parameter without meaning',
      (copy) => (copy.paths[errorPath].get.parameters[0].description = ''),
      'does not say what code means',
    ],
    [
      'an answer without example',
      (copy) => delete copy.paths[errorPath].get.responses[200].content['application/json'].example,
      'no schema or no example of 200',
    ],
    [
      'an answer without schema',
      (copy) => delete copy.paths[errorPath].get.responses[200].content['application/json'].schema,
      'no schema or no example of 200',
    ],
    [
      'an example that breaks its schema',
      (copy) => (copy.paths[errorPath].get.responses[200].content['application/json'].example.status = 'high'),
      'breaks its schema',
    ],
    [
      'a component that nothing uses',
      (copy) => (copy.components.schemas.Attic = { type: 'object' }),
      'components/schemas/Attic is used by nothing',
    ],
  ])('finds %s', async (_what, breakDocument, finding) => {
    const copy = structuredClone(document);
    breakDocument(copy);

    expect((await lint(copy)).join('\n')).toContain(finding);
  });
});
