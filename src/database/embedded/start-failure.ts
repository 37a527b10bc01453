import { DatabaseError } from '../database-error.js';

/** Why a server did not start, according to its log. */
export type StartFailure = 'locked' | 'port_taken' | 'storage_full' | 'other';

export function classifyStartFailure(log: string): StartFailure {
  if (isDiskFullMessage(log)) return 'storage_full';
  if (
    /lock file "postmaster\.pid" already exists|pre-existing shared memory block|lock file "postmaster\.pid" is empty/.test(
      log,
    )
  )
    return 'locked';
  if (/could not bind|Address already in use|could not create any TCP\/IP sockets/.test(log)) return 'port_taken';
  return 'other';
}

/** A failed write has the system's error; a partial one only the hint. */
export function isDiskFullMessage(output: string): boolean {
  return /No space left on device|Check free disk space|Disk quota exceeded/.test(output);
}

export function createStorageFullError(directory: string, cause?: unknown): DatabaseError {
  return new DatabaseError(
    'storage_full',
    `The disk is full: PostgreSQL cannot write to ${directory}.`,
    'Free some space on that file system, or name a directory on a larger one in DATA_DIR, and start again. Nothing that was acknowledged is lost.',
    { cause },
  );
}
