import { DomainError, type Issue } from '../errors/domain-error.js';

export class UnknownAccount extends DomainError {
  readonly kind = 'unknown';
  readonly code = 'unknown_account';

  constructor() {
    super('There is no account with this number, or you have no access to it.');
  }
}

export class UnknownGrant extends DomainError {
  readonly kind = 'unknown';
  readonly code = 'unknown_grant';

  constructor() {
    super('This user has no grant for this account.');
  }
}

export class UnknownOwner extends DomainError {
  readonly kind = 'refused';
  readonly code = 'unknown_owner';
  override readonly issues: readonly Issue[];

  constructor(ownerId: number) {
    super(`There is no user ${ownerId}. Send the number of a registered user as owner_id.`);
    this.issues = [{ pointer: '/owner_id', message: 'owner_id must be the number of a user' }];
  }
}

/** Owners view and trade their accounts without a grant. */
export class OwnersNeedNoGrant extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'owners_need_no_grant';

  constructor() {
    super('This user owns the account and may view and trade it without a grant.');
  }
}

export class DateInTheFuture extends DomainError {
  readonly kind = 'refused';
  readonly code = 'date_in_the_future';
  override readonly issues: readonly Issue[];

  constructor(asOf: string, today: string, timeZone: string) {
    super(`as_of ${asOf} is in the future: in the account's time zone (${timeZone}), today is ${today}.`);
    this.issues = [{ pointer: '/as_of', message: `as_of must not be later than ${today}` }];
  }
}

export class PositionsRefused extends DomainError {
  readonly kind = 'refused';
  readonly code = 'positions_refused';

  constructor(override readonly issues: readonly Issue[]) {
    super(
      `The list was not saved: ${issues.length === 1 ? 'one row is' : `${issues.length} rows are`} invalid. Fix and send the whole list again.`,
    );
  }
}

export class TooManyRows extends DomainError {
  readonly kind = 'too_large';
  readonly code = 'too_many_rows';

  constructor(count: number, most: number) {
    super(`The list was not saved: it has ${count} rows, and the limit is ${most}. Split it.`);
  }
}

export class UnknownReferencePositions extends DomainError {
  readonly kind = 'unknown';
  readonly code = 'unknown_reference_positions';

  constructor() {
    super('There is no list of reference positions with this number, or you have no access to it.');
  }
}

export class UnknownUpload extends DomainError {
  readonly kind = 'unknown';
  readonly code = 'unknown_upload';

  constructor() {
    super('There is no upload with this number, or it has expired. Upload the table again.');
  }
}

export class UploadRefused extends DomainError {
  readonly kind = 'refused';
  readonly code = 'upload_refused';

  constructor() {
    super('The table was not imported, because it has errors. Fix them and upload the table again.');
  }
}

/** The preview is outdated: the import would have a different effect now. */
export class UploadOutdated extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'upload_outdated';

  constructor() {
    super(
      'The table was not imported: the data it changes was changed after the preview. Review the new preview.',
    );
  }
}

export class UnknownBreak extends DomainError {
  readonly kind = 'unknown';
  readonly code = 'unknown_break';

  constructor() {
    super('There is no break with this number, or you have no access to it.');
  }
}
