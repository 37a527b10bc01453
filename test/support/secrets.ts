import type { JWK } from 'jose';
import { SIGNING_KEY_PURPOSE } from '../../src/auth/oauth/keys/generate-signing-key.js';
import { SigningKey } from '../../src/auth/oauth/keys/signing-key.entity.js';
import { unseal } from '../../src/config/sealed-text.js';
import type { TestApp } from './test-app.js';
import { formsOf } from './browser-client.js';

type SendRequest = TestApp['request'];
type Answer = Awaited<ReturnType<SendRequest>>;

/** What fields, parameters and hidden inputs are called whose value nobody else may learn. */
const secretNames = new Set([
  'access_token',
  'refresh_token',
  'id_token',
  'secret',
  'client_secret',
  'code',
  'code_verifier',
  'password',
  'current_password',
  'new_password',
  'form_token',
  'token',
  'id_token_hint',
]);

/** Cookies that hold no secret. */
const harmlessCookies = /(?:^|-)(?:flash|theme|density|panels|columns)$/;

/** A test app that remembers every secret that was handed out or typed at its endpoints, however it went through them. */
export function recordSecrets(testApp: TestApp) {
  const secrets = new Set<string>();
  const keep = (value: unknown): void => {
    if (typeof value === 'string' && value.length >= 8) secrets.add(value);
  };
  const sendRequest: SendRequest = async (method, url, sent) => {
    for (const value of [
      ...valuesIn(sent?.body),
      ...parametersIn(String(sent?.payload ?? '')),
      ...parametersIn(url),
      ...credentialsIn(sent?.headers ?? {}),
      sent?.as,
    ])
      keep(value);
    const answer = await testApp.request(method, url, sent);
    for (const value of [...cookiesOf(answer), ...parametersIn(answer.headers.location ?? ''), ...contentsOf(answer)])
      keep(value);
    return answer;
  };
  return { testApp: { ...testApp, request: sendRequest }, secrets, keep };
}

function valuesIn(of: unknown): unknown[] {
  if (typeof of !== 'object' || of === null) return [];
  return Object.entries(of).flatMap(([name, value]: [string, unknown]) =>
    secretNames.has(name) ? [value] : valuesIn(value),
  );
}

function parametersIn(text: string): string[] {
  const pairs = text.split(/[?#&]/).flatMap((part) => [...new URLSearchParams(part)]);
  return pairs.filter(([name]) => secretNames.has(name)).map(([, value]) => value);
}

function credentialsIn(headers: Readonly<Record<string, string>>): string[] {
  const [, kind = '', text = ''] = /^(\w+) (.+)$/.exec(headers['authorization'] ?? '') ?? [];
  return kind === 'Basic'
    ? [
        text,
        Buffer.from(text, 'base64')
          .toString()
          .replace(/^[^:]*:/, ''),
      ]
    : [text];
}

function cookiesOf({ headers }: Answer): string[] {
  return [headers['set-cookie'] ?? []].flat().flatMap((header) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
    return harmlessCookies.test(name) ? [] : [value];
  });
}

function contentsOf({ headers, body }: Answer): unknown[] {
  // A problem says what went wrong by a code of its own, which everybody may read; at the endpoints of OAuth its type is plain JSON.
  if (String(headers['content-type']).includes('json')) {
    const content = JSON.parse(body) as object;
    return valuesIn('title' in content && 'request_id' in content ? { ...content, code: null } : content);
  }
  return formsOf(body).flatMap(({ fields }) => valuesIn(fields));
}

/** The private halves of the keys that sign id tokens: what only the service itself can read. */
export async function privateKeysOf({ orm, config }: TestApp): Promise<string[]> {
  const rows = await orm.em.fork().find(SigningKey, {});
  return rows.flatMap(({ kid, sealedPrivateJwk }) => {
    const {
      d = '',
      p = '',
      q = '',
    } = JSON.parse(
      unseal(sealedPrivateJwk, { purpose: SIGNING_KEY_PURPOSE, row: kid }, config.secretKey) ?? '{}',
    ) as JWK;
    return [d, p, q].filter((part) => part !== '');
  });
}

/** How a secret may be written by a user who did not mean to keep it: as it is, turned round, or in one of the usual encodings. */
export function spellingsOf(secret: string): string[] {
  const bare = secret.replace(/^k[a-z]{2}_/, '');
  return [
    ...new Set(
      [secret, bare, secret.normalize('NFKC')].flatMap((text) => [
        text,
        Array.from(text).reverse().join(''),
        encodeURIComponent(text),
        JSON.stringify(text).slice(1, -1),
        Buffer.from(text).toString('hex'),
        ...inBase64(text),
      ]),
    ),
  ];
}

/** Within a longer text the same bytes can stand in three positions to the groups of three that base64 writes. */
function inBase64(text: string): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]);
    const whole = bytes.subarray(0, bytes.length - (bytes.length % 3)).toString('base64');
    const certain = whole.slice(shift === 0 ? 0 : 4);
    return [certain, certain.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** Which of the secrets stand in a text, and how. The secret itself is not printed. */
export function findSecrets(text: string, secrets: Iterable<string>): string[] {
  return [...secrets].flatMap((secret) =>
    spellingsOf(secret).flatMap((spelling) =>
      text.includes(spelling) ? [`${secret.slice(0, 4)}… as ${spelling.slice(0, 4)}…`] : [],
    ),
  );
}

/** Every value of every column of every table that there is, a user who made it: `table.column` and its text. */
export async function everyColumn({ orm }: TestApp): Promise<Map<string, string>> {
  const em = orm.em.fork();
  const columns = await em.execute<{ schema: string; table: string; column: string }[]>(
    `select c.table_schema "schema", c.table_name "table", c.column_name "column" from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema') order by 1, 2, 3`,
  );
  const texts = new Map<string, string>();
  for (const { schema, table, column } of columns) {
    const rows = await em.execute<{ value: string }[]>(
      `select "${column}"::text "value" from "${schema}"."${table}" where "${column}" is not null`,
    );
    texts.set(`${table}.${column}`, rows.map(({ value }) => value).join('\n'));
  }
  return texts;
}
