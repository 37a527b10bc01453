import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AccessRevocationService } from '../access/access-revocation.service.js';
import { runAfterCommit } from '../database/unit-of-work.js';
import { FirstSignInFileService } from './first-sign-in-file.service.js';
import { toPasswordBytes } from './password.js';
import { toUserWaiter } from './fair-lines.js';
import { PasswordsService } from './passwords.service.js';
import { User } from './user.entity.js';
import { WrongPassword } from './user-errors.js';

/**
 * A new password. `proven` is the hash that was in force when the change was permitted, `actingUserId` the user who
 * changes it.
 */
type NewPassword = Readonly<{ proven: string; next: string; actingUserId: number; mustChange: boolean }>;

/** Replaces a user's password and ends the user's tokens and sessions. */
@Injectable()
export class PasswordReplacementService {
  constructor(
    private readonly em: EntityManager,
    private readonly passwords: PasswordsService,
    private readonly access: AccessRevocationService,
    private readonly firstSignIn: FirstSignInFileService,
  ) {}

  /** `note` writes the audit entry in the same transaction. */
  async replace(
    user: User,
    { proven, next, actingUserId, mustChange }: NewPassword,
    note: () => Promise<void>,
  ): Promise<void> {
    const bytes = toPasswordBytes(next);
    if (!bytes) throw new RangeError('the rules of passwords admit none of this length');
    const passwordHash = await this.passwords.hash(bytes, toUserWaiter(actingUserId));
    await this.em.transactional(async (em) => {
      // Only if the proven password is still in force: of two simultaneous changes the later one proved an old password.
      const changed = await em.nativeUpdate(
        User,
        { id: user.id, passwordHash: proven },
        { passwordHash, passwordMustChange: mustChange, updatedAt: new Date() },
      );
      if (changed === 0) throw new WrongPassword();
      await this.access.revokeAll(user.id);
      await note();
    });
    await runAfterCommit(async () => {
      this.access.invalidate(user.id);
      await this.firstSignIn.removeAfterChange(user.id);
    });
  }
}
