import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service.js';
import { DomainError } from '../../errors/domain-error.js';
import { Metrics } from '../../telemetry/metrics.js';
import type { User } from '../../users/user.entity.js';
import { type UserDetails, UsersService } from '../../users/users.service.js';
import { LoginAttempts, normalizeUsername, SignUpLimit } from './sign-in-limits.js';
import { SignInCallersService, type SignInSource } from './sign-in-callers.service.js';

/** A username and a password, as sent. */
type SignInAttempt = Readonly<{ username: string; password: Buffer }>;

/** Verifies passwords, for programs and browsers. */
@Injectable()
export class SignInService {
  private readonly attempts = new LoginAttempts();
  private readonly signUpLimit = new SignUpLimit();

  constructor(
    private readonly users: UsersService,
    private readonly callers: SignInCallersService,
    private readonly audit: AuditService,
    private readonly metrics: Metrics,
  ) {}

  /**
   * Null if the sign-in failed. Rejected before hashing if there were too many failures; requests that the full queue
   * rejects do not count as failures.
   */
  async signIn(attempt: SignInAttempt, source: SignInSource): Promise<User | null> {
    try {
      const user = await this.authenticate(attempt, source);
      this.metrics.identity.recordSignIn(user ? 'granted' : 'denied');
      return user;
    } catch (error) {
      if (error instanceof DomainError)
        this.metrics.identity.recordSignIn(error.kind === 'too_many' ? 'slowed' : 'busy');
      throw error;
    }
  }

  private async authenticate({ username, password }: SignInAttempt, source: SignInSource): Promise<User | null> {
    const caller = await this.callers.identify(username, source);
    const rejectIfTooMany = (): void => this.attempts.rejectIfTooMany(username, caller);
    rejectIfTooMany();
    const user = await this.users.authenticate(username, password, {
      waiter: { caller: caller.source, user: normalizeUsername(username) },
      mayStart: rejectIfTooMany,
    });
    if (!user) this.attempts.recordFailure(username, caller);
    return user;
  }

  /** A failed sign-in in a browser. Only the account is audited, not the input. */
  async auditRejection(username: string, reason = ''): Promise<void> {
    await this.audit.record({
      action: 'session.started',
      outcome: 'denied',
      userId: await this.users.findId(username),
      reason,
    });
  }

  /** A new customer. Sign-ups have limits of their own and block no sign-ins. */
  async signUp(details: UserDetails, address: string): Promise<User> {
    this.signUpLimit.charge(details.email, address);
    return this.users.register(details, { keyId: null });
  }
}
