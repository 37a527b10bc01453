import { resolve } from 'node:path';
import type { Environment } from './environment.dto.js';
import { parseHosts, isEnabled, toOrigin, parseTrustProxy } from './formats.js';
import { projectRoot } from './data-directory.js';
import { loadOrCreateSecretKey } from './secret-key.js';

/** The first user and key; omitted values are generated. */
export type Bootstrap = Readonly<{
  adminEmail: string | null;
  adminPassword: string | null;
  clientId: string | null;
  clientSecret: string | null;
  redirectUris: readonly string[];
}>;

/** Lifetimes: of an access token, of a refresh token, and of all tokens of one sign-in. */
export type TokenLifetimes = Readonly<{ accessSeconds: number; refreshSeconds: number; familySeconds: number }>;

/** The settings of the service: typed, checked and complete. */
export class Config {
  readonly mode: 'sandbox' | 'production';
  /** Whether the market never closes: a sandbox accepts test orders on Sundays as well. */
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
  /** Whether a secret is shown once, when it is created; otherwise its owner may read it at any time. */
  readonly secretsAreShownOnce: boolean;
  /** Whether every key needs a nonce, whatever its registration. */
  readonly requiresNonce: boolean;
  /** Whether every key needs a code challenge (PKCE), and whether new keys with redirect URIs need one by default. */
  readonly requiresPkce: boolean;
  readonly newClientsRequirePkce: boolean;
  /** Whether new redirect URIs may use plain HTTP to other hosts than loopback. */
  readonly allowsHttpRedirects: boolean;
  /** Grants of the interface that an operator may switch off (RFC 9700 §2.1.2, §2.4). */
  readonly allowsPassword: boolean;
  readonly allowsImplicit: boolean;
  readonly clientsPerUser: number;
  /** The default overlap of a replaced secret. */
  readonly secretOverlapSeconds: number;
  /** Introspections per API key and second; the capacity is ten seconds' worth. */
  readonly introspectionsPerSecond: number;
  /** Token lifetimes in seconds. Tokens of an administrator on behalf of a customer have the shorter ones. */
  readonly lifetimes: Readonly<Record<'own' | 'onBehalf', TokenLifetimes>>;
  /** The interval of removing expired rows; 0 is never. */
  readonly cleanupIntervalSeconds: number;
  /** The hold time of a clock jump; 0 holds nothing back. */
  readonly clockHoldSeconds: number;
  /** The retention of audit entries in days; 0 is unlimited. */
  readonly auditRetentionDays: number;
  /** The permitted targets of webhooks. Plain HTTP could be read and changed on the way. */
  readonly webhookTargetPolicy: Readonly<{
    allowsPrivate: boolean;
    allowsPlainHttp: boolean;
    allowedHosts: readonly string[] | null;
  }>;
  /** The pauses before a message is sent again, in milliseconds. */
  readonly webhookRetryDelays: readonly number[];
  /** The retention of deliveries in days. */
  readonly webhookRetentionDays: number;
  readonly idTokenAlgorithm: 'RS256' | 'ES256';
  readonly logLevel: string;
  /** `auto` is readable lines at a terminal and JSON elsewhere. */
  readonly logFormat: string;
  /** The token for reading metrics from another machine; null restricts them to this one. */
  readonly metricsToken: string | null;
  /** Anonymous requests per address and second; the capacity is ten seconds' worth. */
  readonly anonymousPerSecond: number;
  /** Requests per user and second across keys, and per key across users; the capacity is ten seconds' worth. */
  readonly callerRateLimits: Readonly<{ userPerSecond: number; keyPerSecond: number }>;
  /** Open streams per user across keys, and per key across users. */
  readonly streamLimits: Readonly<{ perUser: number; perKey: number }>;
  /** The interval of stream heartbeats, within which a stream must be read. */
  readonly streamHeartbeatSeconds: number;
  /** Token requests and revocations per API key and second; the capacity is ten seconds' worth. */
  readonly oauthRequestsPerSecond: number;
  /**
   * Who may register users: anyone on the sign-up page and every API key, API keys only, or administrators and their
   * keys only.
   */
  readonly registration: 'anybody' | 'keys' | 'administrators';
  /** Registrations per API key and hour; the capacity is one hour's worth. */
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

  /** The public origin of the service, without a trailing slash. */
  get baseUrl(): string {
    return this.configuredBaseUrl ?? toOrigin(this.tls ? 'https' : 'http', this.host, this.listeningPort);
  }

  /** Whether callers use HTTPS, directly or through a proxy. */
  get isHttps(): boolean {
    return this.baseUrl.startsWith('https:');
  }

  /** The key for all secrets at rest. The sandbox generates one and stores it in the data directory. */
  get secretKey(): string {
    return this.configuredSecretKey ?? loadOrCreateSecretKey(this.dataDir);
  }

  /** Whether the environment has the key; otherwise it is in a file of the data directory. */
  get hasConfiguredSecretKey(): boolean {
    return this.configuredSecretKey !== null;
  }

  /**
   * The sandbox's key is on disk before anything is encrypted, and a damaged one is reported before anything starts.
   */
  ensureSecretKey(): void {
    if (this.configuredSecretKey === null) loadOrCreateSecretKey(this.dataDir);
  }

  /** PORT=0 leaves the choice to the operating system; the base URL follows it. */
  setListeningPort(port: number): void {
    this.listeningPort = port;
  }
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
