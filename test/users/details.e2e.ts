import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { formsOf, type BrowserClient, openBrowserClient } from '../support/browser-client.js';

const HERE = '/profile/details';

describe('GET /profile/details', () => {
  let testApp: TestApp;
  let number = 0;
  beforeAll(async () => (testApp = await openTestApp()));
  afterAll(() => testApp.close());

  const createUser = () => people.named(testApp, `person${(number += 1)}`);
  const signedIn = async (person: Person): Promise<BrowserClient> => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(person);
    return browser;
  };
  const known = async ({ token }: Person) =>
    (await testApp.request('GET', '/users/me', { as: token })).json<Record<string, unknown>>();

  it('shows the current values and saves changes', async () => {
    const ada = await createUser();
    const browser = await signedIn(ada);
    const page = await browser.get(HERE);
    expect(formsOf(page.body)[0]?.fields).toMatchObject({
      email: ada.email,
      last_name: 'Example',
      city: '',
      current_password: '',
    });

    const saved = await browser.submit(page, { first_name: ' Ada ', last_name: '<b>Lovelace</b>', city: 'London' });
    expect([saved.statusCode, saved.headers.location]).toEqual([303, HERE]);
    expect(await known(ada)).toMatchObject({
      first_name: 'Ada',
      last_name: '<b>Lovelace</b>',
      email: ada.email,
      address: { line_1: '', city: 'London', country: '' },
    });
    const after = await browser.get(HERE);
    expect(after.body).toContain('Your details are saved.');
    expect(after.body).not.toContain('<b>');
    expect(formsOf(after.body)[0]?.fields).toMatchObject({ last_name: '<b>Lovelace</b>', city: 'London' });
  });

  it('changes the email only with the right password', async () => {
    const ada = await createUser();
    const browser = await signedIn(ada);
    const email = `new.${ada.email}`;
    for (const password of ['', 'guessed it']) {
      const refused = await browser.submit(await browser.get(HERE), { email, current_password: password });
      expect(refused.statusCode).toBe(403);
      expect(refused.body).toContain(
        '<p class="fault" id="current_password-fault">The current password is missing or wrong.</p>',
      );
      expect(formsOf(refused.body)[0]?.fields).toMatchObject({ email, current_password: '' });
    }
    expect((await known(ada))['email']).toBe(ada.email);

    await browser.submit(await browser.get(HERE), { email, current_password: ada.password });
    expect((await known(ada))['email']).toBe(email);
    expect((await browser.get(HERE)).body).toContain(`<strong>${email}</strong>`);
  });

  it('shows each error at its field and changes nothing', async () => {
    const [ada, bob] = [await createUser(), await createUser()];
    const browser = await signedIn(ada);
    const wrong = await browser.submit(await browser.get(HERE), {
      first_name: '',
      last_name: 'Love\u200blace',
      zip: 'x'.repeat(201),
    });
    const taken = await browser.submit(await browser.get(HERE), { email: bob.email, current_password: ada.password });

    expect([wrong.statusCode, taken.statusCode]).toEqual([400, 409]);
    for (const text of [
      'First name must not be empty.',
      'Last name must hold no character that cannot be seen',
      'Postal code must have at most 200 characters.',
    ])
      expect(wrong.body).toContain(text);
    expect(taken.body).toContain('<p class="fault" id="email-fault">A user with this email exists already.</p>');
    expect(await known(ada)).toMatchObject({ email: ada.email, address: { zip: '' } });
  });

  it('rejects foreign forms and unknown fields', async () => {
    const ada = await createUser();
    const browser = await signedIn(ada);
    const page = await browser.get(HERE);

    expect((await browser.post(HERE, { email: ada.email, first_name: 'X', last_name: 'Y' })).statusCode).toBe(403);
    expect((await browser.submit(page, { role: 'Admin' })).statusCode).toBe(400);
    expect(await known(ada)).toMatchObject({ role: 'Customer', last_name: 'Example' });
  });
});
