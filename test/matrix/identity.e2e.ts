import { toNamedRows } from '../support/matrix.js';
import { walk } from '../support/matrix-walk.js';
import { openTestApp, type TestApp } from '../support/test-app.js';
import { rowsOfOtherFiles } from './matrix-rows.js';

describe('every endpoint of users, keys, tokens and sign-in × role × owner', () => {
  let testApp: TestApp;
  beforeAll(async () => (testApp = await openTestApp()));
  afterAll(() => testApp.close());

  it.each(toNamedRows(rowsOfOtherFiles['identity.e2e.ts']))(
    '%s admits exactly the expected roles',
    async (_name, row) => {
      expect(await walk(testApp, row)).toEqual([]);
    },
  );
});
