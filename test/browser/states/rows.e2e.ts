import { listUncoveredEndpoints } from '../../support/page-rows.js';
import { routesOf } from '../../support/routes.js';
import { openTestApp, type TestApp } from '../../support/test-app.js';
import { exceptions, pages } from './pages.js';
import { listFormEndpoints, listFormsWithoutRefusal } from './refusal-pages.js';

/** That the rows are complete is looked at by every `npm test`; states.e2e.ts opens their pages, for `npm run test:ci`. */
describe('the rows of every page', () => {
  let testApp: TestApp;
  beforeAll(async () => (testApp = await openTestApp()));
  afterAll(() => testApp.close());

  it('are there for every route that returns a page, and for no other', () => {
    const endpoints = routesOf(testApp.app.getHttpAdapter().getInstance().printRoutes({ commonPrefix: false })).filter(
      (route) => route.startsWith('GET '),
    );

    expect(listUncoveredEndpoints(endpoints, pages, exceptions)).toEqual([]);
  });

  it('have a rejected form for every route that shows one again', () => {
    expect(listFormsWithoutRefusal(listFormEndpoints(testApp), pages)).toEqual([]);
  });
});
