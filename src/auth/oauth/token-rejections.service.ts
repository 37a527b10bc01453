import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service.js';
import type { AuditAction } from '../../audit/audit-actions.js';
import { findExpectedError } from '../../database/outage.js';
import type { DomainError } from '../../errors/domain-error.js';
import { Metrics } from '../../telemetry/metrics.js';
import { UsersService } from '../../users/users.service.js';
import { type ErrorSubject, InvalidGrantError, TooManyAttemptsError } from './oauth-errors.js';
import type { TokenForm } from './token-form.js';
import type { AuditNote } from '../../audit/audit-writing.js';

/** A map and no object: the caller chooses the name that is looked up, and `toString` is a name, too. */
const actions: ReadonlyMap<string, AuditAction> = new Map([
  ['password', 'token.password'],
  ['refresh_token', 'token.refresh_token'],
  ['authorization_code', 'token.authorization_code'],
  ['client_credentials', 'token.client_credentials'],
]);

/** Records the refusals of the token endpoint. Of what an anonymous caller sent, it keeps only the ids of users and keys that exist. */
@Injectable()
export class TokenRejectionsService {
  constructor(
    private readonly audit: AuditService,
    private readonly users: UsersService,
    private readonly metrics: Metrics,
  ) {}

  async record(error: unknown, form: TokenForm, clientId: string | null): Promise<void> {
    const expected = findExpectedError(error);
    this.metrics.identity.recordTokenRejected(toGrantLabel(form), expected?.code ?? 'server_error');
    // Whom we were too busy for was not refused, and a database that is lost takes no entries.
    if (expected === null || expected.kind === 'busy') return;
    const action = actions.get(form.grant_type ?? '') ?? 'token.request';
    await this.audit.record({
      action,
      outcome: 'denied',
      clientId,
      reason: expected.code,
      ...toCustomerSubject(expected, form),
      ...(await this.findSubject(expected, form)),
    });
  }

  private async findSubject(error: DomainError, { grant_type: grant, username }: TokenForm): Promise<ErrorSubject> {
    if (error instanceof InvalidGrantError && error.subject) return error.subject;
    const userId =
      grant === 'password' &&
      username !== undefined &&
      (error instanceof InvalidGrantError || error instanceof TooManyAttemptsError)
        ? await this.users.findId(username)
        : null;
    return { userId, actingUserId: userId };
  }
}

/** The customer for whom an administrator asked. */
function toCustomerSubject(error: DomainError, { customer_id: id }: TokenForm): Pick<AuditNote, 'subject'> {
  return error instanceof InvalidGrantError && id !== undefined && /^\d{1,16}$/.test(id)
    ? { subject: ['user', id] }
    : {};
}

/** What was asked for, where that is a grant that there is. */
function toGrantLabel({ grant_type: grant }: TokenForm): string {
  return grant !== undefined && actions.has(grant) ? grant : 'none';
}
