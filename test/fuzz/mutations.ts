import fc from 'fast-check';
import type { Request } from '../support/matrix-walk.js';

/** A request on its way to be broken: its parts as text, and its fields as long as it has some. */
type Draft = {
  method: string;
  url: string;
  headers: Record<string, string>;
  fields: Record<string, unknown>;
  isForm: boolean;
  payload: string | null;
};

type Mutation = (draft: Draft) => void;

/** What has broken services before, and what is nearly right. */
const evil = fc.oneof(
  fc.constantFrom<unknown>(
    ...[
      '',
      ' ',
      '\0',
      'a\0b',
      '\uD800',
      '\u202E',
      '☃',
      'ﬁ',
      "' or 1=1 --",
      '<script>alert(1)</script>',
      '../../etc/passwd',
      '%',
      '%00',
      '%zz',
      '%E0%A4%A',
      '${7*7}',
      '{{7*7}}',
      '\r\nSet-Cookie: a=b',
      '__proto__',
      'constructor',
    ],
    ...[
      null,
      true,
      false,
      0,
      -0,
      -1,
      1.5,
      1e3,
      1e21,
      2 ** 31,
      2 ** 53,
      -(2 ** 63),
      [],
      {},
      [[]],
      [null],
      { length: 1 },
      { toString: 'x' },
    ],
    ...['1e309', 'NaN', 'Infinity', '-1', '1.5', '9007199254740993', '99999999999999999999', '0x10', '１２'],
    ...[
      'password',
      'refresh_token',
      'authorization_code',
      'client_credentials',
      'openid',
      'openid profile',
      'none',
      'none login',
      'code',
      'code id_token',
      'token id_token',
      'query',
      'fragment',
      'form_post',
      'S256',
      'plain',
    ],
    ...[
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      'http://127.0.0.1:1/cb',
      'http://[::1]/cb',
      'https://a@b',
      'https:// a',
      'http://127.0.0.1:99999/',
    ],
    ...[
      `kat_${'A'.repeat(43)}`,
      `krt_${'A'.repeat(43)}`,
      `kac_${'A'.repeat(43)}`,
      'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
      'x'.repeat(2000),
      'é'.repeat(600),
      '2026-02-30',
      '2026-01-30T15:04:05Z',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
);

const text = evil.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));

const fieldNames = fc.oneof(
  fc.constantFrom(
    ...[
      'client_id',
      'client_secret',
      'grant_type',
      'username',
      'password',
      'customer_id',
      'refresh_token',
      'code',
      'redirect_uri',
      'code_verifier',
      'scope',
      'token',
      'state',
      'nonce',
      'prompt',
      'max_age',
    ],
    ...[
      'response_type',
      'response_mode',
      'code_challenge',
      'code_challenge_method',
      'id_token_hint',
      'login_hint',
      'request',
      'claims',
      'post_logout_redirect_uri',
      'form_token',
      'resume',
      'decision',
    ],
    ...[
      'email',
      'address',
      'name',
      'redirect_uris',
      'grant_types',
      'token_endpoint_auth_method',
      'overlap_seconds',
      'current_password',
      'new_password',
      'per_page',
      'cursor',
      'q',
      'action',
      'since',
      'user_id',
      '__proto__',
      'constructor',
    ],
  ),
  fc.string({ maxLength: 12 }),
);

/** What Node lets through as the value of a header. */
const headerValue = fc.oneof(
  text.map((value) => value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')),
  fc.constantFrom(
    'application/json',
    'text/html',
    '*/*',
    'text/csv',
    'application/problem+json;q=0',
    'q=;;,',
    'Basic',
    'Basic !!!',
    'Basic Og==',
    'Basic eDp5',
    'Bearer',
    'Bearer  a b',
    'Digest x',
    'session=; flash=%',
    'status=401',
    'cross-site',
    'null',
    'https://app.example',
    '127.0.0.1, 10.0.0.1',
    'gzip;q=2',
    'bytes=0-1',
    '"x"',
    '0',
  ),
);

const headerNames = fc.constantFrom(
  ...[
    'accept',
    'accept-encoding',
    'accept-language',
    'authorization',
    'content-type',
    'content-encoding',
    'cookie',
    'origin',
    'referer',
    'prefer',
    'sec-fetch-site',
    'user-agent',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
  ],
  ...[
    'forwarded',
    'x-request-id',
    'if-none-match',
    'if-match',
    'range',
    'idempotency-key',
    'access-control-request-method',
    'dpop',
    'te',
    'x-http-method-override',
  ],
);

const nth = (names: readonly string[], at: number): string => names[at % Math.max(1, names.length)] ?? 'x';

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.nat(20), evil).map(
      ([at, value]): Mutation =>
        (draft) =>
          void (draft.fields[nth(Object.keys(draft.fields), at)] = value),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.nat(20).map(
      (at): Mutation =>
        (draft) =>
          void Reflect.deleteProperty(draft.fields, nth(Object.keys(draft.fields), at)),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(fieldNames, evil).map(
      ([name, value]): Mutation =>
        (draft) =>
          void Object.defineProperty(draft.fields, name, {
            value,
            enumerable: true,
            configurable: true,
            writable: true,
          }),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(headerNames, headerValue).map(
      ([name, value]): Mutation =>
        (draft) =>
          void (draft.headers[name] = value),
    ),
  },
  {
    weight: 1,
    arbitrary: headerNames.map(
      (name): Mutation =>
        (draft) =>
          void Reflect.deleteProperty(draft.headers, name),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(fieldNames, text).map(
      ([name, value]): Mutation =>
        (draft) =>
          void (draft.url += `${draft.url.includes('?') ? '&' : '?'}${safely(name)}=${safely(value)}`),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('&&', '?', '&=', '&%zz=1', '&a=%E0%A4', ';x', '&cursor=&cursor=').map(
      (end): Mutation =>
        (draft) =>
          void (draft.url += draft.url.includes('?') ? end : `?${end}`),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat(5), text).map(
      ([at, value]): Mutation =>
        (draft) =>
          void (draft.url = withSegment(draft.url, at, safely(value))),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.nat(5), fc.constantFrom('%', '%00', '%zz', '...', '%2F', '%5C', ';', '*', '%C0%AF')).map(
      ([at, value]): Mutation =>
        (draft) =>
          void (draft.url = withSegment(draft.url, at, value)),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS').map(
      (method): Mutation =>
        (draft) =>
          void (draft.method = method),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Mutation>((draft) => void (draft.isForm = !draft.isForm)) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 60 }),
          fc.constantFrom(
            '{',
            '[]',
            'null',
            '"x"',
            '{"a":1,"a":2}',
            '{"__proto__":{}}',
            `${'['.repeat(40)}${']'.repeat(40)}`,
            '{"a":1e400}',
            'a=1&a=2',
            '%zz=%',
            '=',
            '&&&',
            'x'.repeat(20_000),
          ),
        ),
        fc.constantFrom(
          'application/json',
          'application/x-www-form-urlencoded',
          'text/plain',
          'application/json; charset=utf-16',
          'multipart/form-data; boundary=x',
          '',
        ),
      )
      .map(([payload, type]): Mutation => (draft) => {
        draft.payload = payload;
        draft.headers['content-type'] = type;
      }),
  },
);

/** A form above the limit of its size. */
export const oversized: Mutation = (draft) => {
  draft.payload = 'x'.repeat(20_000);
  draft.headers['content-type'] = 'application/x-www-form-urlencoded';
};

const safely = (value: string): string => encodeURIComponent(value.toWellFormed());

function withSegment(url: string, at: number, value: string): string {
  const [path = '', query] = url.split('?', 2);
  const segments = path.split('/').slice(1);
  segments[at % segments.length] = value;
  return `/${segments.join('/')}${query === undefined ? '' : `?${query}`}`;
}

/** What is done to one of `count` requests: usually something, sometimes nothing. */
export const breakage = (count: number) =>
  fc.record({ base: fc.nat(count - 1), mutations: fc.array(mutation, { maxLength: 3 }) });

/** The request as it leaves. */
export function broken(request: Request, mutations: readonly Mutation[]) {
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  const draft: Draft = {
    method: request.method,
    url: request.url,
    headers: { accept: request.accept, ...request.headers },
    fields: { ...request.body },
    isForm,
    payload: null,
  };
  for (const mutate of mutations) mutate(draft);
  const hasBody = request.body !== null || Object.keys(draft.fields).length > 0;
  const type = draft.isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  const headers = { ...(hasBody && { 'content-type': type }), ...draft.headers };
  const payload = draft.payload ?? (hasBody ? written(draft) : null);
  return { method: draft.method, url: draft.url, headers, ...(payload !== null && { payload }) };
}

function written({ fields, isForm }: Draft): string {
  if (!isForm) return JSON.stringify(fields);
  return Object.entries(fields)
    .map(([name, value]) => `${safely(name)}=${safely(typeof value === 'string' ? value : JSON.stringify(value))}`)
    .join('&');
}
