import { readdirSync } from 'node:fs';
import { ProtectedTestController } from '../support/guarded-test.controller.js';
import { contradictions, unlisted, withAToken } from '../support/matrix.js';
import { routesOf } from '../support/routes.js';
import { openTestApp, type TestApp } from '../support/test-app.js';
import { accessLevelRows } from './access-levels.js';
import { matrixRows, rowsOfOtherFiles } from './matrix-rows.js';

/** That the rows are complete is looked at by every `npm test`; the other files of this folder send them, for `npm run test:ci`. */
describe('the rows of every endpoint × role × owner', () => {
  let testApp: TestApp;
  beforeAll(async () => (testApp = await openTestApp({ controllers: [ProtectedTestController] })));
  afterAll(() => testApp.close());

  const endpoints = () =>
    routesOf(testApp.app.getHttpAdapter().getInstance().printRoutes({ commonPrefix: false }), { withOptions: true });

  it('are there for every endpoint of the server, and no other', () => {
    expect(unlisted(endpoints(), [...matrixRows, ...accessLevelRows])).toEqual([]);
  });

  it('have the files that send them', () => {
    expect(readdirSync(import.meta.dirname)).toEqual(expect.arrayContaining(Object.keys(rowsOfOtherFiles)));
  });

  it('are missed where an endpoint has none, and where there is no endpoint', () => {
    expect(unlisted(endpoints(), matrixRows)).toEqual(
      accessLevelRows.map(({ endpoint }) => `${endpoint} has no row in test/matrix`),
    );
    expect(
      unlisted(endpoints(), [
        ...matrixRows,
        ...accessLevelRows,
        { endpoint: 'GET /unlisted', statuses: withAToken(200) },
      ]),
    ).toEqual(['GET /unlisted has a row and is no endpoint']);
  });

  it('do not reveal whether another user’s object exists', () => {
    expect(contradictions([...matrixRows, ...accessLevelRows])).toEqual([]);
    expect(contradictions([{ endpoint: 'GET /unlisted', statuses: withAToken([200, 403, 404]) }])).toContain(
      'GET /unlisted tells a small scope what there is',
    );
  });
});
