import { type TestApp, openTestApp } from '../support/test-app.js';
import { keyPages, readPasswordProof, readableSecrets } from '../support/key-pages.js';
import { formsOf } from '../support/browser-client.js';

/** What people type into the forms of their keys, and what becomes of it. */
describe('forms of GET /profile', () => {
  let testApp: TestApp;
  let keys: ReturnType<typeof keyPages>;
  beforeAll(async () => {
    testApp = await openTestApp({ env: { OAUTH_KEYS_PER_USER: '4' } });
    keys = keyPages(testApp);
  });
  afterAll(() => testApp.close());

  it.each([
    [{ name: ' ' }, 'name', 'Name of the application must not be empty.'],
    [{ name: 'x'.repeat(81) }, 'name', 'Name of the application must have at most 80 characters.'],
    [
      { name: 'a\u202eb' },
      'name',
      'Name of the application must hold no character that cannot be seen or that turns the text around (U+202E).',
    ],
    [
      { redirect_uris: 'https://a.example/\nhttps://a.example/#x\njavascript:1' },
      'redirect_uris',
      'Redirect URIs: address 2 must have no fragment.',
    ],
    [
      { redirect_uris: 'https://a.example/\nhttps://a.example/' },
      'redirect_uris',
      'Redirect URIs: address 2 is there twice.',
    ],
    [
      { redirect_uris: Array.from({ length: 21 }, (_, at) => `https://a.example/${at}`).join('\n') },
      'redirect_uris',
      'Redirect URIs: at most 20 addresses.',
    ],
  ])('asks again for %j, with what was typed and why beside the field', async (wrong, field, why) => {
    const { person, browser } = await keys.enter('fay');
    const typed = { name: 'Kept <b>', kind: 'public', redirect_uris: 'https://kept.example/', ...wrong };
    const page = await keys.request(browser, typed);

    expect(page.statusCode).toBe(400);
    expect(
      readableSecrets(new RegExp(`<p class="fault" id="${field}-fault">([^<]*)</p>`).exec(page.body)?.[1] ?? ''),
    ).toBe(why);
    expect(page.body).toMatch(
      new RegExp(
        `id="${field}" name="${field}" [^>]*aria-describedby="[^"]*${field}-fault" aria-invalid="true"( required)? autofocus`,
      ),
    );
    expect(readableSecrets(/<textarea[^>]*>\n([\s\S]*?)<\/textarea>/.exec(page.body)?.[1] ?? '')).toBe(
      typed.redirect_uris,
    );
    expect(formsOf(page.body)[0]).toMatchObject({
      action: '/profile/keys',
      fields: {
        name: typed.name.replace('\u202e', '[U+202E]'),
        form_token: readPasswordProof(await browser.get('/profile')),
      },
    });
    expect(page.body).toMatch(/value="public"[^>]* checked/);
    expect(await keys.keysOf(person)).toHaveLength(1);
  });

  it('shows a tampered form as an error and creates nothing', async () => {
    const { person, browser } = await keys.enter('gus');

    expect((await browser.post('/profile/keys', { name: 'x', kind: 'server' })).statusCode).toBe(403);
    expect((await browser.post('/profile/keys', { name: 'x', kind: 'server', form_token: 'wrong' })).statusCode).toBe(
      403,
    );
    expect((await keys.request(browser, { kind: 'magic' })).body).toContain('id="kind-fault"');
    expect((await keys.send(browser, `/profile/keys/${person.key.clientId}/secret`, { overlap: '1' })).statusCode).toBe(
      400,
    );
    expect(await keys.keysOf(person)).toHaveLength(1);
  });

  it('show the limit of keys before and after a request', async () => {
    const { person, browser } = await keys.enter('hal');
    for (const name of ['2', '3', '4']) expect((await keys.request(browser, { name })).statusCode).toBe(303);

    expect((await browser.get('/profile')).body).toContain('You have 4 keys, the maximum.');
    expect((await browser.get('/profile')).body).not.toContain('Create a key');
    expect((await browser.get('/profile/new-key')).body).toContain('role="alert">You have 4 keys');
    const refused = await keys.request(browser, { name: '5' });
    expect([refused.statusCode, formsOf(refused.body)[0]?.fields['name']]).toEqual([409, '5']);
    expect(refused.body).toContain('role="alert">A user may have 4 API keys at most.');
    expect(await keys.keysOf(person)).toHaveLength(4);
  });

  it('rename a key and change its redirect URIs', async () => {
    const { person, browser } = await keys.enter('ivy');
    const address = `/profile/keys/${person.key.clientId}`;
    const settings = await browser.get(address);
    expect(formsOf(settings.body)[0]).toMatchObject({ action: address, method: 'post', fields: { name: 'A key' } });

    const changed = await keys.send(browser, address, {
      name: 'Renamed',
      redirect_uris: 'https://a.example/cb',
      post_logout_redirect_uris: 'https://a.example/\nhttps://b.example/',
    });
    expect([changed.statusCode, changed.headers.location]).toEqual([303, `/profile#key-${person.key.clientId}`]);
    expect(await keys.keysOf(person)).toEqual([
      {
        client_id: person.key.clientId,
        name: 'Renamed',
        secret: person.key.clientSecret,
        redirect_uris: ['https://a.example/cb'],
        post_logout_redirect_uris: ['https://a.example/', 'https://b.example/'],
      },
    ]);
    const again = (await browser.get(address)).body;
    expect([...again.matchAll(/<textarea[^>]*>\n([^<]*)</g)].map(([, text]) => text)).toEqual([
      'https://a.example/cb',
      'https://a.example/\nhttps://b.example/',
    ]);

    await keys.send(browser, address, { name: 'Renamed', redirect_uris: '', post_logout_redirect_uris: '' });
    expect((await keys.keysOf(person))[0]).not.toHaveProperty('redirect_uris');
    const refused = await keys.send(browser, address, { name: '', redirect_uris: 'x' });
    expect([refused.statusCode, formsOf(refused.body)[0]?.action]).toEqual([400, address]);
    expect((await keys.keysOf(person))[0]).toMatchObject({ name: 'Renamed' });
  });

  it('switch PKCE and id token claims, and keep them when a form omits them', async () => {
    const { person, browser } = await keys.enter('jon');
    const address = `/profile/keys/${person.key.clientId}`;
    const chosen = async () =>
      [...(await browser.get(address)).body.matchAll(/<option value="(\w+)" selected>/g)]
        .map(([, value]) => value)
        .slice(0, 2);
    expect(await chosen()).toEqual(['no', 'no']);

    await keys.send(browser, address, { name: 'A key', require_pkce: 'yes', id_token_profile: 'yes' });
    await keys.send(browser, address, { name: 'Renamed' });
    expect((await keys.keysOf(person))[0]).toMatchObject({
      name: 'Renamed',
      require_pkce: true,
      id_token_profile: true,
    });
    expect(await chosen()).toEqual(['yes', 'yes']);
    expect((await browser.get('/profile')).body).toContain(
      'Requests for a code need a proof key (PKCE). Its id tokens contain name and email.',
    );

    await keys.send(browser, address, { name: 'Renamed', require_pkce: 'no', id_token_profile: 'no' });
    for (const name of ['require_pkce', 'id_token_profile'])
      expect((await keys.keysOf(person))[0]).not.toHaveProperty(name);
    expect((await keys.send(browser, address, { name: 'Renamed', require_pkce: 'perhaps' })).body).toContain(
      'id="require_pkce-fault"',
    );
  });

  it('show no PKCE switch for a public key', async () => {
    const { person, browser } = await keys.enter('kim');
    await keys.request(browser, { name: 'Open', kind: 'public' });
    const open = (await keys.keysOf(person)).find(({ name }: { name: string }) => name === 'Open');
    const page = (await browser.get(`/profile/keys/${String(open?.client_id)}`)).body;

    expect([page.includes('name="require_pkce"'), page.includes('name="id_token_profile"')]).toEqual([false, true]);
  });
});
