import { domainError, type Issue } from '../errors/domain-error.js';

export class UnknownAccountError extends domainError(
  'unknown',
  'unknown_account',
  'You have no account with this id.',
) {}

export class UnknownGrantError extends domainError(
  'unknown',
  'unknown_grant',
  'This user has no grant on the account that could be removed.',
) {}

export class UnknownOwnerError extends domainError('refused', 'unknown_owner') {
  override readonly issues: readonly Issue[];

  constructor(ownerId: number) {
    super(`There is no user ${ownerId} who could own the account.`);
    this.issues = [{ pointer: '/owner_id', message: 'owner_id must be the id of a user' }];
  }
}

/** Whose an account is, and what an administrator may do anyway, is not granted. */
export class OwnersNeedNoGrantError extends domainError(
  'conflict',
  'owners_need_no_grant',
  'The user owns this account, and may read and trade it without a grant.',
) {}

export class DateInTheFutureError extends domainError('refused', 'date_in_the_future') {
  override readonly issues: readonly Issue[];

  constructor(asOf: string, today: string, timeZone: string) {
    super(`The close of ${asOf} is in the future: in the time zone of the account (${timeZone}), today is ${today}.`);
    this.issues = [{ pointer: '/as_of', message: `as_of must not be later than ${today}` }];
  }
}

export class DateInThePastError extends domainError('refused', 'date_in_the_past') {
  override readonly issues: readonly Issue[];

  constructor(dueOn: string, today: string) {
    super(`Breaks cannot be due on ${dueOn}: today is ${today} (UTC).`);
    this.issues = [{ pointer: '/due_on', message: `due_on must not be earlier than ${today}` }];
  }
}

export class DateBeforeAccountError extends domainError('refused', 'date_before_account') {
  override readonly issues: readonly Issue[];

  /** `first` is the date on which it was opened, or an earlier one that the back office has reported. */
  constructor(asOf: string, openedOn: string, first: string) {
    const limit = first === openedOn ? '' : ` ${first}`;
    super(
      `There is no statement of ${asOf}: the account was opened on ${openedOn}, and nothing was reported before${limit}.`,
    );
    this.issues = [{ pointer: '/as_of', message: `as_of must not be earlier than ${first}` }];
  }
}

export class PositionsRefusedError extends domainError('refused', 'positions_refused') {
  /** A row may have several issues; `rows` have some. */
  constructor(
    override readonly issues: readonly Issue[],
    rows: number,
  ) {
    super(`${rows === 1 ? 'One row is' : `${rows} rows are`} invalid. Nothing of the list was stored.`);
  }
}

export class TooManyRowsError extends domainError('too_large', 'too_many_rows') {
  constructor(count: number, most: number) {
    super(`The list has ${count} rows, and ${most} are allowed. Nothing of it was stored.`);
  }
}

export class UnknownReferencePositionsError extends domainError(
  'unknown',
  'unknown_reference_positions',
  'You have no list of reference positions with this id.',
) {}

export class UnknownUploadError extends domainError(
  'unknown',
  'unknown_upload',
  'You have uploaded no table with this id, or it was deleted after thirty days.',
) {}

export class UploadRefusedError extends domainError(
  'refused',
  'upload_refused',
  'The table has invalid rows, or none that can be stored. Nothing was stored. Correct the table and upload it again.',
) {}

export class UploadTooLargeError extends domainError(
  'too_large',
  'upload_too_large',
  'With these lines the table is larger than 1 MB. Nothing was changed.',
) {}

export class UploadImportedError extends domainError(
  'conflict',
  'upload_imported',
  'The table was imported already. Nothing was changed. Upload a corrected table.',
) {}

/** What was shown is no longer what would happen. */
export class UploadOutdatedError extends domainError(
  'conflict',
  'upload_outdated',
  'The data that the table changes was changed after you reviewed it. Nothing was stored. Review the table again.',
) {}

export class UnknownBreakError extends domainError('unknown', 'unknown_break', 'You have no break with this id.') {}

/** It was closed or changed since the caller read it. */
export class BreakNotOpenError extends domainError('conflict', 'break_not_open') {
  constructor(id: number) {
    super(`Break ${id} is not open any more, or has other figures by now. No break was changed.`);
  }
}

export class UnknownAssigneeError extends domainError(
  'refused',
  'unknown_assignee',
  'Breaks are assigned to enabled administrators, and to yourself.',
) {
  override readonly issues: readonly Issue[] = [
    { pointer: '/assignee_id', message: 'assignee_id must be the id of an enabled administrator, or your own' },
  ];
}
