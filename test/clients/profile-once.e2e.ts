import { type TestApp, openTestApp } from '../support/test-app.js';
import { readPasswordProof } from '../support/key-pages.js';
import { people, type Person } from '../support/people.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';
import { openBrowserClient } from '../support/browser-client.js';

describe('GET /profile when secrets are shown once', () => {
  let once: TestApp;
  beforeAll(async () => {
    once = await openTestApp({ env: { OAUTH_SHOW_SECRETS: 'once', OAUTH_SECRET_OVERLAP_SECONDS: '120' } });
  });
  afterAll(() => once.close());

  const works = async (person: Person, clientId: string, clientSecret: string) =>
    (await postToken(once, { form: passwordForm(person), authorization: basic({ clientId, clientSecret }) }))
      .statusCode === 200;
  const given = (body: string) => [...body.matchAll(/data-copy="[^"]*">(\w+)<\/code>/g)].map(([, text = '']) => text);

  it('shows a new secret only in the response to the form', async () => {
    const ada = await people.ada(once);
    const browser = openBrowserClient(once);
    await browser.signIn(ada);
    const form = { name: 'Once', kind: 'server', form_token: readPasswordProof(await browser.get('/profile')) };
    const made = await browser.post('/profile/keys', form);
    const [clientId = '', secret = ''] = given(made.body);

    expect([made.statusCode, made.headers['cache-control'], made.headers.location]).toEqual([
      200,
      'no-store',
      undefined,
    ]);
    expect(secret).toMatch(/^\w{43}$/);
    expect(JSON.stringify(made.headers)).not.toContain(secret);
    expect(await works(ada, clientId, secret)).toBe(true);
    for (const path of ['/profile', `/profile/keys/${clientId}`])
      expect((await browser.get(path)).body).not.toContain(secret);
    expect((await browser.get('/profile')).body).toContain('shown once, when it was created');
    expect((await once.request('GET', '/oauth/client', { as: ada.token })).body).not.toContain(secret);

    const settings = await browser.get(`/profile/keys/${clientId}`);
    expect(settings.body).toContain('<option value="usual" selected>by default, for 120 seconds</option>');
    const rotated = await browser.post(`/profile/keys/${clientId}/secret`, {
      form_token: form.form_token,
      overlap: 'usual',
    });
    const [, next = ''] = given(rotated.body);
    expect([
      rotated.statusCode,
      next === secret,
      await works(ada, clientId, secret),
      await works(ada, clientId, next),
    ]).toEqual([200, false, true, true]);
    expect(rotated.body).toContain('The old secret works until');
  });

  it('redirects when there is no secret to show', async () => {
    const ada = await people.ada(once);
    const browser = openBrowserClient(once);
    await browser.signIn(ada);

    expect(
      (
        await browser.post('/profile/keys', {
          name: 'Open',
          kind: 'public',
          form_token: readPasswordProof(await browser.get('/profile')),
        })
      ).statusCode,
    ).toBe(303);
  });
});
