import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, people, type Person } from '../support/people.js';
import { basic, postToken } from '../support/token-endpoint.js';

const grace = {
  email: 'Grace@example.test',
  first_name: ' Grace ',
  last_name: 'Hopper',
  password: 'nanoseconds',
  address: { line_1: '1 Navy Yard', line_2: '', city: 'Arlington', state: 'VA', zip: '22202', country: 'US' },
};

describe('/users', () => {
  let testApp: TestApp;
  let ada: Person;
  beforeAll(async () => {
    testApp = await openTestApp();
    ada = await people.ada(testApp);
  });
  afterAll(() => testApp.close());

  const post = (body: object, headers: Record<string, string> = { authorization: basic(ada.key) }) =>
    testApp.request('POST', '/users', { headers, body });

  it('POST creates a customer who can sign in and read the user back', async () => {
    const created = await post(grace);

    expect(created.statusCode).toBe(201);
    expect(created.json()).toEqual({
      id: expect.any(Number),
      email: grace.email,
      first_name: 'Grace',
      last_name: 'Hopper',
      address: grace.address,
      role: 'Customer',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect(created.body).not.toContain(grace.password);
    const signedIn = await postToken(testApp, {
      form: { grant_type: 'password', username: 'GRACE@EXAMPLE.TEST', password: grace.password },
      authorization: basic(ada.key),
    });
    expect((await testApp.request('GET', '/users/me', { as: signedIn.json().access_token })).json()).toEqual(
      created.json(),
    );
  });

  it('POST accepts an email once in any case, also in twenty simultaneous requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        post({ ...grace, email: n % 2 ? 'once@example.test' : 'ONCE@example.test' }),
      ),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b);

    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('email_taken');
  });

  it('POST reports each field that is missing or no text', async () => {
    const [none, numbers] = [await post({}), await post({ email: 1, first_name: 2, last_name: 3, password: true })];
    const fields = ['email', 'first_name', 'last_name', 'password'];

    expect(none.json().errors).toEqual(
      fields.map((field) => ({ pointer: `/${field}`, message: `${field} is missing` })),
    );
    expect(numbers.json().errors).toEqual(
      fields.map((field) => ({ pointer: `/${field}`, message: `${field} must be text` })),
    );
  });

  const wrong: [field: string, change: object][] = [
    ['email', { email: 'nobody' }],
    ['email', { email: undefined }],
    ['email', { email: `${'x'.repeat(320)}@example.test` }],
    ['email', { email: 'gr\u200bace@example.test' }],
    ['email', { email: '\uff47race@example.test' }],
    ['first_name', { first_name: '  ' }],
    ['first_name', { first_name: '\u200b' }],
    ['last_name', { last_name: 'Hop\u202eper' }],
    ['address/line_1', { address: { line_1: 'Navy\tYard' } }],
    ['first_name', { first_name: 7 }],
    ['last_name', { last_name: 'x'.repeat(101) }],
    ['password', { password: 'short' }],
    ['password', { password: 'é'.repeat(513) }],
    ['password', { password: 12345678 }],
    ['address', { address: [] }],
    ['address', { address: 'Arlington' }],
    ['address/city', { address: { city: 7 } }],
    ['address/planet', { address: { planet: 'Earth' } }],
    ['role', { role: 'Admin' }],
    ['id', { id: 1 }],
    ['passwordHash', { passwordHash: 'x' }],
  ];

  it.each(wrong)('POST rejects %s with the reason: %j', async (field, change) => {
    const response = await post({ ...grace, email: 'wrong@example.test', ...change });

    expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_request']);
    expect(response.json().errors.map(({ pointer }: { pointer: string }) => pointer)).toContain(`/${field}`);
  });

  it('POST rejects null for every field', async () => {
    const fields = [
      ...Object.keys(grace).map((field) => [field]),
      ...Object.keys(grace.address).map((line) => ['address', line]),
    ];
    for (const [field = '', line] of fields) {
      const change = line === undefined ? { [field]: null } : { address: { ...grace.address, [line]: null } };
      const response = await post({ ...grace, email: 'null@example.test', ...change });

      expect([field, line, response.statusCode]).toEqual([field, line, 400]);
      expect(response.json().errors).toEqual([
        { pointer: `/${[field, line].filter(Boolean).join('/')}`, message: expect.any(String) },
      ]);
    }
    expect((await post({ ...grace, email: 'null@example.test', address: undefined })).statusCode).toBe(201);
  });

  it.each([
    ['nothing', () => ({})],
    ['a bearer token', () => ({ authorization: `Bearer ${ada.token}` })],
    ['a wrong secret', () => ({ authorization: basic({ ...ada.key, clientSecret: 'wrong' }) })],
    [
      'a secret with something behind a colon',
      () => ({ authorization: basic({ ...ada.key, clientSecret: `${ada.key.clientSecret}:x` }) }),
    ],
  ])('POST asks for an API key; %s leads to the home page', async (_what, headers) => {
    const response = await post(grace, headers());

    expect(response.statusCode).toBe(303);
    expect(response.headers).toMatchObject({
      location: '/',
      'www-authenticate': 'Basic realm="kontor", charset="UTF-8"',
    });
  });

  it('POST accepts form-encoded credentials of the client', async () => {
    const odd = await createKey(testApp, ada.id, { clientId: 'odd:key', clientSecret: 'a%b:c' });
    const encoded = basic({ clientId: 'odd%3Akey', clientSecret: 'a%25b%3Ac' });

    expect((await post({ ...grace, email: 'odd@example.test' }, { authorization: encoded })).statusCode).toBe(201);
    expect(odd.clientId).toBe('odd:key');
  });

  it('GET me shows a page without internal fields to a browser', async () => {
    const response = await testApp.request('GET', '/users/me', { as: ada.token, accept: 'text/html' });

    expect(response.headers['content-type']).toContain('text/html');
    expect(response.body).toContain(ada.email);
    expect(response.body).not.toContain('argon2');
  });
});
