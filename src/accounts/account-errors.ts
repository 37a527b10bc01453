import { DomainError, type Issue } from '../errors/domain-error.js';

export class UnknownAccount extends DomainError {
  readonly kind = 'unknown';
  readonly code = 'unknown_account';

  constructor() {
    super('You have no account of this number.');
  }
}

export class UnknownGrant extends DomainError {
  readonly kind = 'unknown';
  readonly code = 'unknown_grant';

  constructor() {
    super('This user has no access to the account that could be taken away.');
  }
}

export class UnknownOwner extends DomainError {
  readonly kind = 'refused';
  readonly code = 'unknown_owner';
  override readonly issues: readonly Issue[];

  constructor(ownerId: number) {
    super(`There is no user ${ownerId} whose account it could be.`);
    this.issues = [{ pointer: '/owner_id', message: 'owner_id must be the number of a user' }];
  }
}

/** Whose an account is, and what an administrator may do anyway, is not granted. */
export class OwnersNeedNoGrant extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'owners_need_no_grant';

  constructor() {
    super('The account is this user’s own: they may look at it and trade it without a grant.');
  }
}

export class DateInTheFuture extends DomainError {
  readonly kind = 'refused';
  readonly code = 'date_in_the_future';
  override readonly issues: readonly Issue[];

  constructor(asOf: string, today: string, timeZone: string) {
    super(`There is no close of ${asOf} yet: where the account is (${timeZone}), today is ${today}.`);
    this.issues = [{ pointer: '/as_of', message: `as_of must not be later than ${today}` }];
  }
}

export class PositionsRefused extends DomainError {
  readonly kind = 'refused';
  readonly code = 'positions_refused';

  constructor(override readonly issues: readonly Issue[]) {
    super(
      `Nothing of the list was taken, because ${issues.length === 1 ? 'one row is' : `${issues.length} rows are`} wrong.`,
    );
  }
}

export class TooManyRows extends DomainError {
  readonly kind = 'too_large';
  readonly code = 'too_many_rows';

  constructor(count: number, most: number) {
    super(`The list has ${count} rows and may have at most ${most}. Nothing of it was taken.`);
  }
}

export class UnknownReferencePositions extends DomainError {
  readonly kind = 'unknown';
  readonly code = 'unknown_reference_positions';

  constructor() {
    super('You have no list of reference positions of this number.');
  }
}

export class UnknownUpload extends DomainError {
  readonly kind = 'unknown';
  readonly code = 'unknown_upload';

  constructor() {
    super('You have sent no table of this number, or it was sent so long ago that it is gone.');
  }
}

export class UploadRefused extends DomainError {
  readonly kind = 'refused';
  readonly code = 'upload_refused';

  constructor() {
    super('Nothing of the table was taken, because there is something wrong with it. Fix it, and send it again.');
  }
}

/** What was shown is no longer what would happen. */
export class UploadOutdated extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'upload_outdated';

  constructor() {
    super(
      'Nothing of the table was taken: what it changes has itself changed since you looked at it. Look at it again.',
    );
  }
}

export class UnknownBreak extends DomainError {
  readonly kind = 'unknown';
  readonly code = 'unknown_break';

  constructor() {
    super('You have no break of this number.');
  }
}
