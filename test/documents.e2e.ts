import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openTestApp, type TestApp } from './support/test-app.js';
import { disagreements, routeDocumentOf, routesInDocument, routesOf } from './support/routes.js';
import { checkout } from './support/sample-project.js';

const tree = `└── / (GET, HEAD)
    ├── openapi.json (GET, HEAD)
    ├── oauth/token (POST)
    ├── assets/7fbf07fb/kontor.css (GET, HEAD)
    ├── assets/08c4c0b4/kontor.js (GET, HEAD)
    └── users (POST, PUT)
        └── /:id (DELETE)
            └── /keys (GET, HEAD, OPTIONS)
`;
const page =
  '# Routes\n\nSee `GET /no`.\n\n## home\n\n| Route | What |\n|---|---|\n| `GET /` | x |\n\n## users\n\n| Route | What |\n|---|---|\n| `PUT /users` | `GET /no` |\n';

describe('docs/routes.md', () => {
  let testApp: TestApp;
  let document: string;
  beforeAll(async () => {
    testApp = await openTestApp();
    document = await readFile(join(checkout, 'docs/routes.md'), 'utf8');
  });
  afterAll(() => testApp.close());

  it('is the text that npm run routes writes', () => {
    expect(document).toBe(routeDocumentOf(testApp));
  });

  it('has every route of the router, and no other', () => {
    const routes = routesOf(testApp.app.getHttpAdapter().getInstance().printRoutes({ commonPrefix: false }));

    expect(routes).toContain('GET /');
    expect(disagreements(routes, routesInDocument(document))).toEqual([]);
  });

  it('is compared with all methods at all depths of the router', () => {
    expect(routesOf(tree)).toEqual([
      'GET /',
      'GET /openapi.json',
      'POST /oauth/token',
      'GET /assets/:hash/:file',
      'POST /users',
      'PUT /users',
      'DELETE /users/:id',
      'GET /users/:id/keys',
    ]);
  });

  it('is read from the first column of all tables', () => {
    expect(routesInDocument(page)).toEqual(['GET /', 'PUT /users']);
  });

  it.each([
    [['GET /'], [], 'docs/routes.md does not have GET /: npm run routes'],
    [[], ['GET /'], 'docs/routes.md has GET /, which the router does not have'],
    [['GET /'], ['GET /', 'GET /'], 'docs/routes.md has GET / twice'],
  ])('reports that routes %j and rows %j disagree', (routes, rows, complaint) => {
    expect(disagreements(routes, rows)).toEqual([complaint]);
  });
});
