import { type KeyObject, X509Certificate, createPrivateKey } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { Environment } from './environment.dto.js';
import { isLoopback, isEnabled, isWildcard } from './formats.js';
import { computeEditDistance, findNearestName } from '../errors/field-names.js';
import { projectRoot } from './data-directory.js';

/** Warnings about a working DATABASE_URL. The driver uses TLS only if the URL asks for it. */
export function findDatabaseWarnings(databaseUrl: string | undefined): string[] {
  const url = databaseUrl === undefined ? null : URL.parse(databaseUrl);
  if (url === null || usesTls(url.searchParams)) return [];
  const host = url.searchParams.get('host') ?? url.hostname;
  if (isLoopback(host) || host.startsWith('/')) return [];
  return [
    `DATABASE_URL leads to ${host} without TLS, where the network can read the data and the sign-in of the service: add ?sslmode=verify-full to it.`,
  ];
}

/** As the driver reads it: every sslmode except `disable`. */
function usesTls(parameters: URLSearchParams): boolean {
  const mode = parameters.get('sslmode');
  if (mode !== null) return mode !== 'disable';
  return ['true', '1'].includes(parameters.get('ssl') ?? '') || parameters.has('sslrootcert');
}

/**
 * Rules between several variables. Each returns its mistake, or null. A rule is skipped while one of its variables is
 * invalid by itself, so that one mistake is not reported twice.
 */
type Rule = Readonly<{ reads: readonly (keyof Environment)[]; check: (environment: Environment) => string | null }>;

const isProduction = ({ MODE, DATABASE_URL }: Environment): boolean =>
  (MODE ?? (DATABASE_URL ? 'production' : 'sandbox')) === 'production';
const trustsProxy = ({ TRUST_PROXY }: Environment): boolean => TRUST_PROXY !== 'false' && TRUST_PROXY !== '0';
const hasTls = ({ TLS_CERT_FILE, TLS_KEY_FILE }: Environment): boolean => Boolean(TLS_CERT_FILE && TLS_KEY_FILE);

const rules: readonly Rule[] = [
  {
    reads: ['TLS_CERT_FILE', 'TLS_KEY_FILE'],
    check: ({ TLS_CERT_FILE, TLS_KEY_FILE }) =>
      Boolean(TLS_CERT_FILE) === Boolean(TLS_KEY_FILE)
        ? null
        : `${TLS_CERT_FILE ? 'TLS_KEY_FILE' : 'TLS_CERT_FILE'} is missing: set both TLS files, or neither.`,
  },
  {
    reads: ['TLS_CERT_FILE'],
    check: ({ TLS_CERT_FILE }) => findFileProblem('TLS_CERT_FILE', TLS_CERT_FILE, readCertificate),
  },
  {
    reads: ['TLS_KEY_FILE'],
    check: ({ TLS_KEY_FILE }) => findFileProblem('TLS_KEY_FILE', TLS_KEY_FILE, readPrivateKey),
  },
  { reads: ['TLS_CERT_FILE', 'TLS_KEY_FILE'], check: checkKeyPair },
  {
    reads: ['BASE_URL', 'TLS_CERT_FILE', 'TLS_KEY_FILE'],
    check: (environment) =>
      hasTls(environment) && environment.BASE_URL?.startsWith('http:')
        ? 'BASE_URL begins with http: but TLS files are set: begin it with https:, or leave it out.'
        : null,
  },
  {
    reads: ['BASE_URL', 'TLS_CERT_FILE', 'TLS_KEY_FILE', 'TRUST_PROXY'],
    check: (environment) =>
      environment.BASE_URL?.startsWith('https:') && !hasTls(environment) && !trustsProxy(environment)
        ? 'BASE_URL begins with https: but nothing here speaks TLS: set TLS_CERT_FILE and TLS_KEY_FILE, or set TRUST_PROXY if a proxy in front of this service does.'
        : null,
  },
  {
    reads: ['BASE_URL', 'HOST', 'TLS_CERT_FILE', 'TLS_KEY_FILE', 'TRUST_PROXY', 'OAUTH_INSECURE_HTTP'],
    check: checkPlainHttp,
  },
  {
    reads: ['BASE_URL', 'HOST', 'MODE'],
    check: (environment) =>
      isProduction(environment) && !environment.BASE_URL && isWildcard(environment.HOST)
        ? `BASE_URL is missing: HOST=${environment.HOST} listens on every address, so say under which one callers know this service, for example https://kontor.example.org.`
        : null,
  },
  {
    reads: ['SECRET_KEY', 'MODE'],
    check: (environment) =>
      isProduction(environment) && !environment.SECRET_KEY
        ? 'SECRET_KEY is missing: production mode needs one of your own, for example from: openssl rand -hex 32'
        : null,
  },
  { reads: ['SECRET_KEY', 'MODE'], check: (environment) => checkSecretStrength(environment, 'SECRET_KEY', 32) },
  {
    reads: ['BOOTSTRAP_ADMIN_PASSWORD', 'MODE'],
    check: (environment) => checkSecretStrength(environment, 'BOOTSTRAP_ADMIN_PASSWORD', 12),
  },
  {
    reads: ['BOOTSTRAP_CLIENT_SECRET', 'MODE'],
    check: (environment) => checkSecretStrength(environment, 'BOOTSTRAP_CLIENT_SECRET', 32),
  },
  { reads: ['BOOTSTRAP_REDIRECT_URIS', 'MODE', 'OAUTH_INSECURE_HTTP'], check: checkRedirectUris },
  // Whether both are set does not depend on their validity.
  { reads: [], check: (environment) => checkPair(environment, 'BOOTSTRAP_ADMIN_EMAIL', 'BOOTSTRAP_ADMIN_PASSWORD') },
  { reads: [], check: (environment) => checkPair(environment, 'BOOTSTRAP_CLIENT_ID', 'BOOTSTRAP_CLIENT_SECRET') },
];

export function findBrokenRules(environment: Environment, invalidVariables: ReadonlySet<string>): string[] {
  return rules.flatMap(({ reads, check }) =>
    reads.some((name) => invalidVariables.has(name)) ? [] : (check(environment) ?? []),
  );
}

/** Unknown variables that resemble those of this service. */
export function findUnknownVariables(setVariables: readonly string[], known: readonly string[]): string[] {
  return setVariables.flatMap((name) => {
    if (known.includes(name)) return [];
    const guess = findNearestName(name, known);
    const isOneSlipAway = guess !== null && guess.length >= 6 && computeEditDistance(name, guess) === 1;
    if (!isOneSlipAway && !/^(BOOTSTRAP_|OAUTH_|TLS_)/.test(name)) return [];
    return [`${name} is not a setting of this service.${guess === null ? '' : ` Did you mean ${guess}?`}`];
  });
}

/**
 * Tokens and passwords must not be sent in plain text: plain HTTP is for this machine only, unless the operator
 * insists.
 */
function checkPlainHttp(environment: Environment): string | null {
  const { BASE_URL, HOST } = environment;
  if (isEnabled(environment.OAUTH_INSECURE_HTTP) || hasTls(environment) || BASE_URL?.startsWith('https:')) return null;
  const fix =
    'set TLS_CERT_FILE and TLS_KEY_FILE, or BASE_URL=https://… and TRUST_PROXY behind a proxy that speaks TLS, or OAUTH_INSECURE_HTTP=1 if you accept the risk.';
  if (BASE_URL && !isLoopback(new URL(BASE_URL).hostname))
    return `BASE_URL is ${BASE_URL}, plain HTTP on a public address: ${fix}`;
  return isLoopback(HOST) || isSandboxForThisMachine(environment)
    ? null
    : `HOST is ${HOST}, plain HTTP on a public address: ${fix}`;
}

/** The first API key follows the rules of registration. */
function checkRedirectUris(environment: Environment): string | null {
  if (!isProduction(environment) || isEnabled(environment.OAUTH_INSECURE_HTTP)) return null;
  const uris = (environment.BOOTSTRAP_REDIRECT_URIS ?? '').split(',').map((uri) => uri.trim());
  const plain = uris.find(
    (uri) =>
      uri.includes('*') || (uri.toLowerCase().startsWith('http:') && !isLoopback(URL.parse(uri)?.hostname ?? '')),
  );
  return plain === undefined
    ? null
    : `BOOTSTRAP_REDIRECT_URIS holds ${plain}: in production mode use https and no wildcards; http is for 127.0.0.1, [::1] and localhost alone.`;
}

/** A sandbox in a container listens on all addresses and is reached as localhost. */
function isSandboxForThisMachine(environment: Environment): boolean {
  return !isProduction(environment) && (isWildcard(environment.HOST) || environment.BASE_URL !== undefined);
}

function readCertificate(file: string): X509Certificate {
  const cert = readFileSync(resolve(projectRoot, file));
  // Stricter than X509Certificate: also rejects DER, a broken chain, and keys too weak for TLS.
  createSecureContext({ cert });
  return new X509Certificate(cert);
}

const readPrivateKey = (file: string): KeyObject => createPrivateKey(readFileSync(resolve(projectRoot, file)));

function findFileProblem(name: string, file: string | undefined, read: (file: string) => unknown): string | null {
  if (!file) return null;
  try {
    read(file);
    return null;
  } catch (error) {
    return `${name} (${file}) cannot be used (${(error as Error).message}): it must be a readable PEM file, the key without a passphrase.`;
  }
}

function checkKeyPair({ TLS_CERT_FILE, TLS_KEY_FILE }: Environment): string | null {
  if (
    !TLS_CERT_FILE ||
    !TLS_KEY_FILE ||
    findFileProblem('', TLS_CERT_FILE, readCertificate) !== null ||
    findFileProblem('', TLS_KEY_FILE, readPrivateKey) !== null
  )
    return null;
  if (readCertificate(TLS_CERT_FILE).checkPrivateKey(readPrivateKey(TLS_KEY_FILE))) return null;
  return `TLS_CERT_FILE and TLS_KEY_FILE do not belong together: ${TLS_KEY_FILE} is not the key of the first certificate in ${TLS_CERT_FILE}.`;
}

/**
 * The missing settings of the first start in production mode, which generates none. Whether it is the first start is
 * known here only for the embedded database; for others after connecting.
 */
export function findMissingBootstrap(environment: Environment): string[] {
  const databaseExists =
    Boolean(environment.DATABASE_URL) || existsSync(resolve(projectRoot, environment.DATA_DIR, 'postgres', 'cluster'));
  if (databaseExists || !isProduction(environment)) return [];
  const pairs = [
    ['BOOTSTRAP_ADMIN_EMAIL', 'BOOTSTRAP_ADMIN_PASSWORD'],
    ['BOOTSTRAP_CLIENT_ID', 'BOOTSTRAP_CLIENT_SECRET'],
  ] as const;
  // If only one of a pair is set, the other is reported already.
  const missing = pairs.filter((pair) => pair.every((name) => !environment[name])).flat();
  return missing.map(
    (name) =>
      `${name} is missing: the database is empty, and in production mode nobody could sign in; it may be removed after the first start.`,
  );
}

const guessableWords = /change.?me|default|example|password|secret|admin|kontor|12345|qwert|letmein/gi;

/** Production rejects secrets that can be guessed. The value is not shown. */
function checkSecretStrength(
  environment: Environment,
  name: 'SECRET_KEY' | 'BOOTSTRAP_ADMIN_PASSWORD' | 'BOOTSTRAP_CLIENT_SECRET',
  length: number,
): string | null {
  const value = environment[name];
  if (!value || !isProduction(environment)) return null;
  return isGuessable(value, length)
    ? `${name} is too weak for production mode (its value is not shown): take ${length} random characters or more, for example from: openssl rand -hex 32`
    : null;
}

/** Whether a secret is too short or too simple for production mode. */
export const isGuessable = (value: string, length: number): boolean =>
  value.replace(guessableWords, '').length < length || new Set(value).size < 8;

function checkPair(environment: Environment, first: keyof Environment, second: keyof Environment): string | null {
  if (Boolean(environment[first]) === Boolean(environment[second])) return null;
  const [present, missing] = environment[first] ? [first, second] : [second, first];
  return `${missing} is missing: ${present} is set, and both belong together.`;
}
