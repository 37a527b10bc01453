import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service.js';
import { toPasswordBytes } from './password.js';
import { toUserWaiter } from './password-queue.js';
import { PasswordsService } from './passwords.service.js';
import { ProofLimit } from './proof-limit.js';
import { User } from './user.entity.js';
import { WrongPasswordError } from './user-errors.js';

/** Verifies the current password of signed-in users. All proofs share one limit. */
@Injectable()
export class PasswordProofsService {
  private readonly limit = new ProofLimit();

  constructor(
    private readonly em: EntityManager,
    private readonly passwords: PasswordsService,
    private readonly audit: AuditService,
  ) {}

  /** Every attempt counts, before hashing. */
  async isProven(user: User, password: string | null | undefined): Promise<boolean> {
    this.limit.count(user.id);
    const bytes = toPasswordBytes(password ?? '');
    return (
      bytes !== null && this.passwords.verify(() => Promise.resolve(user.passwordHash), bytes, toUserWaiter(user.id))
    );
  }

  /** Confirms the user of a browser, without changing anything. */
  async confirm(userId: number, password: string): Promise<void> {
    const user = await this.em.findOneOrFail(User, { id: userId });
    if (await this.isProven(user, password)) return;
    await this.audit.record({ action: 'session.confirmed', outcome: 'denied', userId, reason: 'wrong_password' });
    throw new WrongPasswordError();
  }
}
