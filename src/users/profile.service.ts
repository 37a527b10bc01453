import { EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AccessEndings } from '../access/access-endings.service.js';
import type { Actor } from '../access/actor.js';
import { requireAdministrator } from '../access/administrators.js';
import { requireOwner } from '../access/owners.js';
import { refuseTrial } from '../access/trials.js';
import { AuditService } from '../audit/audit.service.js';
import { afterCommit } from '../database/unit-of-work.js';
import { addressOf } from './address-lines.js';
import { passwordBytes } from './password.js';
import { passwordFault } from './password-rules.js';
import { waiterOfUser } from './password-waiters.js';
import { PasswordsService } from './passwords.service.js';
import { ProofLimit } from './proof-limit.js';
import { User } from './user.entity.js';
import { EmailTaken, GuessablePassword, UnknownUser, WrongPassword } from './user-errors.js';
import type { ChangedPassword, ChangedUser } from './users.dto.js';

/** What users do with their own account. Whatever could lock them out needs the password that they have. */
@Injectable()
export class ProfileService {
  private readonly proofs = new ProofLimit();

  constructor(
    private readonly em: EntityManager,
    private readonly passwords: PasswordsService,
    private readonly audit: AuditService,
    private readonly access: AccessEndings,
  ) {}

  async change(actor: Actor, changes: ChangedUser): Promise<User> {
    const user = await this.em.findOneOrFail(User, { id: actor.userId });
    const email = changes.email ?? user.email;
    if (email !== user.email) await this.prove(actor, user, changes.current_password);
    try {
      await this.em.transactional(async (em) => {
        user.email = email;
        user.firstName = changes.first_name ?? user.firstName;
        user.lastName = changes.last_name ?? user.lastName;
        if (changes.address) user.address = addressOf(changes.address);
        await em.flush();
        await this.audit.noteOf(actor, { action: 'user.changed' });
      });
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException) throw new EmailTaken();
      throw error;
    }
    return user;
  }

  /** Whatever was earned with the old password ends: tokens, sessions, those of the caller included. */
  async changePassword(actor: Actor, { current_password: current, new_password: next }: ChangedPassword): Promise<User> {
    const user = await this.em.findOneOrFail(User, { id: actor.userId });
    const { passwordHash: proven } = user;
    refuseGuessable(next, user);
    await this.prove(actor, user, current);
    return this.replace(actor, { user, proven, next });
  }

  /** Proves the password of a user who is signed in, within the limit of proofs. Nothing changes by it. */
  async confirmPassword(userId: number, password: string): Promise<void> {
    const user = await this.em.findOneOrFail(User, { id: userId });
    if (await this.isProven(user, password)) return;
    await this.audit.note({ action: 'session.confirmed', outcome: 'denied', userId, detail: 'wrong_password' });
    throw new WrongPassword();
  }

  /** A new password for somebody who lost theirs. */
  async resetPassword(actor: Actor, userId: number, next: string): Promise<User> {
    requireAdministrator(actor);
    const user = await this.em.findOne(User, { id: userId });
    if (!user) throw new UnknownUser();
    refuseGuessable(next, user);
    return this.replace(actor, { user, proven: user.passwordHash, next });
  }

  private async replace(actor: Actor, { user, proven, next }: Readonly<{ user: User; proven: string; next: string }>): Promise<User> {
    const bytes = passwordBytes(next);
    if (!bytes) throw new RangeError('the DTO admits no password of this length');
    const passwordHash = await this.passwords.hash(bytes, waiterOfUser(actor.userId));
    await this.em.transactional(async (em) => {
      // Only if it is still the password that was proven: of two changes at once the later proved an old one.
      const changed = await em.nativeUpdate(User, { id: user.id, passwordHash: proven }, { passwordHash, updatedAt: new Date() });
      if (changed === 0) throw new WrongPassword();
      await this.access.endAllOf(user.id);
      await this.audit.noteOf(actor, { action: 'user.password_changed', ...(actor.userId !== user.id && { detail: `user ${user.id}` }) });
    });
    await afterCommit(() => this.access.forget(user.id));
    return user;
  }

  private async prove(actor: Actor, user: User, password: string | null | undefined): Promise<void> {
    refuseTrial(actor);
    requireOwner(actor);
    if (await this.isProven(user, password)) return;
    await this.audit.noteOf(actor, { action: 'user.password_changed', outcome: 'denied', detail: 'wrong_password' });
    throw new WrongPassword();
  }

  /** Every attempt counts, before anything is hashed. */
  private async isProven(user: User, password: string | null | undefined): Promise<boolean> {
    this.proofs.count(user.id);
    const bytes = passwordBytes(password ?? '');
    return bytes !== null && this.passwords.verify(() => Promise.resolve(user.passwordHash), bytes, waiterOfUser(user.id));
  }
}

/** What the DTO cannot know: whose password it is. */
function refuseGuessable(password: string, user: User): void {
  const fault = passwordFault(password, user);
  if (fault !== null) throw new GuessablePassword('new_password', fault);
}
