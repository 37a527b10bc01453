import { openBrowserClient } from '../support/browser-client.js';
import { runOverlapping } from '../support/overlapping.js';
import { people, type Person } from '../support/people.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';

const NEW_PASSWORD = 'quite another horse battery';

describe('a password change during a sign-in with the old password', () => {
  let testApp: TestApp;
  beforeAll(async () => (testApp = await openTestApp()));
  afterAll(() => testApp.close());

  const changePassword = ({ token, password }: Person) =>
    testApp.request('POST', '/users/me/password', {
      as: token,
      body: { current_password: password, new_password: NEW_PASSWORD },
    });

  it.each(['first', 'last'])('leaves no session where the sign-in came %s', async (place) => {
    const person = await people.newUser(testApp);
    const browser = openBrowserClient(testApp);
    const [signIn, change] = [
      () => browser.signIn(person).catch(() => undefined),
      () => changePassword(person),
    ] as const;
    await runOverlapping(testApp, place === 'first' ? [signIn, change] : [change, signIn]);

    expect((await browser.get('/profile')).statusCode).toBe(303);
    await browser.signIn({ ...person, password: NEW_PASSWORD });
    expect((await browser.get('/profile')).statusCode).toBe(200);
  });

  it.each(['first', 'last'])('leaves no token where the grant came %s', async (place) => {
    const person = await people.newUser(testApp);
    let token = '';
    const grant = async () => {
      const response = await postToken(testApp, { form: passwordForm(person), authorization: basic(person.key) });
      token = response.json<{ access_token?: string }>().access_token ?? '';
    };
    const change = () => changePassword(person);
    await runOverlapping(testApp, place === 'first' ? [grant, change] : [change, grant]);

    expect(
      (await testApp.request('GET', '/users/me', { as: token, headers: { prefer: 'status=401' } })).statusCode,
    ).toBe(401);
  });
});
