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

/** What the fields of `Config` are read from, in their initializers. */
abstract class EnvironmentReader {
  /** Private, so that no log of the settings has its secrets. */
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  protected get environment(): Environment {
    return this.#environment;
  }
}

/** The settings of the service: typed, checked and complete. */
export class Config extends EnvironmentReader {
  readonly mode = this.environment.MODE ?? (this.environment.DATABASE_URL ? 'production' : 'sandbox');
  /** Whether the market never closes: a sandbox accepts test orders on Sundays as well. */
  readonly tradesAtAllHours = this.mode === 'sandbox' && this.environment.SANDBOX_HOURS === 'always';
  /** Whether the market maker quotes and moves prices; in production only customers trade. */
  readonly hasMarketMaker = this.mode === 'sandbox' && this.environment.SANDBOX_LIQUIDITY === 'on';
  readonly host = this.environment.HOST;
  readonly port = this.environment.PORT;
  readonly databaseUrl = this.environment.DATABASE_URL ?? null;
  /** Absolute; a relative DATA_DIR starts at the project's directory, wherever the command was called. */
  readonly dataDir = resolve(projectRoot, this.environment.DATA_DIR);
  readonly tls = resolveTls(this.environment);
  readonly trustProxy = parseTrustProxy(this.environment.TRUST_PROXY);
  readonly allowsInsecureHttp = isEnabled(this.environment.OAUTH_INSECURE_HTTP);
  /** Whether a secret is shown once, when it is created; otherwise its owner may read it at any time. */
  readonly secretsAreShownOnce = this.environment.OAUTH_SHOW_SECRETS === 'once';
  /** Whether every key needs a nonce, whatever its registration. */
  readonly requiresNonce = isEnabled(this.environment.OAUTH_REQUIRE_NONCE);
  /** Whether every key needs a code challenge (PKCE), and whether new keys with redirect URIs need one by default. */
  readonly requiresPkce = this.environment.OAUTH_REQUIRE_PKCE === 'all';
  readonly newClientsRequirePkce =
    (this.environment.OAUTH_REQUIRE_PKCE ?? (this.mode === 'production' ? 'new' : 'off')) !== 'off';
  /** Whether new redirect URIs may use plain HTTP to other hosts than loopback. */
  readonly allowsHttpRedirects = this.mode === 'sandbox' || this.allowsInsecureHttp;
  /** Grants of the interface that an operator may switch off (RFC 9700 §2.1.2, §2.4). */
  readonly allowsPassword = isEnabled(this.environment.OAUTH_ALLOW_PASSWORD);
  readonly allowsImplicit = isEnabled(this.environment.OAUTH_ALLOW_IMPLICIT);
  readonly clientsPerUser = this.environment.OAUTH_KEYS_PER_USER;
  /** The default overlap of a replaced secret. */
  readonly secretOverlapSeconds = this.environment.OAUTH_SECRET_OVERLAP_SECONDS;
  /** Introspections per API key and second; the capacity is ten seconds' worth. */
  readonly introspectionsPerSecond = this.environment.OAUTH_INTROSPECTIONS_PER_SECOND;
  /** Token lifetimes in seconds. Tokens of an administrator on behalf of a customer have the shorter ones. */
  readonly lifetimes: Readonly<Record<'own' | 'onBehalf', TokenLifetimes>> = {
    own: {
      accessSeconds: this.environment.OAUTH_ACCESS_SECONDS,
      refreshSeconds: this.environment.OAUTH_REFRESH_SECONDS,
      familySeconds: this.environment.OAUTH_FAMILY_SECONDS,
    },
    onBehalf: {
      accessSeconds: this.environment.OAUTH_ON_BEHALF_ACCESS_SECONDS,
      refreshSeconds: this.environment.OAUTH_ON_BEHALF_SECONDS,
      familySeconds: this.environment.OAUTH_ON_BEHALF_SECONDS,
    },
  };
  /** The interval of removing expired rows; 0 is never. */
  readonly cleanupIntervalSeconds = this.environment.CLEAN_UP_SECONDS;
  /** The hold time of a clock jump; 0 holds nothing back. */
  readonly clockHoldSeconds = this.environment.CLOCK_HOLD_SECONDS;
  /** A snapshot of the exchange is written after so many commands, or minutes; 0 minutes is never. */
  readonly snapshotCommands = this.environment.SNAPSHOT_COMMANDS;
  readonly snapshotMinutes = this.environment.SNAPSHOT_MINUTES;
  /** The retention of audit entries in days; 0 is unlimited. */
  readonly auditRetentionDays = Number(this.environment.AUDIT_DAYS);
  readonly webhookTargetPolicy = resolveWebhookTargetPolicy(this.environment, this.mode === 'sandbox');
  /** The pauses before a message is sent again, in milliseconds. */
  readonly webhookRetryDelays: readonly number[] = this.environment.WEBHOOKS_RETRY_SECONDS.split(',').map(
    (seconds) => Number(seconds) * 1000,
  );
  /** The retention of deliveries in days. */
  readonly webhookRetentionDays = this.environment.WEBHOOKS_DAYS;
  readonly idTokenAlgorithm = this.environment.ID_TOKEN_ALGORITHM;
  readonly logLevel = this.environment.LOG_LEVEL;
  /** `auto` is readable lines at a terminal and JSON elsewhere. */
  readonly logFormat = this.environment.LOG_FORMAT;
  /** The token for reading metrics from another machine; null restricts them to this one. */
  readonly metricsToken = this.environment.METRICS_TOKEN ?? null;
  /** Anonymous requests per address and second; the capacity is ten seconds' worth. */
  readonly anonymousPerSecond = Number(this.environment.RATE_LIMIT_ANONYMOUS);
  /** Requests per user and second across keys, and per key across users; the capacity is ten seconds' worth. */
  readonly callerRateLimits = {
    userPerSecond: this.environment.RATE_LIMIT_USER,
    keyPerSecond: this.environment.RATE_LIMIT_KEY,
  } as const;
  /** Open streams per user across keys, and per key across users. */
  readonly streamLimits = {
    perUser: this.environment.STREAMS_PER_USER,
    perKey: this.environment.STREAMS_PER_KEY,
  } as const;
  /** The interval of stream heartbeats, within which a stream must be read. */
  readonly streamHeartbeatSeconds = this.environment.STREAM_HEARTBEAT_SECONDS;
  /** Token requests and revocations per API key and second; the capacity is ten seconds' worth. */
  readonly oauthRequestsPerSecond = this.environment.OAUTH_REQUESTS_PER_SECOND;
  /**
   * Who may register users: anyone on the sign-up page and every API key, API keys only, or administrators and their
   * keys only.
   */
  readonly registration = this.environment.REGISTRATION ?? (this.mode === 'sandbox' ? 'anybody' : 'keys');
  /** Registrations per API key and hour; the capacity is one hour's worth. */
  readonly registrationsPerHour = this.environment.RATE_LIMIT_REGISTRATIONS;
  readonly bootstrap = readBootstrap(this.environment);
  private readonly configuredBaseUrl = this.environment.BASE_URL ? new URL(this.environment.BASE_URL).origin : null;
  private readonly configuredSecretKey = this.environment.SECRET_KEY ?? null;
  private listeningPort = this.port;
  private listeningOrigin: string | null = null;

  constructor(
    environment: Environment,
    readonly warnings: readonly string[] = [],
  ) {
    super(environment);
  }

  /** The public origin of the service, without a trailing slash. */
  get baseUrl(): string {
    if (this.configuredBaseUrl !== null) return this.configuredBaseUrl;
    // Kept, because every order action asks.
    return (this.listeningOrigin ??= toOrigin(this.tls ? 'https' : 'http', this.host, this.listeningPort));
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
    this.listeningOrigin = null;
  }
}

function resolveTls({
  TLS_CERT_FILE,
  TLS_KEY_FILE,
}: Environment): Readonly<{ certFile: string; keyFile: string }> | null {
  if (!TLS_CERT_FILE || !TLS_KEY_FILE) return null;
  return { certFile: resolve(projectRoot, TLS_CERT_FILE), keyFile: resolve(projectRoot, TLS_KEY_FILE) };
}

/** The permitted targets of webhooks. Plain HTTP could be read and changed on the way. */
type WebhookTargetPolicy = Readonly<{
  allowsPrivate: boolean;
  allowsPlainHttp: boolean;
  allowedHosts: readonly string[] | null;
}>;

function resolveWebhookTargetPolicy(
  { WEBHOOKS_ALLOW_PRIVATE, WEBHOOKS_ALLOWED_HOSTS }: Environment,
  isSandbox: boolean,
): WebhookTargetPolicy {
  const allowsPrivate = isEnabled(WEBHOOKS_ALLOW_PRIVATE);
  return {
    allowsPrivate,
    allowsPlainHttp: allowsPrivate || isSandbox,
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
