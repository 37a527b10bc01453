import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service.js';
import { DomainError } from '../errors/domain-error.js';
import { Metrics } from '../telemetry/metrics.js';
import type { User } from '../users/user.entity.js';
import { type Details, UsersService } from '../users/users.service.js';
import { LoginAttempts } from './login-attempts.js';

/** The one place where a password is taken, from programs and from people: failures of all are counted together. */
@Injectable()
export class SignInService {
  private readonly attempts = new LoginAttempts();

  constructor(
    private readonly users: UsersService,
    private readonly audit: AuditService,
    private readonly metrics: Metrics,
  ) {}

  /** Null when nobody signed in. Refused before the password is hashed; what the queue turned away is not held against anybody. */
  async signIn(username: string, password: Buffer, address: string): Promise<User | null> {
    try {
      const user = await this.attempt(username, password, address);
      this.metrics.identity.signedIn(user ? 'granted' : 'denied');
      return user;
    } catch (error) {
      if (error instanceof DomainError) this.metrics.identity.signedIn(error.kind === 'too_many' ? 'slowed' : 'busy');
      throw error;
    }
  }

  private async attempt(username: string, password: Buffer, address: string): Promise<User | null> {
    const refuseIfTooMany = (): void => this.attempts.refuseIfTooMany(username, address);
    refuseIfTooMany();
    const user = await this.users.authenticate(username, password, refuseIfTooMany);
    if (!user) this.attempts.fail(username, address);
    return user;
  }

  /** Somebody failed to sign in with a browser. Of what a stranger typed nothing is kept but whose account it was meant for. */
  async noteRefusal(username: string, detail = ''): Promise<void> {
    await this.audit.note({ action: 'session.started', outcome: 'denied', userId: await this.users.idOf(username), detail });
  }

  /**
   * Somebody who is new. Every attempt counts as a sign-in that failed, whatever comes of it: it may be a search for emails that
   * are taken, or for room in the database.
   */
  async signUp(details: Details, address: string): Promise<User> {
    this.attempts.refuseIfTooMany(details.email, address);
    this.attempts.fail(details.email, address);
    return this.users.register(details, { keyId: null });
  }
}
