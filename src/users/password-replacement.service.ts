import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { AccessRevocationService } from '../access/access-revocation.service.js';
import { Config } from '../config/config.js';
import { removeFirstSignInFile } from '../config/data-directory.js';
import { runAfterCommit } from '../database/unit-of-work.js';
import { toPasswordBytes } from './password.js';
import { toUserWaiter } from './password-queue.js';
import { PasswordsService } from './passwords.service.js';
import { User } from './user.entity.js';
import { WrongPasswordError } from './user-errors.js';

/**
 * A new password. `proven` is the hash that was in force when the change was permitted, `actingUserId` the user who
 * changes it.
 */
type NewPassword = Readonly<{ proven: string; next: string; actingUserId: number; mustChange: boolean }>;

/** Replaces a user's password and ends the user's tokens and sessions. */
@Injectable()
export class PasswordReplacementService {
  private readonly log = new Logger(PasswordReplacementService.name);

  constructor(
    private readonly em: EntityManager,
    private readonly passwords: PasswordsService,
    private readonly access: AccessRevocationService,
    private readonly config: Config,
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
      if (changed === 0) throw new WrongPasswordError();
      await this.access.revokeAll(user.id);
      await note();
    });
    await runAfterCommit(async () => {
      this.access.invalidate(user.id);
      await this.removeFirstSignInFile(user.id);
    });
  }

  /**
   * Removes the file with the password of the first start once the first user's password has changed. The change is
   * committed, so a file that cannot be removed is only logged.
   */
  private async removeFirstSignInFile(userId: number): Promise<void> {
    const [row] = await this.em.execute<{ id: number }[]>('select min(id) id from users');
    if (row?.id !== userId) return;
    try {
      removeFirstSignInFile(this.config.dataDir);
    } catch (error) {
      this.log.warn(
        `The file with the first password, which is no longer in force, could not be removed: ${String(error)}`,
      );
    }
  }
}
