import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service.js';
import { DomainError } from '../errors/domain-error.js';
import { Metrics } from '../telemetry/metrics.js';
import type { User } from '../users/user.entity.js';
import { type UserDetails, UsersService } from '../users/users.service.js';
import { LoginAttempts } from './login-attempts.js';
import { normalizeUsername } from './sign-in-caller.js';
import { SignInCallersService, type SignInSource } from './sign-in-callers.service.js';
import { SignUpLimit } from './sign-up-limit.js';

/** A username and a password, as they were sent. */
type SignInAttempt = Readonly<{ username: string; password: Buffer }>;

/** The one place where a password is taken, from programs and from people. */
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

  /** Null when nobody signed in. Refused before the password is hashed; what the queue turned away is not held against anybody. */
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

  /** A failed sign-in in a browser. Of what was typed, only the account that it was meant for is kept. */
  async auditRejection(username: string, detail = ''): Promise<void> {
    await this.audit.record({
      action: 'session.started',
      outcome: 'denied',
      userId: await this.users.findId(username),
      detail,
    });
  }

  /** A new customer. Sign-ups have limits of their own: they refuse nobody who signs in. */
  async signUp(details: UserDetails, address: string): Promise<User> {
    this.signUpLimit.charge(details.email, address);
    return this.users.register(details, { keyId: null });
  }
}
