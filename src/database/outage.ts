import { DomainError } from '../errors/domain-error.js';

/** PostgreSQL is stopped, restarting, out of connections, out of reach or too slow: nothing the caller did, and it passes. */
export class DatabaseUnavailableError extends DomainError {
  readonly kind = 'busy';
  readonly code = 'database_unavailable';
  override readonly retryAfterSeconds = 1;

  constructor(cause: unknown) {
    super('The database is not available at the moment. Nothing was changed. Try again shortly.');
    this.cause = cause;
  }
}

/** PostgreSQL cannot write because its disk is full. Reading still works. */
export class StorageFullError extends DomainError {
  readonly kind = 'busy';
  readonly code = 'storage_full';
  override readonly retryAfterSeconds = 30;

  constructor(cause: unknown) {
    super(
      'The disk of the database is full, so nothing can be written. Reading still works. Ask the operator to free disk space.',
    );
    this.cause = cause;
  }
}

/** Node's codes for a connection that cannot be made or is cut. */
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** PostgreSQL's codes (its manual's appendix A) for a server that is going, coming, exhausted or not the one that writes. */
const serverCodes = /^(?:08...|57P0[1-5]|57014|53[02-9]..|58...|25P0[34]|25006|55P03)$/;

const diskFull = '53100';

/** What the `pg` driver and its pool say without a code. */
const driverMessages =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end|the database system is (?:starting up|shutting down|in recovery mode|not yet accepting connections)/;

/** The expected failure behind an error of the database, or null if the error is a bug in Kontor. */
export function findOutage(error: unknown): DatabaseUnavailableError | StorageFullError | null {
  const chain = collectCauses(error);
  if (chain.some((link) => getErrorCode(link) === diskFull)) return new StorageFullError(error);
  return chain.some(indicatesOutage) ? new DatabaseUnavailableError(error) : null;
}

export function isDatabaseUnavailable(error: unknown): boolean {
  return findOutage(error) !== null;
}

function indicatesOutage(error: Error): boolean {
  const code = getErrorCode(error);
  return socketCodes.has(code) || serverCodes.test(code) || driverMessages.test(error.message);
}

const getErrorCode = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');

/**
 * The error, what caused it, and the several failures of a host with several addresses; not without end, should a cause be its own.
 * Node's own errors are of another realm than a test's, so `instanceof` would not know them there.
 */
function collectCauses(error: unknown, depth = 0): Error[] {
  if (!Error.isError(error) || depth > 5) return [];
  const several = 'errors' in error && Array.isArray(error.errors) ? (error.errors as unknown[]) : [];
  return [error, ...[error.cause, ...several].flatMap((inner) => collectCauses(inner, depth + 1))];
}
