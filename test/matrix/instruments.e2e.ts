import { toNamedRows } from '../support/matrix.js';
import { walk } from '../support/matrix-walk.js';
import { openTestApp, type TestApp } from '../support/test-app.js';
import { instruments } from './instruments.js';

const resources = ['productgroups', 'products', 'instruments'] as const;

const findResource = (endpoint: string): string | undefined => endpoint.split('/')[1]?.split(',')[0];

/**
 * Every role makes products and instruments of its own here, some thousand in all, and with each the venue reads all of them. So each
 * resource has an application of its own.
 */
describe.each(resources)('every endpoint of /%s × role × owner', (resource) => {
  let testApp: TestApp;
  beforeAll(async () => (testApp = await openTestApp()));
  afterAll(() => testApp.close());

  it.each(toNamedRows(instruments.filter(({ endpoint }) => findResource(endpoint) === resource)))(
    '%s admits exactly the expected roles',
    async (_name, row) => {
      expect(await walk(testApp, row)).toEqual([]);
    },
  );
});

it('sends the requests of every row of instruments.ts', () => {
  expect(
    instruments.filter(({ endpoint }) => !resources.some((resource) => findResource(endpoint) === resource)),
  ).toEqual([]);
});
