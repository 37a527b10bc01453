import { EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Actor, requireOwner, rejectTrialToken } from '../access/actor.js';
import { AuditService } from '../audit/audit.service.js';
import type { AuditedAction } from '../audit/audit-writing.js';
import { toAddress } from './users.service.js';
import { PasswordProofsService } from './password-proofs.service.js';
import { PasswordReplacementService } from './password-replacement.service.js';
import { findPasswordFault } from './password-rules.js';
import { User } from './user.entity.js';
import { EmailTakenError, GuessablePasswordError, UnknownUserError, WrongPasswordError } from './user-errors.js';
import type { ChangedPassword, ChangedUser } from './users.dto.js';

/** A password that an administrator or the operator chooses for a user. With `mustChange` the user chooses another one at the next sign-in. */
type ResetPassword = Readonly<{ userId: number; next: string; mustChange: boolean }>;

/** What users do with their own account. Whatever could lock them out needs the password that they have. */
@Injectable()
export class ProfileService {
  constructor(
    private readonly em: EntityManager,
    private readonly proofs: PasswordProofsService,
    private readonly passwords: PasswordReplacementService,
    private readonly audit: AuditService,
  ) {}

  async change(actor: Actor, changes: ChangedUser): Promise<User> {
    rejectTrialToken(actor);
    const user = await this.em.findOneOrFail(User, { id: actor.userId });
    const email = changes.email ?? user.email;
    if (email !== user.email) {
      requireOwner(actor); // Only a new email is the owner's alone, so no guard can decide it.
      await this.prove(actor, user, changes.current_password);
    }
    try {
      await this.em.transactional(async (em) => {
        user.email = email;
        user.firstName = changes.first_name ?? user.firstName;
        user.lastName = changes.last_name ?? user.lastName;
        if (changes.address) user.address = toAddress(changes.address, user.address);
        await em.flush();
        await this.audit.recordFor(actor, { action: 'user.changed' });
      });
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException) throw new EmailTakenError();
      throw error;
    }
    return user;
  }

  /** Whatever was granted with the old password ends: tokens and sessions, those of the caller included. */
  async changePassword(
    actor: Actor,
    { current_password: current, new_password: next }: ChangedPassword,
  ): Promise<User> {
    rejectTrialToken(actor);
    const user = await this.em.findOneOrFail(User, { id: actor.userId });
    const { passwordHash: proven } = user;
    refuseGuessable(next, user);
    if (user.passwordMustChange && next === current)
      throw new GuessablePasswordError('new_password', 'must not be the password that you have now');
    await this.prove(actor, user, current);
    return this.replace(actor, user, { proven, next, mustChange: false });
  }

  /** A new password for a user who lost theirs. */
  async resetPassword(actor: Actor, { userId, next, mustChange }: ResetPassword): Promise<User> {
    const user = await this.em.findOne(User, { id: userId });
    if (!user) throw new UnknownUserError();
    refuseGuessable(next, user);
    return this.replace(actor, user, { proven: user.passwordHash, next, mustChange });
  }

  private async replace(
    actor: Actor,
    user: User,
    change: Readonly<{ proven: string; next: string; mustChange: boolean }>,
  ): Promise<User> {
    const subject: Pick<AuditedAction, 'subject'> = actor.userId === user.id ? {} : { subject: ['user', user.id] };
    await this.passwords.replace(user, { ...change, actingUserId: actor.userId }, () =>
      this.audit.recordFor(actor, { action: 'user.password_changed', ...subject }),
    );
    return user;
  }

  private async prove(actor: Actor, user: User, password: string | null | undefined): Promise<void> {
    if (await this.proofs.isProven(user, password)) return;
    await this.audit.recordFor(actor, { action: 'user.password_changed', outcome: 'denied', reason: 'wrong_password' });
    throw new WrongPasswordError();
  }
}

/** What the DTO cannot know: whose password it is. */
function refuseGuessable(password: string, user: User): void {
  const fault = findPasswordFault(password, user);
  if (fault !== null) throw new GuessablePasswordError('new_password', fault);
}
