import { openCertificate } from '../../test/support/certificate.js';
import { readConfig, inspectConfig } from './read-config.js';

const mistakesOf = (variables: NodeJS.ProcessEnv): readonly string[] => {
  try {
    readConfig(variables);
    return [];
  } catch (error) {
    return (error as { mistakes: readonly string[] }).mistakes;
  }
};

const strong = '9f2c51b7e08d4a6fb3c7d1e2a4958607c1b2d3e4f5a69788';

describe('loadConfig', () => {
  it('needs no variable', () => {
    const config = readConfig({});

    expect(config).toMatchObject({
      mode: 'sandbox',
      host: '127.0.0.1',
      port: 3000,
      baseUrl: 'http://127.0.0.1:3000',
      databaseUrl: null,
      tls: null,
      trustProxy: false,
      logLevel: 'info',
    });
    expect(config.dataDir).toMatch(/^\/.*\/data$/);
  });

  it('treats empty variables as unset', () => {
    expect(readConfig({ PORT: '', BASE_URL: '', MODE: '', LOG_LEVEL: '' })).toMatchObject({
      port: 3000,
      mode: 'sandbox',
      logLevel: 'info',
    });
  });

  it('reports all mistakes at once, each with its fix', () => {
    expect(mistakesOf({ PORT: 'abc', LOG_LEVEL: 'loud', MODE: 'prod', TLS_CERT_FILE: 'x.pem' })).toEqual([
      'MODE is "prod": it must be sandbox or production.',
      'PORT is "abc": it must be a whole number from 0 to 65535, for example 3000.',
      'LOG_LEVEL is "loud": it must be one of trace, debug, info, warn, error, fatal, silent.',
      'TLS_KEY_FILE is missing: set both TLS files, or neither.',
      expect.stringMatching(/^TLS_CERT_FILE \(x\.pem\) cannot be used \(ENOENT/),
    ]);
  });

  it('reports a missing second half of a pair even if the first is invalid', () => {
    expect(mistakesOf({ MODE: 'prod', TLS_CERT_FILE: '/nope', BOOTSTRAP_ADMIN_EMAIL: 'x' })).toEqual([
      expect.stringMatching(/^MODE is "prod"/),
      expect.stringMatching(/^BOOTSTRAP_ADMIN_EMAIL is "x"/),
      expect.stringMatching(/^TLS_KEY_FILE is missing/),
      expect.stringMatching(/^TLS_CERT_FILE \(\/nope\) cannot be used/),
      expect.stringMatching(/^BOOTSTRAP_ADMIN_PASSWORD is missing/),
    ]);
  });

  it('requires the first user’s variables only in the process that creates users', () => {
    const first = { MODE: 'production', SECRET_KEY: strong, DATA_DIR: '/nowhere/kontor' };
    const missing = (variables: NodeJS.ProcessEnv) =>
      inspectConfig(variables, { createsFirstUser: true }).mistakes.map((mistake) => mistake.split(' ')[0]);

    expect(missing(first)).toEqual([
      'BOOTSTRAP_ADMIN_EMAIL',
      'BOOTSTRAP_ADMIN_PASSWORD',
      'BOOTSTRAP_CLIENT_ID',
      'BOOTSTRAP_CLIENT_SECRET',
    ]);
    expect(missing({ ...first, BOOTSTRAP_CLIENT_ID: 'key' })).toEqual([
      'BOOTSTRAP_CLIENT_SECRET',
      'BOOTSTRAP_ADMIN_EMAIL',
      'BOOTSTRAP_ADMIN_PASSWORD',
    ]);
    expect(missing({ ...first, SECRET_KEY: undefined })).toHaveLength(5);
    for (const settled of [
      { ...first, MODE: 'sandbox' },
      { ...first, DATABASE_URL: 'postgres://kontor@db/kontor' },
    ])
      expect(missing(settled)).toEqual([]);
    expect(mistakesOf(first)).toEqual([]);
  });

  it('can be inspected with mistakes, which fall back to defaults', () => {
    const { config, mistakes, invalidVariables } = inspectConfig({ PORT: 'abc', HOST: '::1' });

    expect(config).toMatchObject({ port: 3000, host: '::1' });
    expect(mistakes).toHaveLength(1);
    expect([...invalidVariables]).toEqual(['PORT']);
  });

  it.each(['-1', '65536', '3000 ', '3e3', '0x10', '1.5', 'NaN', '99999999999999999999'])('rejects PORT=%s', (PORT) => {
    expect(mistakesOf({ PORT })).toEqual([expect.stringContaining('PORT is')]);
  });

  it('uses the port that the operating system chose', () => {
    const config = readConfig({ PORT: '0' });
    config.setListeningPort(45678);

    expect(config.baseUrl).toBe('http://127.0.0.1:45678');
  });

  it('never prints a secret, even an invalid one', () => {
    const mistakes = mistakesOf({
      DATABASE_URL: 'mysql://ada:hunter2-open@db/kontor',
      SECRET_KEY: 'hunter2-open',
      BOOTSTRAP_ADMIN_PASSWORD: 'hunter2',
      BOOTSTRAP_CLIENT_SECRET: 'hunter2 open',
    });

    expect(mistakes).toHaveLength(6); // These four, and the other halves of two pairs.
    expect(mistakes.join()).not.toContain('hunter2');
  });

  const production = { DATABASE_URL: 'postgres://kontor@db/kontor', SECRET_KEY: strong };

  it('is production with a DATABASE_URL, and sandbox without', () => {
    expect(readConfig(production).mode).toBe('production');
    expect(readConfig({ ...production, MODE: 'sandbox' }).mode).toBe('sandbox');
    expect(readConfig({ MODE: 'production', SECRET_KEY: strong })).toMatchObject({
      mode: 'production',
      databaseUrl: null,
    });
  });

  it.each([
    [{ SECRET_KEY: undefined }, 'SECRET_KEY is missing'],
    [{ SECRET_KEY: 'a'.repeat(64) }, 'SECRET_KEY is too weak'],
    [{ SECRET_KEY: 'change-me-please-change-me-please' }, 'SECRET_KEY is too weak'],
    [
      { BOOTSTRAP_ADMIN_EMAIL: 'ada@example.test', BOOTSTRAP_ADMIN_PASSWORD: 'password123456' },
      'BOOTSTRAP_ADMIN_PASSWORD is too weak',
    ],
    [
      { BOOTSTRAP_CLIENT_ID: 'key', BOOTSTRAP_CLIENT_SECRET: 'short-but-longer-than-16' },
      'BOOTSTRAP_CLIENT_SECRET is too weak',
    ],
    [{ BOOTSTRAP_ADMIN_EMAIL: 'ada@example.test' }, 'BOOTSTRAP_ADMIN_PASSWORD is missing'],
    [{ HOST: '192.0.2.7' }, 'HOST is 192.0.2.7, plain HTTP on a public address'],
    [{ HOST: '192.0.2.7', BASE_URL: 'http://localhost:3000' }, 'HOST is 192.0.2.7, plain HTTP on a public address'],
    [
      { BASE_URL: 'http://kontor.example.org' },
      'BASE_URL is http://kontor.example.org, plain HTTP on a public address',
    ],
    [{ BASE_URL: 'https://kontor.example.org' }, 'BASE_URL begins with https: but nothing here speaks TLS'],
    [{ HOST: '0.0.0.0', OAUTH_INSECURE_HTTP: '1' }, 'BASE_URL is missing'],
    [
      { BOOTSTRAP_REDIRECT_URIS: 'https://a.test/cb, http://a.test/cb' },
      'BOOTSTRAP_REDIRECT_URIS holds http://a.test/cb',
    ],
    [{ BOOTSTRAP_REDIRECT_URIS: 'https://*.a.test/cb' }, 'BOOTSTRAP_REDIRECT_URIS holds https://*.a.test/cb'],
    [{ OAUTH_REQUIRE_PKCE: '1' }, 'OAUTH_REQUIRE_PKCE is "1": it must be off, new'],
  ])('refuses in production %j', (changes, expected) => {
    expect(mistakesOf({ ...production, ...changes })).toEqual([expect.stringContaining(expected)]);
  });

  it.each([
    [{}],
    [{ HOST: '::1' }],
    [{ HOST: '0.0.0.0', BASE_URL: 'https://kontor.example.org', TRUST_PROXY: '1' }],
    [{ HOST: '192.0.2.7', OAUTH_INSECURE_HTTP: '1' }],
    [{ BASE_URL: 'http://kontor.example.org', OAUTH_INSECURE_HTTP: 'true' }],
  ])('accepts in production %j', (changes) => {
    expect(mistakesOf({ ...production, ...changes })).toEqual([]);
  });

  it('lets a sandbox in a container listen on all addresses, and rejects a public address', () => {
    expect(readConfig({ HOST: '0.0.0.0' }).baseUrl).toBe('http://localhost:3000');
    expect(mistakesOf({ HOST: '192.0.2.7' })).toEqual([expect.stringContaining('plain HTTP on a public address')]);
  });

  it.each(['http://127.0.0.1:3000/', 'HTTP://LOCALHOST:3000', 'http://[::1]:3000'])(
    'accepts BASE_URL=%s as an origin',
    (BASE_URL) => {
      expect(readConfig({ BASE_URL }).baseUrl).toBe(new URL(BASE_URL).origin);
    },
  );

  it.each([
    'http://localhost/path',
    'http://user@localhost',
    'http://localhost?',
    'http://localhost/#',
    'localhost:3000',
    'ftp://localhost',
  ])('refuses BASE_URL=%s', (BASE_URL) => {
    expect(mistakesOf({ BASE_URL })).toEqual([expect.stringContaining('BASE_URL is')]);
  });

  it('reads the TLS files', () => {
    expect(mistakesOf({ TLS_CERT_FILE: 'none.pem', TLS_KEY_FILE: 'none.pem' })).toEqual(
      ['TLS_CERT_FILE', 'TLS_KEY_FILE'].map(
        (name) => expect.stringContaining(`${name} (none.pem) cannot be used (ENOENT`) as string,
      ),
    );
    expect(mistakesOf({ TLS_CERT_FILE: 'package.json', TLS_KEY_FILE: 'package.json' })).toEqual(
      ['TLS_CERT_FILE', 'TLS_KEY_FILE'].map(
        (name) => expect.stringContaining(`${name} (package.json) cannot be used`) as string,
      ),
    );
  });

  it('requires a certificate and its key in PEM', () => {
    const [one, other] = [openCertificate(), openCertificate()];
    const asDer = { TLS_CERT_FILE: one.file('chain.der', one.der), TLS_KEY_FILE: one.keyFile };
    const brokenChain = {
      TLS_CERT_FILE: one.file('chain.txt', `${one.ca}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`),
      TLS_KEY_FILE: one.keyFile,
    };

    expect(mistakesOf(one.env)).toEqual([]);
    expect(readConfig(one.env).baseUrl).toBe('https://127.0.0.1:3000');
    expect(mistakesOf({ ...one.env, TLS_KEY_FILE: other.keyFile })).toEqual([
      expect.stringMatching(
        /^TLS_CERT_FILE and TLS_KEY_FILE do not belong together: \S+ is not the key of the first certificate in \S+\.$/,
      ),
    ]);
    for (const wrong of [asDer, brokenChain])
      expect(mistakesOf(wrong)).toEqual([
        expect.stringMatching(/^TLS_CERT_FILE \(\S+\) cannot be used \(.+\): it must be a readable PEM file/),
      ]);
    one.close();
    other.close();
  });

  it('warns of misspelled variables', () => {
    const { warnings } = readConfig({
      BOOTSTRAP_ADMN_EMAIL: 'x',
      DATABSE_URL: 'x',
      OAUTH_SOMETHING: 'x',
      SSL_CERT_FILE: 'x',
      PATH: 'x',
      HOSTNAME: 'x',
    });

    expect(warnings).toEqual([
      'BOOTSTRAP_ADMN_EMAIL is not a setting of this service. Did you mean BOOTSTRAP_ADMIN_EMAIL?',
      'DATABSE_URL is not a setting of this service. Did you mean DATABASE_URL?',
      'OAUTH_SOMETHING is not a setting of this service.',
    ]);
  });

  it.each([
    ['postgres://kontor:hidden@db.example.org/kontor', 'db.example.org'],
    ['postgres://kontor:hidden@10.0.0.5:5432/kontor?sslmode=disable', '10.0.0.5'],
    ['postgres://kontor:hidden@127.0.0.1/kontor?host=db.example.org', 'db.example.org'],
  ])('warns of a connection to the database without TLS: %s', (DATABASE_URL, host) => {
    const { warnings } = inspectConfig({ DATABASE_URL }).config;

    expect(warnings).toEqual([
      `DATABASE_URL leads to ${host} without TLS, where the network can read the data and the sign-in of the service: add ?sslmode=verify-full to it.`,
    ]);
  });

  it.each([
    'postgres://kontor:hidden@127.0.0.1/kontor',
    'postgres://kontor:hidden@localhost:5432/kontor',
    'postgres://kontor:hidden@localhost/kontor?host=/var/run/postgresql',
    'postgres://kontor:hidden@db.example.org/kontor?sslmode=verify-full',
    'postgres://kontor:hidden@db.example.org/kontor?sslmode=require&application_name=x',
    'postgres://kontor:hidden@db.example.org/kontor?ssl=true',
  ])('warns of nothing where the connection stays on this machine or uses TLS: %s', (DATABASE_URL) => {
    expect(inspectConfig({ DATABASE_URL }).config.warnings).toEqual([]);
  });

  it('reads lists and switches', () => {
    const config = readConfig({
      BOOTSTRAP_REDIRECT_URIS: 'https://a.test/cb , http://127.0.0.1:1/x',
      TRUST_PROXY: '2',
      DATA_DIR: '/srv/kontor',
    });

    expect(config).toMatchObject({
      trustProxy: 2,
      dataDir: '/srv/kontor',
      bootstrap: { redirectUris: ['https://a.test/cb', 'http://127.0.0.1:1/x'] },
    });
  });
});
