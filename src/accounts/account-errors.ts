import { DomainError, type Issue } from '../errors/domain-error.js';

export class UnknownAccount extends DomainError {
  readonly kind = 'unknown';
  readonly code = 'unknown_account';

  constructor() {
    super('You have no account with this id.');
  }
}

export class UnknownGrant extends DomainError {
  readonly kind = 'unknown';
  readonly code = 'unknown_grant';

  constructor() {
    super('This user has no grant on the account that could be removed.');
  }
}

export class UnknownOwner extends DomainError {
  readonly kind = 'refused';
  readonly code = 'unknown_owner';
  override readonly issues: readonly Issue[];

  constructor(ownerId: number) {
    super(`There is no user ${ownerId} who could own the account.`);
    this.issues = [{ pointer: '/owner_id', message: 'owner_id must be the id of a user' }];
  }
}

/** Whose an account is, and what an administrator may do anyway, is not granted. */
export class OwnersNeedNoGrant extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'owners_need_no_grant';

  constructor() {
    super('The user owns this account, and may read and trade it without a grant.');
  }
}

export class DateInTheFuture extends DomainError {
  readonly kind = 'refused';
  readonly code = 'date_in_the_future';
  override readonly issues: readonly Issue[];

  constructor(asOf: string, today: string, timeZone: string) {
    super(`The close of ${asOf} is in the future: in the time zone of the account (${timeZone}), today is ${today}.`);
    this.issues = [{ pointer: '/as_of', message: `as_of must not be later than ${today}` }];
  }
}

export class PositionsRefused extends DomainError {
  readonly kind = 'refused';
  readonly code = 'positions_refused';

  constructor(override readonly issues: readonly Issue[]) {
    super(
      `${issues.length === 1 ? 'One row is' : `${issues.length} rows are`} invalid. Nothing of the list was stored.`,
    );
  }
}

export class TooManyRows extends DomainError {
  readonly kind = 'too_large';
  readonly code = 'too_many_rows';

  constructor(count: number, most: number) {
    super(`The list has ${count} rows, and ${most} are allowed. Nothing of it was stored.`);
  }
}

export class UnknownReferencePositions extends DomainError {
  readonly kind = 'unknown';
  readonly code = 'unknown_reference_positions';

  constructor() {
    super('You have no list of reference positions with this id.');
  }
}

export class UnknownUpload extends DomainError {
  readonly kind = 'unknown';
  readonly code = 'unknown_upload';

  constructor() {
    super('You have uploaded no table with this id, or it was deleted after thirty days.');
  }
}

export class UploadRefused extends DomainError {
  readonly kind = 'refused';
  readonly code = 'upload_refused';

  constructor() {
    super(
      'The table has invalid rows, or none that can be stored. Nothing was stored. Correct the table and upload it again.',
    );
  }
}

/** What was shown is no longer what would happen. */
export class UploadOutdated extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'upload_outdated';

  constructor() {
    super(
      'The data that the table changes was changed after you reviewed it. Nothing was stored. Review the table again.',
    );
  }
}

export class UnknownBreak extends DomainError {
  readonly kind = 'unknown';
  readonly code = 'unknown_break';

  constructor() {
    super('You have no break with this id.');
  }
}
