import { people, type Person } from '../support/people.js';
import { openTestApp, type TestApp } from '../support/test-app.js';

/** RFC 9110 §11.4: the scheme is case-insensitive, and one or more spaces follow it. */
describe('the scheme of the Authorization header', () => {
  let testApp: TestApp;
  let ada: Person;
  beforeAll(async () => {
    testApp = await openTestApp();
    ada = await people.ada(testApp);
  });
  afterAll(() => testApp.close());

  it.each([
    ['one space', 'Bearer ', 200],
    ['two spaces', 'Bearer  ', 200],
    ['lower case', 'bearer ', 200],
    ['lower case and two spaces', 'bearer  ', 200],
    ['a tab', 'Bearer\t', 303],
    ['a space and a tab', 'Bearer \t', 303],
    ['no space', 'Bearer', 303],
  ])('%s before the token', async (_spelling, prefix, status) => {
    const { statusCode } = await testApp.request('GET', '/users/me', {
      headers: { authorization: `${prefix}${ada.token}` },
    });

    expect(statusCode).toBe(status);
  });
});
