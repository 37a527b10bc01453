import { actInBrowser } from '../support/acting.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { people } from '../support/people.js';
import { openBrowserClient } from '../support/browser-client.js';

type Entry = Readonly<{ action: string; user_id: number; acting_user_id: number; detail: string }>;

/** What administrators do about people in front of a browser, and how they find it again. */
describe('GET /users/new', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await openTestApp();
  });
  afterAll(() => testApp.close());

  const { signedIn, actingFor } = actInBrowser(() => testApp);
  const grace = {
    first_name: 'Grace',
    last_name: 'Hopper',
    email: 'grace@example.test',
    password: 'nanoseconds, by hand',
    city: 'Arlington',
  };

  it('registers a customer who can sign in, and audits the administrator', async () => {
    const browser = await signedIn();
    const made = await browser.submit(await browser.get('/users/new'), grace);
    expect([made.statusCode, String(made.headers.location)]).toEqual([303, expect.stringMatching(/^\/users\/\d+$/)]);
    const page = await browser.follow(made);
    expect(page.body).toMatch(
      /grace@example.test is a customer now\. They can trade with Sandbox USD \(\d+\) and Sandbox EUR \(\d+\)\. Tell them/,
    );
    expect(page.body).toMatch(/<a href="\/accounts\/(\d+)">Sandbox USD \(\1\)<\/a>/);
    expect(page.body).toContain('Arlington');
    expect(JSON.stringify([made.headers, page.body])).not.toContain(grace.password);

    const theirs = openBrowserClient(testApp);
    expect((await theirs.signIn({ ...(await people.ada(testApp)), ...grace })).statusCode).toBe(303);
    expect((await browser.get('/audit?person=grace')).body).toMatch(
      /<strong>admin@example.test<\/strong> registered grace@example.test/,
    );
  });

  it('shows each error at its field and does not return the password', async () => {
    const browser = await signedIn();
    const refused = await browser.submit(await browser.get('/users/new'), {
      ...grace,
      email: 'nobody',
      password: 'short',
    });
    expect(refused.statusCode).toBe(400);
    for (const part of ['2 fields need correction', 'id="email-fault"', 'id="password-fault"', 'value="Hopper"'])
      expect(refused.body).toContain(part);
    expect(refused.body).not.toContain('"short"');
    const taken = await browser.submit(await browser.get('/users/new'), { ...grace, email: 'ADMIN@example.test' });
    expect([taken.statusCode, taken.body.includes('id="email-fault"')]).toEqual([409, true]);
  });

  it('rejects everyone except administrators who act for themselves', async () => {
    const customer = await signedIn(await people.bob(testApp));
    expect((await customer.get('/users/new')).statusCode).toBe(403);
    expect((await (await actingFor()).get('/users/new')).statusCode).toBe(403);
    expect((await openBrowserClient(testApp).get('/users/new')).statusCode).toBe(303);
  });

  it('makes the customer findable in the audit log by part of the name, for administrators only', async () => {
    const admin = await people.admin(testApp);
    const bob = await people.bob(testApp);
    const read = async (query: string): Promise<Entry[]> =>
      (await testApp.request('GET', `/audit?${query}`, { as: admin.token })).json();
    await testApp.request('POST', '/oauth/client', { as: bob.token, body: { name: 'Bob’s' } });

    expect((await read('person=HOPPER')).every(({ user_id: id }) => id === (admin.id === id ? -1 : id))).toBe(true);
    expect((await read('person=HOPPER')).map(({ action }) => action)).toContain('user.registered');
    expect(await read('person=nobody%25')).toEqual([]);
    const [made] = await read(`person=bob&action=key.created`);
    expect(made?.user_id).toBe(bob.id);
    expect((await read(`q=${made?.detail.slice(4, 12) ?? ''}`)).map(({ detail }) => detail)).toContain(made?.detail);
    expect(await read('q=%25')).toEqual([]);
    expect((await testApp.request('GET', '/audit?person=admin', { as: bob.token })).statusCode).toBe(403);
  });
});
