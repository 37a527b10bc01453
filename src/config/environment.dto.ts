import { IsEmail, IsIn, IsInt, IsOptional, IsUrl, Length, Matches, Max, Min, ValidateBy } from 'class-validator';
import { Transform } from 'class-transformer';
import { isRetentionDays, isHost, isHostList, isOrigin, isRetryDelayList, isTrustProxy } from './formats.js';

const ToInteger = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value,
  );

const IsFormat = (isValid: (value: string) => boolean, message: string): PropertyDecorator =>
  ValidateBy({
    name: isValid.name,
    validator: { validate: (value) => typeof value === 'string' && isValid(value), defaultMessage: () => message },
  });

const IsIntegerBetween =
  (min: number, max: number, example: string): PropertyDecorator =>
  (target, property) => {
    const message = `a whole number from ${min} to ${max}, for example ${example}`;
    ToInteger()(target, property);
    for (const rule of [IsInt({ message }), Min(min, { message }), Max(max, { message })]) rule(target, property);
  };

/** Variables whose values never appear in messages, because they are or contain secrets. */
export const secretVariables: readonly string[] = [
  'DATABASE_URL',
  'SECRET_KEY',
  'METRICS_TOKEN',
  'BOOTSTRAP_ADMIN_PASSWORD',
  'BOOTSTRAP_CLIENT_SECRET',
];

/**
 * The variables that the service reads, each with its rule, worded to follow "PORT is "abc": ". `.env.example`
 * describes each in a sentence; a test keeps both lists equal. Rules between several variables are in
 * environment-rules.ts.
 */
export class Environment {
  @IsOptional()
  @IsIn(['sandbox', 'production'], { message: 'sandbox or production' })
  MODE?: 'sandbox' | 'production';

  @IsIn(['always', 'exchange'], {
    message: 'always, so that an order can be tried at any hour, or exchange, for the hours of the real ones',
  })
  SANDBOX_HOURS: 'always' | 'exchange' = 'always';

  @IsIn(['on', 'off'], { message: 'on, so that there are prices to trade at, or off' })
  SANDBOX_LIQUIDITY: 'on' | 'off' = 'on';

  @IsIntegerBetween(0, 65535, '3000')
  PORT = 3000;

  @IsFormat(isHost, 'an address or a host name to listen on, for example 127.0.0.1, or 0.0.0.0 for all addresses')
  HOST = '127.0.0.1';

  @IsOptional()
  @IsFormat(
    isOrigin,
    'the origin under which callers reach this service, without a path, for example https://kontor.example.org',
  )
  BASE_URL?: string;

  @IsOptional()
  @IsUrl(
    { protocols: ['postgres', 'postgresql'], require_tld: false, require_protocol: true },
    {
      message:
        'the address of a PostgreSQL 15 or newer, for example postgres://user:password@db.example.org:5432/kontor',
    },
  )
  DATABASE_URL?: string;

  @Matches(/^[^\0]+$/, { message: 'a directory that this service may write to, for example ./data' })
  DATA_DIR = './data';

  @IsOptional()
  @Length(32, 1024, { message: 'a random text of 32 characters or more, for example from: openssl rand -hex 32' })
  SECRET_KEY?: string;

  @IsOptional()
  @Matches(/^[^\0]+$/, { message: 'a file with the certificate chain in PEM form' })
  TLS_CERT_FILE?: string;

  @IsOptional()
  @Matches(/^[^\0]+$/, { message: 'a file with the private key in PEM form' })
  TLS_KEY_FILE?: string;

  @IsFormat(
    isTrustProxy,
    'true, false, how many proxies stand before this service, or their addresses separated by commas, for example 10.0.0.0/8',
  )
  TRUST_PROXY = 'false';

  @IsIn(['0', '1', 'false', 'true'], { message: '1 to allow plain HTTP on a public address, or 0' })
  OAUTH_INSECURE_HTTP = '0';

  @IsIn(['always', 'once'], { message: 'always, as the interface says, or once' })
  OAUTH_SHOW_SECRETS: 'always' | 'once' = 'always';

  @IsIn(['0', '1', 'false', 'true'], { message: '1 to ask every application for a nonce, or 0' })
  OAUTH_REQUIRE_NONCE = '0';

  @IsOptional()
  @IsIn(['off', 'new', 'all'], { message: 'off, new to ask it of new API keys with redirect addresses, or all' })
  OAUTH_REQUIRE_PKCE?: 'off' | 'new' | 'all';

  @IsIn(['0', '1', 'false', 'true'], { message: '1 to allow the password grant, as the interface says, or 0' })
  OAUTH_ALLOW_PASSWORD = '1';

  @IsIn(['0', '1', 'false', 'true'], { message: '1 to allow the implicit grant, as the interface says, or 0' })
  OAUTH_ALLOW_IMPLICIT = '1';

  @IsIntegerBetween(1, 10_000, '50')
  OAUTH_KEYS_PER_USER = 50;

  @IsIntegerBetween(0, 2_592_000, '86400')
  OAUTH_SECRET_OVERLAP_SECONDS = 86_400;

  @IsIntegerBetween(1, 86_400, '3600')
  OAUTH_ACCESS_SECONDS = 3600;

  @IsIntegerBetween(1, 31_536_000, '1209600')
  OAUTH_REFRESH_SECONDS = 1_209_600;

  @IsIntegerBetween(1, 31_536_000, '2592000')
  OAUTH_FAMILY_SECONDS = 2_592_000;

  @IsIntegerBetween(1, 86_400, '900')
  OAUTH_ON_BEHALF_ACCESS_SECONDS = 900;

  @IsIntegerBetween(1, 604_800, '28800')
  OAUTH_ON_BEHALF_SECONDS = 28_800;

  @IsIntegerBetween(0, 86_400, '3600')
  CLEAN_UP_SECONDS = 3600;

  @IsIntegerBetween(0, 604_800, '600')
  CLOCK_HOLD_SECONDS = 600;

  @IsIntegerBetween(1_000, 1_000_000_000, '50000')
  SNAPSHOT_COMMANDS = 50_000;

  @IsIntegerBetween(0, 1440, '10')
  SNAPSHOT_MINUTES = 10;

  @IsFormat(isRetentionDays, '0 to keep the log for ever, or a whole number of days from 30 to 36500, for example 400')
  AUDIT_DAYS = '400';

  @IsIn(['0', '1', 'false', 'true'], { message: '1 to let webhooks lead to private addresses, or 0' })
  WEBHOOKS_ALLOW_PRIVATE = '0';

  @IsOptional()
  @IsFormat(isHostList, 'hosts separated by commas, for example hooks.example.org,.example.com')
  WEBHOOKS_ALLOWED_HOSTS?: string;

  @IsFormat(
    isRetryDelayList,
    'one to twenty numbers of seconds, up to 604800, separated by commas, for example 5,30,120',
  )
  WEBHOOKS_RETRY_SECONDS = '5,30,120,600,3600,10800,21600,43200,86400';

  @IsIntegerBetween(1, 3650, '30')
  WEBHOOKS_DAYS = 30;

  @IsIntegerBetween(1, 100_000, '1000')
  OAUTH_INTROSPECTIONS_PER_SECOND = 1000;

  @IsIn(['RS256', 'ES256'], { message: 'RS256, which every client understands, or ES256' })
  ID_TOKEN_ALGORITHM: 'RS256' | 'ES256' = 'RS256';

  @IsIn(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
    message: 'one of trace, debug, info, warn, error, fatal, silent',
  })
  LOG_LEVEL = 'info';

  @IsIn(['auto', 'json', 'pretty'], { message: 'one of auto, json, pretty' })
  LOG_FORMAT = 'auto';

  @Matches(/^[1-9][0-9]{0,6}$/, { message: 'a whole number of requests per second, for example 100' })
  RATE_LIMIT_ANONYMOUS = '100';

  @IsIntegerBetween(1, 1_000_000, '1000')
  RATE_LIMIT_USER = 1_000;

  @IsIntegerBetween(1, 1_000_000, '4000')
  RATE_LIMIT_KEY = 4_000;

  @IsIntegerBetween(1, 1_000_000, '1000')
  RATE_LIMIT_REGISTRATIONS = 1000;

  @IsOptional()
  @IsIn(['anybody', 'keys', 'administrators'], { message: 'anybody, keys or administrators' })
  REGISTRATION?: 'anybody' | 'keys' | 'administrators';

  @IsIntegerBetween(1, 1_000_000, '2000')
  STREAMS_PER_USER = 2000;

  @IsIntegerBetween(1, 1_000_000, '2000')
  STREAMS_PER_KEY = 2000;

  @IsIntegerBetween(1, 3600, '15')
  STREAM_HEARTBEAT_SECONDS = 15;

  @IsIntegerBetween(1, 100_000, '5000')
  OAUTH_REQUESTS_PER_SECOND = 5000;

  @IsOptional()
  @Matches(/^[\x21-\x7e]{16,256}$/, {
    message: '16 to 256 printable characters without spaces, for example from: openssl rand -hex 32',
  })
  METRICS_TOKEN?: string;

  @IsOptional()
  @IsEmail({ require_tld: false }, { message: 'an e-mail address, for example admin@example.org' })
  BOOTSTRAP_ADMIN_EMAIL?: string;

  @IsOptional()
  @Length(8, 1024, { message: 'a password of 8 characters or more' })
  BOOTSTRAP_ADMIN_PASSWORD?: string;

  @IsOptional()
  @Matches(/^[A-Za-z0-9._~-]{1,64}$/, { message: '1 to 64 letters, digits or - . _ ~, for example first-key' })
  BOOTSTRAP_CLIENT_ID?: string;

  @IsOptional()
  @Matches(/^[\x21-\x39\x3b-\x7e]{16,256}$/, {
    message: '16 to 256 printable characters without spaces and colons, for example from: openssl rand -hex 32',
  })
  BOOTSTRAP_CLIENT_SECRET?: string;

  @IsOptional()
  @Matches(/^\s*[a-z][a-z0-9+.-]*:[^\s,#]+(\s*,\s*[a-z][a-z0-9+.-]*:[^\s,#]+)*\s*$/i, {
    message:
      'addresses without a fragment, separated by commas, for example https://app.example.org/callback,http://127.0.0.1:8080/callback',
  })
  BOOTSTRAP_REDIRECT_URIS?: string;
}
