/** Reasons why PostgreSQL cannot be used. Each is an expected failure of the environment, not a bug. */
export type DatabaseErrorCode =
  | 'already_running'
  | 'backup_unusable'
  | 'binaries_missing'
  | 'data_directory_damaged'
  | 'data_directory_foreign'
  | 'data_directory_newer'
  | 'data_directory_unwritable'
  | 'database_forbidden'
  | 'database_newer'
  | 'database_too_old'
  | 'database_unreachable'
  | 'port_taken'
  | 'postgres_failed'
  | 'restore_refused'
  | 'storage_full';

/**
 * A failure while PostgreSQL is started, reached or migrated. There is no HTTP caller yet, so it is no DomainError: its
 * message is for the operator, with the fix.
 */
export class DatabaseError extends Error {
  constructor(
    readonly code: DatabaseErrorCode,
    message: string,
    readonly fix: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'DatabaseError';
  }
}

/** Another process of this service holds the same data directory. */
export class AlreadyRunningError extends DatabaseError {
  constructor(dataDir: string, holder: string) {
    super(
      'already_running',
      `Kontor is already running on the data directory ${dataDir} (${holder}).`,
      'Use the one that runs, stop it first, or give this one a directory of its own with DATA_DIR.',
    );
    this.name = 'AlreadyRunningError';
  }
}

/**
 * Whether an error is a system error with one of these codes. Only the code is checked: errors of another realm are not
 * instances of `Error` here.
 */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));
}
