import { type TestApp, openTestApp } from '../support/test-app.js';
import { type Key, people, type Person } from '../support/people.js';
import { basic, passwordForm, postToken, type TokenRequest } from '../support/token-endpoint.js';
import { openRawConnection } from '../support/raw-connection.js';

type RejectionCase = [id: string, what: string, sent: () => TokenRequest, status: number, error: string];

describe('rejections of POST /oauth/token', () => {
  let testApp: TestApp;
  let ada: Person;
  let key: Key;

  beforeAll(async () => {
    testApp = await openTestApp();
    ada = await people.ada(testApp);
    key = ada.key;
  });
  afterAll(() => testApp.close());

  const post = (request: TokenRequest) => postToken(testApp, { authorization: basic(key), ...request });
  const toPasswordForm = (fields: Record<string, string> = {}) => passwordForm(ada, fields);

  const rejections: RejectionCase[] = [
    [
      'T06',
      'JSON instead of a form',
      () => ({ payload: JSON.stringify(toPasswordForm()), headers: { 'content-type': 'application/json' } }),
      400,
      'invalid_request',
    ],
    [
      'T06',
      'broken JSON',
      () => ({ payload: '{', headers: { 'content-type': 'application/json' } }),
      400,
      'invalid_request',
    ],
    ['T07', 'no grant_type', () => ({ form: { username: 'a' } }), 400, 'invalid_request'],
    ['T08', 'an unknown grant_type', () => ({ form: { grant_type: 'magic' } }), 400, 'unsupported_grant_type'],
    ...['__proto__', 'toString', 'constructor', 'hasOwnProperty'].map((name): RejectionCase => [
      'T08',
      `a grant_type that every object has: ${name}`,
      () => ({ form: { grant_type: name } }),
      400,
      'unsupported_grant_type',
    ]),
    [
      'T09',
      'a grant that this key may not use',
      () => ({ form: { grant_type: 'client_credentials' } }),
      400,
      'unauthorized_client',
    ],
    [
      'T10',
      'a parameter twice',
      () => ({ payload: 'grant_type=password&grant_type=password' }),
      400,
      'invalid_request',
    ],
    ['T12', 'an empty grant_type', () => ({ form: { grant_type: '' } }), 400, 'invalid_request'],
    [
      'T16',
      'the header and a body secret together',
      () => ({ form: toPasswordForm({ client_secret: key.clientSecret }) }),
      400,
      'invalid_request',
    ],
    [
      'T17',
      'another client_id in the body than in the header',
      () => ({ form: toPasswordForm({ client_id: 'other' }) }),
      400,
      'invalid_request',
    ],
    [
      'T18',
      'a wrong secret',
      () => ({ form: toPasswordForm(), authorization: basic({ clientId: key.clientId, clientSecret: 'wrong' }) }),
      401,
      'invalid_client',
    ],
    [
      'T18',
      'an unknown key',
      () => ({ form: toPasswordForm(), authorization: basic({ clientId: 'nobody', clientSecret: key.clientSecret }) }),
      401,
      'invalid_client',
    ],
    [
      'T19',
      'a wrong secret in the body',
      () => ({ form: toPasswordForm({ client_id: key.clientId, client_secret: 'wrong' }), authorization: null }),
      401,
      'invalid_client',
    ],
    ['T20', 'no key at all', () => ({ form: toPasswordForm(), authorization: null }), 401, 'invalid_client'],
    [
      'T20',
      'a confidential key by name alone',
      () => ({ form: toPasswordForm({ client_id: key.clientId }), authorization: null }),
      401,
      'invalid_client',
    ],
    [
      'T21',
      'Basic without a colon',
      () => ({ form: toPasswordForm(), authorization: `Basic ${Buffer.from('nocolon').toString('base64')}` }),
      401,
      'invalid_client',
    ],
    [
      'T21',
      'Basic that is not base64',
      () => ({ form: toPasswordForm(), authorization: 'Basic ???' }),
      401,
      'invalid_client',
    ],
    [
      'T21',
      'Basic that is not UTF-8',
      () => ({ form: toPasswordForm(), authorization: `Basic ${Buffer.from([0xff, 0x3a, 0xff]).toString('base64')}` }),
      401,
      'invalid_client',
    ],
    [
      'T21',
      'Basic with U+0000',
      () => ({ form: toPasswordForm(), authorization: basic({ clientId: 'a\0b', clientSecret: 'c\0d' }) }),
      401,
      'invalid_client',
    ],
    [
      'B06',
      'a bearer token',
      () => ({ form: toPasswordForm(), authorization: `Bearer ${ada.token}` }),
      401,
      'invalid_client',
    ],
    [
      'T22',
      'a secret with something behind a colon',
      () => ({ form: toPasswordForm(), authorization: basic({ ...key, clientSecret: `${key.clientSecret}:junk` }) }),
      401,
      'invalid_client',
    ],
    ['T23', 'an unknown scope', () => ({ form: toPasswordForm({ scope: 'openid everything' }) }), 400, 'invalid_scope'],
    [
      'T23',
      'a scope with illegal characters',
      () => ({ form: toPasswordForm({ scope: 'open"id\\é' }) }),
      400,
      'invalid_scope',
    ],
    [
      'T24',
      'a body over the limit',
      () => ({ payload: `grant_type=password&junk=${'x'.repeat(17_000)}` }),
      413,
      'invalid_request',
    ],
    ['P02', 'a wrong password', () => ({ form: toPasswordForm({ password: 'wrong' }) }), 400, 'invalid_grant'],
    [
      'P02',
      'an unknown user',
      () => ({ form: toPasswordForm({ username: 'nobody@example.test' }) }),
      400,
      'invalid_grant',
    ],
    ['P04', 'no password', () => ({ form: { grant_type: 'password', username: ada.email } }), 400, 'invalid_request'],
    ['P04', 'no username', () => ({ form: { grant_type: 'password', password: 'x' } }), 400, 'invalid_request'],
    [
      'P05',
      'a password over 1024 bytes',
      () => ({ form: toPasswordForm({ password: 'é'.repeat(513) }) }),
      400,
      'invalid_request',
    ],
    [
      'P07',
      'a customer_id from a user who is no administrator',
      () => ({ form: toPasswordForm({ customer_id: '1000' }) }),
      400,
      'invalid_grant',
    ],
    ...['abc', '1.5', '-1', '1e3', '9007199254740993', ' 1', '0x1', '١'].map((id): RejectionCase => [
      'P09',
      `customer_id ${id}`,
      () => ({ form: toPasswordForm({ customer_id: id }) }),
      400,
      'invalid_request',
    ]),
  ];

  it.each(rejections)('%s %s', async (...[, , request, status, error]) => {
    const response = await post(request());

    expect([response.statusCode, response.json()]).toEqual([
      status,
      { error, error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/) },
    ]);
    expect(response.headers['content-type']).toMatch(/^application\/json/);
    expect(response.headers['cache-control']).toContain('no-store');
    expect(response.headers['www-authenticate']).toBe(
      status === 401 ? 'Basic realm="kontor", charset="UTF-8"' : undefined,
    );
  });

  it('are identical for a wrong secret and an unknown key', async () => {
    const errorResponses = await Promise.all(
      [key.clientId, 'nobody'].map((id) =>
        post({ form: toPasswordForm({ client_id: id, client_secret: 'wrong' }), authorization: null }),
      ),
    );

    expect(errorResponses[0]?.body).toBe(errorResponses[1]?.body);
    expect(errorResponses.map(({ headers }) => [headers['www-authenticate'], headers['content-length']])).toEqual(
      [1, 2].map(() => ['Basic realm="kontor", charset="UTF-8"', errorResponses[0]?.headers['content-length']]),
    );
  });

  it('keep the connection usable after a body that is too long', async () => {
    const connection = await openRawConnection(await testApp.url());
    const toRequestHead = (type: string, length: number) =>
      `POST /oauth/token HTTP/1.1\r\nhost: kontor\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`;
    connection.say(`${toRequestHead('application/x-www-form-urlencoded', 17_000)}${'x'.repeat(17_000)}`);
    await connection.until(/HTTP\/1\.1 413 [^]*"invalid_request"/);
    connection.say(toRequestHead('application/x-www-form-urlencoded', 0));
    const received = await connection.until(/HTTP\/1\.1 401 [^]*"invalid_client"/);
    connection.socket.destroy();

    expect(received).not.toMatch(/connection: close/i);
  });

  it('never are 500 for malformed input', async () => {
    const invalidBodies = [
      '',
      '&&&',
      '=',
      '%',
      '%zz',
      'grant_type=%00',
      'grant_type',
      '[]',
      'a[b]=c',
      'grant_type[]=password',
      '\u{1F4A3}'.repeat(50),
      'constructor=1&toString=2',
    ];
    const headers = [
      'application/x-www-form-urlencoded',
      'application/x-www-form-urlencoded; charset=latin1',
      'text/plain',
      'application/json',
      'multipart/form-data; boundary=x',
    ];
    const responses = await Promise.all(
      invalidBodies.flatMap((payload) => headers.map((type) => post({ payload, headers: { 'content-type': type } }))),
    );

    expect(responses.map(({ statusCode }) => statusCode).filter((status) => status < 400 || status >= 500)).toEqual([]);
    for (const response of responses)
      expect(response.json()).toEqual({ error: expect.any(String), error_description: expect.any(String) });
  });
});
