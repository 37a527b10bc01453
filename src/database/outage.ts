import { DomainError, domainError } from '../errors/domain-error.js';
import { TimeLimitError, withTimeLimit } from './time-limit.js';

/**
 * PostgreSQL is stopped, restarting, out of connections, unreachable or too slow: a transient failure that is not the
 * caller's fault.
 */
export class DatabaseUnavailableError extends domainError('busy', 'database_unavailable') {
  override readonly retryAfterSeconds = 1;

  constructor(cause: unknown) {
    super('The database is not available at the moment. Nothing was changed. Try again shortly.');
    this.cause = cause;
  }
}

/** PostgreSQL cannot write because its disk is full. Reads still work. */
export class StorageFullError extends domainError('busy', 'storage_full') {
  override readonly retryAfterSeconds = 30;

  constructor(cause: unknown) {
    super(
      'The disk of the database is full, so nothing can be written. Reading still works. Ask the operator to free disk space.',
    );
    this.cause = cause;
  }
}

/** Node's error codes for a failed or broken connection. */
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

/**
 * PostgreSQL's error codes (its manual's appendix A) for a server that is stopping, starting, exhausted or read-only.
 */
const serverCodes = /^(?:08...|57P0[1-5]|57014|53[02-9]..|58...|25P0[34]|25006|55P03)$/;

const diskFull = '53100';

/** Messages of the `pg` driver and its pool without a code. */
const driverMessages =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end|the database system is (?:starting up|shutting down|in recovery mode|not yet accepting connections)/;

/** The expected failure behind a database error, or null if the error is a bug. */
export function findOutage(error: unknown): DatabaseUnavailableError | StorageFullError | null {
  const chain = collectCauses(error);
  if (chain.some((link) => getErrorCode(link) === diskFull)) return new StorageFullError(error);
  return chain.some(indicatesOutage) ? new DatabaseUnavailableError(error) : null;
}

/** The error that the service foresees: one of its own, or the outage behind an error of the database. Null if the error is a bug. */
export function findExpectedError(error: unknown): DomainError | null {
  return error instanceof DomainError ? error : findOutage(error);
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
 * The error, its causes, and the several errors of a host with several addresses; terminates on cycles. Node's own
 * errors are of another realm in tests, so `instanceof` does not work.
 */
function collectCauses(error: unknown, depth = 0): Error[] {
  if (!Error.isError(error) || depth > 5) return [];
  const several = 'errors' in error && Array.isArray(error.errors) ? (error.errors as unknown[]) : [];
  return [error, ...[error.cause, ...several].flatMap((inner) => collectCauses(inner, depth + 1))];
}

/** The result of a look-up that a caller waits for: a database that takes longer is not available to the caller. */
export function findWithin<Result>(milliseconds: number, lookup: Promise<Result>): Promise<Result> {
  return withTimeLimit(Math.max(0, milliseconds), lookup).catch((error: unknown) => {
    throw error instanceof TimeLimitError ? new DatabaseUnavailableError(error) : error;
  });
}
