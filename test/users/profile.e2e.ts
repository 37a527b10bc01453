import { type TestApp, openTestApp } from '../support/test-app.js';
import { issueToken, people, type Person } from '../support/people.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';

describe('/users/me', () => {
  let testApp: TestApp;
  beforeAll(async () => (testApp = await openTestApp()));
  afterAll(() => testApp.close());

  const createUser = (name: string) => people.named(testApp, name);
  const put = (as: string, body: object) => testApp.request('PUT', '/users/me', { as, body });
  const me = async (as: string): Promise<Record<string, unknown>> =>
    (await testApp.request('GET', '/users/me', { as })).json();
  const changePassword = (as: string, body: object) => testApp.request('POST', '/users/me/password', { as, body });
  const signIn = (person: Pick<Person, 'email' | 'password' | 'key'>) =>
    postToken(testApp, { form: passwordForm(person as Person), authorization: basic(person.key) });
  const audit = async (as: string, action: string) =>
    (await testApp.request('GET', `/audit?action=${action}`, { as })).json<Record<string, unknown>[]>();

  it('PUT trims and saves the fields of the body and keeps the others', async () => {
    const ada = await createUser('ada');
    const before = await me(ada.token);
    const changed = await put(ada.token, { first_name: ' Augusta ', address: { city: 'London' } });

    expect(changed.statusCode).toBe(200);
    expect(changed.json()).toEqual({
      ...before,
      first_name: 'Augusta',
      address: { line_1: '', line_2: '', city: 'London', state: '', zip: '', country: '' },
    });
    expect(await me(ada.token)).toEqual(changed.json());
    expect((await put(ada.token, {})).json()).toEqual(changed.json());
  });

  it('PUT changes the named lines of the address, keeps the others, and empties a line by an empty text', async () => {
    const bea = await createUser('bea');
    const address = { line_1: '1 Main', line_2: 'Flat 3', city: 'X', state: 'VA', zip: '22202', country: 'US' };
    await put(bea.token, { address });
    const changed = await put(bea.token, { address: { line_2: ' ', city: 'Y' } });

    expect(changed.json()).toMatchObject({ address: { ...address, line_2: '', city: 'Y' } });
    expect((await put(bea.token, { address: {} })).json()).toEqual(changed.json());
    expect(await me(bea.token)).toEqual(changed.json());
  });

  it.each([
    [{ first_name: '' }, '/first_name'],
    [{ last_name: 'x'.repeat(101) }, '/last_name'],
    [{ email: 'nobody' }, '/email'],
    [{ email: 'bea\u200b@example.test' }, '/email'],
    [{ first_name: 'Be\u2066a' }, '/first_name'],
    [{ address: { city: 'London\nParis' } }, '/address/city'],
    [{ address: 'London' }, '/address'],
    [{ address: { street: 'x' } }, '/address/street'],
    [{ password: 'a new password' }, '/password'],
    [{ email: null }, '/email'],
    [{ address: { city: null } }, '/address/city'],
    [{ role: 'Admin' }, '/role'],
    [{ id: 1 }, '/id'],
    [{ enabled: true }, '/enabled'],
  ])('PUT refuses %j', async (body, pointer) => {
    const answer = await put((await createUser('bea')).token, body);

    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toMatchObject([{ pointer }]);
  });

  it('PUT of a new email needs the password and a free email, which is then the username', async () => {
    const [cyd, dan] = [await createUser('cyd'), await createUser('dan')];
    const email = 'cyd.new@example.test';

    expect((await put(cyd.token, { email })).json()).toMatchObject({ status: 403, code: 'wrong_password' });
    expect((await put(cyd.token, { email, current_password: 'wrong' })).json()).toMatchObject({
      status: 403,
      code: 'wrong_password',
    });
    expect(
      (await put(cyd.token, { email: dan.email.toUpperCase(), current_password: cyd.password })).json(),
    ).toMatchObject({ status: 409, code: 'email_taken' });
    expect((await me(cyd.token))['email']).toBe(cyd.email);
    expect((await put(cyd.token, { email, current_password: cyd.password })).json().email).toBe(email);
    expect((await signIn(cyd)).statusCode).toBe(400);
    expect((await signIn({ ...cyd, email })).statusCode).toBe(200);
  });

  it('PUT of a new password ends all tokens and sessions, and only it signs in', async () => {
    const eli = await createUser('eli');
    const tokens = (await signIn(eli)).json<Record<string, string>>();
    const changed = await changePassword(tokens['access_token'] ?? '', {
      current_password: eli.password,
      new_password: 'nanoseconds',
    });

    expect([changed.statusCode, changed.json().id]).toEqual([200, eli.id]);
    expect((await testApp.request('GET', '/users/me', { as: tokens['access_token'] ?? '' })).statusCode).toBe(303);
    expect((await testApp.request('GET', '/users/me', { as: eli.token })).statusCode).toBe(303);
    const refresh = await postToken(testApp, {
      form: { grant_type: 'refresh_token', refresh_token: tokens['refresh_token'] ?? '' },
      authorization: basic(eli.key),
    });
    expect(refresh.json().error).toBe('invalid_grant');
    expect((await signIn(eli)).json().error).toBe('invalid_grant');
    const again = await signIn({ ...eli, password: 'nanoseconds' });
    expect(again.statusCode).toBe(200);
    expect(await audit(again.json().access_token, 'user.password_changed')).toMatchObject([
      { outcome: 'granted', acting_user_id: eli.id, address: '127.0.0.1' },
    ]);
  });

  it('POST password needs the current password', async () => {
    const fay = await createUser('fay');
    for (const current of ['wrong', '', 'x'.repeat(2000)]) {
      expect(
        (await changePassword(fay.token, { current_password: current, new_password: 'nanoseconds' })).json(),
      ).toMatchObject({ status: 403, code: 'wrong_password' });
    }

    expect((await signIn(fay)).statusCode).toBe(200);
    expect(await audit(fay.token, 'user.password_changed')).toMatchObject([
      { outcome: 'denied' },
      { outcome: 'denied' },
      { outcome: 'denied' },
    ]);
  });

  it.each([
    {},
    { current_password: 'x' },
    { new_password: 'long enough' },
    { current_password: 'x', new_password: 'short' },
    { current_password: 'x', new_password: 'x'.repeat(1025) },
  ])('a change of password needs both, and a good one: %j', async (body) => {
    expect((await changePassword((await createUser('bea')).token, body)).statusCode).toBe(400);
  });

  it('POST password is rate-limited for a user whose token guesses passwords', async () => {
    const gus = await createUser('gus');
    const statuses: number[] = [];
    for (let at = 0; at < 11; at++)
      statuses.push(
        (await changePassword(gus.token, { current_password: `guess ${at}`, new_password: 'nanoseconds' })).statusCode,
      );
    const refused = await changePassword(gus.token, { current_password: gus.password, new_password: 'nanoseconds' });

    expect(statuses).toEqual([...Array<number>(10).fill(403), 429]);
    expect(refused.json().code).toBe('too_many_proofs');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('PUT by an administrator on behalf of a customer changes the customer, with an audit entry', async () => {
    const [admin, hal] = [await people.admin(testApp), await createUser('hal')];
    const as = await issueToken(testApp, { userId: hal.id, actingUserId: admin.id, clientId: admin.key.clientId });
    await put(as, { last_name: 'Nine' });

    expect(await me(hal.token)).toMatchObject({ id: hal.id, last_name: 'Nine' });
    expect(await audit(hal.token, 'user.changed')).toMatchObject([{ user_id: hal.id, acting_user_id: admin.id }]);
    expect(
      (await changePassword(as, { current_password: admin.password.toUpperCase(), new_password: 'nanoseconds' }))
        .statusCode,
    ).toBe(403);
  });
});
