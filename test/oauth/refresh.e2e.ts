import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, people, type Person } from '../support/people.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';
import { waitUntil } from '../support/within.js';

type TokenResponse = { access_token: string; refresh_token: string; expires_in: number };

describe('POST /oauth/token, grant refresh_token', () => {
  let testApp: TestApp;
  let otherApp: TestApp;
  let ada: Person;
  beforeAll(async () => {
    const env = { SECRET_KEY: 'the same in both houses, as in two processes' };
    testApp = await openTestApp({ env });
    otherApp = await openTestApp({ env, beside: testApp });
    ada = await people.ada(testApp);
  });
  afterAll(async () => {
    await otherApp.close();
    await testApp.close();
  });

  const sql = (text: string, values: unknown[] = []) => testApp.orm.em.execute(text, values);
  const signIn = async (parameters: Record<string, string> = {}, person = ada): Promise<TokenResponse> =>
    (await postToken(testApp, { form: passwordForm(person, parameters), authorization: basic(ada.key) })).json();
  const refresh = (
    token: string,
    parameters: Record<string, string> = {},
    { at: targetApp = testApp, key = ada.key } = {},
  ) =>
    postToken(targetApp, {
      form: { grant_type: 'refresh_token', refresh_token: token, ...parameters },
      authorization: basic(key),
    });
  const isTokenAccepted = async (as: string) => (await testApp.request('GET', '/users/me', { as })).statusCode === 200;
  const FAMILY_QUERY = '(select family_id from refresh_tokens order by created_at desc limit 1)';

  it('returns new access and refresh tokens', async () => {
    const first = await signIn();
    const response = await refresh(first.refresh_token);

    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toEqual({
      access_token: expect.stringMatching(/^kat_/),
      token_type: 'bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^krt_/),
    });
    expect(
      new Set([first.access_token, first.refresh_token, response.json().access_token, response.json().refresh_token])
        .size,
    ).toBe(4);
    expect([await isTokenAccepted(first.access_token), await isTokenAccepted(response.json().access_token)]).toEqual([
      true,
      true,
    ]);
  });

  it('rejects a token reused after its grace period and ends the family', async () => {
    const first = await signIn();
    const second: TokenResponse = (await refresh(first.refresh_token)).json();
    expect(await isTokenAccepted(second.access_token)).toBe(true);
    await sql(
      `update refresh_tokens set used_at = now() - interval '11 seconds' where family_id = ${FAMILY_QUERY} and used_at is not null`,
    );

    expect((await refresh(first.refresh_token)).json().error).toBe('invalid_grant');
    expect((await refresh(second.refresh_token)).json().error).toBe('invalid_grant');
    await waitUntil(async () => !(await isTokenAccepted(second.access_token)));
    expect([await isTokenAccepted(first.access_token), await isTokenAccepted(second.access_token)]).toEqual([
      false,
      false,
    ]);
  });

  it('returns the same successors for a token reused within its grace period', async () => {
    const first = await signIn();
    const second: TokenResponse = (await refresh(first.refresh_token)).json();
    const repeated: TokenResponse = (await refresh(first.refresh_token)).json();

    expect([repeated.access_token, repeated.refresh_token]).toEqual([second.access_token, second.refresh_token]);
    expect(repeated.expires_in).toBeGreaterThan(3590);
    expect((await refresh(second.refresh_token)).statusCode).toBe(200);
  });

  it('limits repeats within the grace period', async () => {
    const first = await signIn();
    await refresh(first.refresh_token);
    await sql(`update refresh_tokens set replays = 50 where family_id = ${FAMILY_QUERY} and used_at is not null`);

    expect((await refresh(first.refresh_token)).json().error).toBe('invalid_grant');
    expect(await isTokenAccepted(first.access_token)).toBe(true);
  });

  it('gives one successor for fifty simultaneous requests in two processes', async () => {
    for (let round = 0; round < 5; round++) {
      const first = await signIn();
      const responses = await Promise.all(
        Array.from({ length: 50 }, (_, n) => refresh(first.refresh_token, {}, { at: n % 2 ? testApp : otherApp })),
      );
      const pairs = new Set(
        responses.map(
          (response) => `${response.statusCode} ${response.json().access_token} ${response.json().refresh_token}`,
        ),
      );
      const [{ alive } = { alive: 0 }] = await sql(
        `select count(*)::int alive from refresh_tokens where used_at is null and family_id = ${FAMILY_QUERY}`,
      );

      // A machine that is very busy may tell some to come again, and nothing worse.
      const issuedPairs = [...pairs].filter((pair) => !pair.startsWith('503 '));
      expect(issuedPairs).toEqual([expect.stringMatching(/^200 kat_/)]);
      expect(alive).toBe(1);
    }
  });

  it('rejects another key and keeps the token valid', async () => {
    const first = await signIn();
    const otherClient = await createKey(testApp, ada.id);

    expect((await refresh(first.refresh_token, {}, { key: otherClient })).json().error).toBe('invalid_grant');
    expect((await refresh(first.refresh_token)).statusCode).toBe(200);
  });

  it.each([
    ['R07', 'unknown', `krt_${'A'.repeat(43)}`],
    ['R07', 'garbage', '☠'],
    ['R07', '10 kB', 'x'.repeat(10_000)],
  ])('%s: %s is refused', async (_id, _what, token) => {
    const response = await refresh(token);

    expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_grant']);
  });

  it('rejects expired tokens and access tokens', async () => {
    const first = await signIn();
    await sql(`update refresh_tokens set expires_at = now() where family_id = ${FAMILY_QUERY}`);

    expect((await refresh(first.refresh_token)).json().error).toBe('invalid_grant');
    expect((await refresh(first.access_token)).json().error).toBe('invalid_grant');
  });

  it('accepts a narrower scope, then the original again, and never a wider one', async () => {
    const first = await signIn({ scope: 'openid email' });
    const narrowed = (await refresh(first.refresh_token, { scope: 'openid' })).json();
    const widened = (await refresh(narrowed.refresh_token, { scope: 'openid profile' })).json();
    const restored = (await refresh(narrowed.refresh_token)).json();

    expect(narrowed).not.toHaveProperty('scope');
    expect(widened.error).toBe('invalid_scope');
    expect(restored.scope).toBe('openid email');
  });

  it('rejects every token of an ended family', async () => {
    const first = await signIn();
    await sql(`update token_families set expires_at = now() + interval '3 seconds' where id = ${FAMILY_QUERY}`);
    const second: TokenResponse = (await refresh(first.refresh_token)).json();
    expect(second.expires_in).toBeLessThanOrEqual(3);

    await waitUntil(async () => {
      const [family] = await sql(`select expires_at < now() as ended from token_families where id = ${FAMILY_QUERY}`);
      return family?.['ended'] === true;
    });
    expect((await refresh(second.refresh_token)).json().error).toBe('invalid_grant');
    expect(await isTokenAccepted(second.access_token)).toBe(false);
  });

  it('rejects tokens of a disabled user, a removed key and a demoted administrator', async () => {
    const admin = await people.admin(testApp);
    const [user, onBehalf] = [
      await people.named(testApp, 'leaver'),
      await signIn({ customer_id: String(ada.id) }, admin),
    ];
    const firstTokens = await signIn({}, user);
    const nextTokens: TokenResponse = (await refresh(onBehalf.refresh_token)).json();
    expect((await testApp.request('GET', '/users/me', { as: nextTokens.access_token })).json().id).toBe(ada.id);
    expect(nextTokens.expires_in).toBe(900);

    await sql('update users set enabled = false where id = ?', [user.id]);
    await sql(`update users set role = 'Customer' where id = ?`, [admin.id]);
    expect((await refresh(firstTokens.refresh_token)).json().error).toBe('invalid_grant');
    expect((await refresh(nextTokens.refresh_token)).json().error).toBe('invalid_grant');
  });

  it('rejects a request without a token with invalid_request', async () => {
    const response = await postToken(testApp, { form: { grant_type: 'refresh_token' }, authorization: basic(ada.key) });

    expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_request']);
  });

  it('stores no token, secret or password in plain text', async () => {
    const first = await signIn();
    const second: TokenResponse = (await refresh(first.refresh_token)).json();
    const tables = await sql(`select tablename from pg_tables where schemaname = 'public'`);
    const rows = await Promise.all(
      tables.map(({ tablename }: { tablename?: string }) =>
        sql(`select to_jsonb(t)::text dump from "${tablename ?? ''}" t`),
      ),
    );
    const dump = rows
      .flat()
      .map(({ dump: row }: { dump?: string }) => row)
      .join('\n');

    expect(dump).toContain(ada.email);
    expect(dump).toContain(ada.key.clientId);
    const secrets = [
      first.access_token,
      first.refresh_token,
      second.access_token,
      second.refresh_token,
      ada.token,
      ada.key.clientSecret,
      ada.password,
    ];
    for (const secret of secrets) {
      expect(dump).not.toContain(secret);
      expect(dump).not.toContain(secret.replace(/^k.t_/, ''));
      expect(dump).not.toContain(Buffer.from(secret).toString('base64url'));
    }
  });
});
