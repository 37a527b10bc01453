import { resolve } from 'node:path';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { ConfigurationError } from './configuration-error.js';
import { findDatabaseWarnings } from './database-warnings.js';
import { Environment, secretVariables } from './environment.dto.js';
import { findBrokenRules, findMissingBootstrap, findUnknownVariables } from './environment-rules.js';
import { parseHosts, isEnabled, toOrigin, parseTrustProxy } from './formats.js';
import { projectRoot } from './project-root.js';
import { loadOrCreateSecretKey } from './secret-key.js';

/** Who may sign in after the first start; what is not given is made up there. */
export type Bootstrap = Readonly<{
  adminEmail: string | null;
  adminPassword: string | null;
  clientId: string | null;
  clientSecret: string | null;
  redirectUris: readonly string[];
}>;

/** Of an access token, of a refresh token, and of everything that grows from one sign-in. */
export type TokenLifetimes = Readonly<{ accessSeconds: number; refreshSeconds: number; familySeconds: number }>;

/** What the service may know of its surroundings: typed, checked and complete. */
export class Config {
  readonly mode: 'sandbox' | 'production';
  /** Whether the market never closes: a sandbox has to accept a test order on a Sunday. */
  readonly tradesAtAllHours: boolean;
  /** Whether the market maker quotes and moves prices; in production only customers trade. */
  readonly hasMarketMaker: boolean;
  readonly host: string;
  readonly port: number;
  readonly databaseUrl: string | null;
  /** Absolute; a relative DATA_DIR starts at the project's directory, wherever the command was called. */
  readonly dataDir: string;
  readonly tls: Readonly<{ certFile: string; keyFile: string }> | null;
  readonly trustProxy: boolean | number | string;
  readonly allowsInsecureHttp: boolean;
  /** Whether a secret is shown once, when it is made; else its owner may read it at any time. */
  readonly secretsAreShownOnce: boolean;
  /** Whether every key is asked for a nonce, whatever it is registered with. */
  readonly requiresNonce: boolean;
  /** Whether every key is asked for a code challenge (PKCE), and whether new keys with redirect addresses are, unless they say otherwise. */
  readonly requiresPkce: boolean;
  readonly newClientsRequirePkce: boolean;
  /** Whether new redirect addresses may use plain HTTP on other machines than the user's own. */
  readonly allowsHttpRedirects: boolean;
  /** The grants of the interface that a careful operator may switch off (RFC 9700 §2.1.2, §2.4). */
  readonly allowsPassword: boolean;
  readonly allowsImplicit: boolean;
  readonly clientsPerUser: number;
  /** How long a replaced secret is accepted beside its successor, unless its owner says otherwise. */
  readonly secretOverlapSeconds: number;
  /** How many tokens a second an API key may look into; ten seconds' worth may come at once. */
  readonly introspectionsPerSecond: number;
  /** How long tokens live, in seconds. An administrator on behalf of a customer gets the shorter ones. */
  readonly lifetimes: Readonly<Record<'own' | 'onBehalf', TokenLifetimes>>;
  /** How often expired rows are removed; 0 is never. */
  readonly cleanupIntervalSeconds: number;
  /** How long a jump of the clock has to last before the venue goes by it; 0 is not at all. */
  readonly clockHoldSeconds: number;
  /** How many days an entry of the audit log is kept; 0 is for ever. */
  readonly auditRetentionDays: number;
  /** What webhooks may lead to. Plain HTTP could be read and changed on the way. */
  readonly webhookTargetPolicy: Readonly<{
    allowsPrivate: boolean;
    allowsPlainHttp: boolean;
    allowedHosts: readonly string[] | null;
  }>;
  /** How long to wait before a message is sent again, in milliseconds, one pause after the other. */
  readonly webhookRetryDelays: readonly number[];
  /** How many days it is kept what became of a message. */
  readonly webhookRetentionDays: number;
  readonly idTokenAlgorithm: 'RS256' | 'ES256';
  readonly logLevel: string;
  /** `auto` is readable lines at a terminal and JSON elsewhere. */
  readonly logFormat: string;
  /** Who may read the metrics from another machine; null keeps them to this one. */
  readonly metricsToken: string | null;
  /** How many requests a second an address may send without credentials; ten seconds' worth may come at once. */
  readonly anonymousPerSecond: number;
  /** How many requests a second a user may send, by whatever key, and a key, for whatever user; ten seconds' worth may come at once. */
  readonly callerRateLimits: Readonly<{ userPerSecond: number; keyPerSecond: number }>;
  /** How many streams a user may have open at a time, by whatever key, and a key, for whatever user. */
  readonly streamLimits: Readonly<{ perUser: number; perKey: number }>;
  /** How often a stream sends a heartbeat, and must show that it is read. */
  readonly streamHeartbeatSeconds: number;
  /** How many tokens a second an API key may ask for, or end; ten seconds' worth may come at once. */
  readonly oauthRequestsPerSecond: number;
  /** Who may make a user: anybody on the sign-up page and every API key, API keys alone, or administrators and their keys alone. */
  readonly registration: 'anybody' | 'keys' | 'administrators';
  /** How many users one API key may register in an hour; as many may come at once. */
  readonly registrationsPerHour: number;
  readonly bootstrap: Bootstrap;
  readonly warnings: readonly string[];
  private readonly configuredBaseUrl: string | null;
  private readonly configuredSecretKey: string | null;
  private listeningPort: number;

  constructor(environment: Environment, warnings: readonly string[] = []) {
    this.databaseUrl = environment.DATABASE_URL ?? null;
    this.mode = resolveMode(environment);
    this.tradesAtAllHours = this.mode === 'sandbox' && environment.SANDBOX_HOURS === 'always';
    this.hasMarketMaker = this.mode === 'sandbox' && environment.SANDBOX_LIQUIDITY === 'on';
    this.host = environment.HOST;
    this.port = environment.PORT;
    this.listeningPort = this.port;
    this.configuredBaseUrl = environment.BASE_URL ? new URL(environment.BASE_URL).origin : null;
    this.dataDir = resolve(projectRoot, environment.DATA_DIR);
    this.configuredSecretKey = environment.SECRET_KEY ?? null;
    this.tls = resolveTls(environment);
    this.trustProxy = parseTrustProxy(environment.TRUST_PROXY);
    this.allowsInsecureHttp = isEnabled(environment.OAUTH_INSECURE_HTTP);
    this.secretsAreShownOnce = environment.OAUTH_SHOW_SECRETS === 'once';
    this.requiresNonce = isEnabled(environment.OAUTH_REQUIRE_NONCE);
    this.requiresPkce = environment.OAUTH_REQUIRE_PKCE === 'all';
    this.newClientsRequirePkce = resolveNewClientsRequirePkce(environment, this.mode);
    this.allowsHttpRedirects = resolveAllowsHttpRedirects(this);
    this.allowsPassword = isEnabled(environment.OAUTH_ALLOW_PASSWORD);
    this.allowsImplicit = isEnabled(environment.OAUTH_ALLOW_IMPLICIT);
    this.clientsPerUser = environment.OAUTH_KEYS_PER_USER;
    this.secretOverlapSeconds = environment.OAUTH_SECRET_OVERLAP_SECONDS;
    this.introspectionsPerSecond = environment.OAUTH_INTROSPECTIONS_PER_SECOND;
    this.lifetimes = readTokenLifetimes(environment);
    this.cleanupIntervalSeconds = environment.CLEAN_UP_SECONDS;
    this.clockHoldSeconds = environment.CLOCK_HOLD_SECONDS;
    this.auditRetentionDays = Number(environment.AUDIT_DAYS);
    this.webhookTargetPolicy = resolveWebhookTargetPolicy(environment, this.mode);
    this.webhookRetryDelays = environment.WEBHOOKS_RETRY_SECONDS.split(',').map((seconds) => Number(seconds) * 1000);
    this.webhookRetentionDays = environment.WEBHOOKS_DAYS;
    this.idTokenAlgorithm = environment.ID_TOKEN_ALGORITHM;
    this.logLevel = environment.LOG_LEVEL;
    this.logFormat = environment.LOG_FORMAT;
    this.anonymousPerSecond = Number(environment.RATE_LIMIT_ANONYMOUS);
    this.callerRateLimits = { userPerSecond: environment.RATE_LIMIT_USER, keyPerSecond: environment.RATE_LIMIT_KEY };
    this.streamLimits = { perUser: environment.STREAMS_PER_USER, perKey: environment.STREAMS_PER_KEY };
    this.streamHeartbeatSeconds = environment.STREAM_HEARTBEAT_SECONDS;
    this.oauthRequestsPerSecond = environment.OAUTH_REQUESTS_PER_SECOND;
    this.metricsToken = environment.METRICS_TOKEN ?? null;
    this.registration = environment.REGISTRATION ?? (this.mode === 'sandbox' ? 'anybody' : 'keys');
    this.registrationsPerHour = environment.RATE_LIMIT_REGISTRATIONS;
    this.bootstrap = readBootstrap(environment);
    this.warnings = warnings;
  }

  /** The origin under which callers know this service, without a slash at its end. */
  get baseUrl(): string {
    return this.configuredBaseUrl ?? toOrigin(this.tls ? 'https' : 'http', this.host, this.listeningPort);
  }

  /** Whether callers come over HTTPS, directly or through a proxy. */
  get isHttps(): boolean {
    return this.baseUrl.startsWith('https:');
  }

  /** What everything secret at rest is encrypted with. The sandbox makes one up once and keeps it in the data directory. */
  get secretKey(): string {
    return this.configuredSecretKey ?? loadOrCreateSecretKey(this.dataDir);
  }

  /** Whether the environment names the key; else it is in a file of the data directory. */
  get hasConfiguredSecretKey(): boolean {
    return this.configuredSecretKey !== null;
  }

  /** The sandbox's key is on the disk before there is anything to encrypt, and a damaged one is reported before anything is started. */
  ensureSecretKey(): void {
    if (this.configuredSecretKey === null) loadOrCreateSecretKey(this.dataDir);
  }

  /** PORT=0 leaves the choice to the operating system; the base URL follows it. */
  setListeningPort(port: number): void {
    this.listeningPort = port;
  }
}

/**
 * The settings of the environment, and its mistakes: `config` has the defaults in place of what is wrong, for callers that need the rest
 * all the same, and `wrong` names the variables that are not what they have to be.
 */
export type ConfigInspection = Readonly<{
  config: Config;
  mistakes: readonly string[];
  invalidVariables: ReadonlySet<string>;
}>;

/** The purpose of the reading: only the process that creates the first users needs their email and password. */
export type InspectionOptions = Readonly<{ createsFirstUser: boolean }>;

/** The only reader of the environment. All mistakes are reported at once, each with its fix. */
export function readConfig(variables: NodeJS.ProcessEnv, options?: InspectionOptions): Config {
  const { config, mistakes } = inspectConfig(variables, options);
  if (mistakes.length > 0) throw new ConfigurationError(mistakes);
  return config;
}

export function inspectConfig(
  variables: NodeJS.ProcessEnv,
  { createsFirstUser }: InspectionOptions = { createsFirstUser: false },
): ConfigInspection {
  const known = Object.keys(new Environment());
  // A variable that is set to nothing counts as not set.
  const setVariables = Object.fromEntries(known.flatMap((name) => (variables[name] ? [[name, variables[name]]] : [])));
  const environment = plainToInstance(Environment, setVariables);
  const errors = validateSync(environment, { stopAtFirstError: true });
  const invalidVariables = new Set(errors.map(({ property }) => property));
  const validEnvironment = plainToInstance(
    Environment,
    Object.fromEntries(Object.entries(setVariables).filter(([name]) => !invalidVariables.has(name))),
  );
  const mistakes = [
    ...errors.map(({ property, constraints = {} }) =>
      describeMistake(property, variables[property], Object.values(constraints)[0] ?? ''),
    ),
    ...findBrokenRules(environment, invalidVariables),
    ...(createsFirstUser && !['MODE', 'DATABASE_URL', 'DATA_DIR'].some((name) => invalidVariables.has(name))
      ? findMissingBootstrap(environment)
      : []),
  ];
  return {
    config: new Config(validEnvironment, [
      ...findUnknownVariables(Object.keys(variables), known),
      ...findDatabaseWarnings(validEnvironment.DATABASE_URL),
    ]),
    mistakes,
    invalidVariables,
  };
}

function describeMistake(name: string, value: string | undefined, expected: string): string {
  const shownValue = secretVariables.includes(name) ? 'not usable (its value is not shown)' : JSON.stringify(value);
  return `${name} is ${shownValue}: it must be ${expected}.`;
}

function resolveMode({ MODE, DATABASE_URL }: Environment): 'sandbox' | 'production' {
  return MODE ?? (DATABASE_URL ? 'production' : 'sandbox');
}

function resolveTls({ TLS_CERT_FILE, TLS_KEY_FILE }: Environment): Config['tls'] {
  if (!TLS_CERT_FILE || !TLS_KEY_FILE) return null;
  return { certFile: resolve(projectRoot, TLS_CERT_FILE), keyFile: resolve(projectRoot, TLS_KEY_FILE) };
}

function resolveNewClientsRequirePkce({ OAUTH_REQUIRE_PKCE: required }: Environment, mode: Config['mode']): boolean {
  return required === undefined ? mode === 'production' : required !== 'off';
}

function resolveAllowsHttpRedirects({ mode, allowsInsecureHttp }: Config): boolean {
  return mode === 'sandbox' || allowsInsecureHttp;
}

function resolveWebhookTargetPolicy(
  { WEBHOOKS_ALLOW_PRIVATE, WEBHOOKS_ALLOWED_HOSTS }: Environment,
  mode: Config['mode'],
): Config['webhookTargetPolicy'] {
  const allowsPrivate = isEnabled(WEBHOOKS_ALLOW_PRIVATE);
  return {
    allowsPrivate,
    allowsPlainHttp: allowsPrivate || mode === 'sandbox',
    allowedHosts: WEBHOOKS_ALLOWED_HOSTS === undefined ? null : parseHosts(WEBHOOKS_ALLOWED_HOSTS),
  };
}

function readBootstrap(environment: Environment): Bootstrap {
  return {
    adminEmail: environment.BOOTSTRAP_ADMIN_EMAIL ?? null,
    adminPassword: environment.BOOTSTRAP_ADMIN_PASSWORD ?? null,
    clientId: environment.BOOTSTRAP_CLIENT_ID ?? null,
    clientSecret: environment.BOOTSTRAP_CLIENT_SECRET ?? null,
    redirectUris: (environment.BOOTSTRAP_REDIRECT_URIS ?? '')
      .split(',')
      .map((uri) => uri.trim())
      .filter((uri) => uri !== ''),
  };
}

function readTokenLifetimes(environment: Environment): Config['lifetimes'] {
  const {
    OAUTH_ACCESS_SECONDS,
    OAUTH_REFRESH_SECONDS,
    OAUTH_FAMILY_SECONDS,
    OAUTH_ON_BEHALF_ACCESS_SECONDS,
    OAUTH_ON_BEHALF_SECONDS,
  } = environment;
  return {
    own: {
      accessSeconds: OAUTH_ACCESS_SECONDS,
      refreshSeconds: OAUTH_REFRESH_SECONDS,
      familySeconds: OAUTH_FAMILY_SECONDS,
    },
    onBehalf: {
      accessSeconds: OAUTH_ON_BEHALF_ACCESS_SECONDS,
      refreshSeconds: OAUTH_ON_BEHALF_SECONDS,
      familySeconds: OAUTH_ON_BEHALF_SECONDS,
    },
  };
}
