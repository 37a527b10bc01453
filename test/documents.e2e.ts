import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openTestApp } from './support/test-app.js';
import { disagreements, routesInReadme, routesOf } from './support/routes.js';
import { checkout } from './support/sketch.js';

const tree = `└── / (GET, HEAD)
    ├── openapi.json (GET, HEAD)
    ├── oauth/token (POST)
    ├── assets/7fbf07fb3e34/kontor.css (GET, HEAD)
    ├── assets/08c4c0b4e8bd/kontor.js (GET, HEAD)
    └── users (POST, PUT)
        └── /:id (DELETE)
            └── /keys (GET, HEAD, OPTIONS)
`;
const readme =
  '## Us\n\n## What answers where\n\n| Address | What |\n|---|---|\n| `GET /` | x |\n| `POST /users` · `PUT /users` | x |\n\n## More\n\n| `GET /no` | |\n';

describe('the table of endpoints in README.md', () => {
  it('has every route of the running service, and no other', async () => {
    const testApp = await openTestApp();
    const routes = routesOf(testApp.app.getHttpAdapter().getInstance().printRoutes({ commonPrefix: false }));
    await testApp.close();

    expect(routes).toContain('GET /');
    expect(disagreements(routes, routesInReadme(await readFile(join(checkout, 'README.md'), 'utf8')))).toEqual([]);
  });

  it('is compared with all methods at all depths', () => {
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

  it('is read from its own section alone', () => {
    expect(routesInReadme(readme)).toEqual(['GET /', 'POST /users', 'PUT /users']);
  });

  it.each([
    [['GET /'], [], 'GET / answers, and README.md does not say so'],
    [[], ['GET /'], 'README.md has GET /, and nothing answers there'],
    [['GET /'], ['GET /', 'GET /'], 'README.md has GET / twice'],
  ])('routes %j and rows %j disagree', (routes, rows, complaint) => {
    expect(disagreements(routes, rows)).toEqual([complaint]);
  });
});
