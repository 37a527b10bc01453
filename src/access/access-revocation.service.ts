import { Injectable } from '@nestjs/common';
import { AccessChangesService } from './access-changes.service.js';
import { Hook } from './hook.js';

type RevokeUserAccess = (userId: number) => Promise<void>;

/**
 * A module that keeps tokens or sessions registers here how to end all that one user has. Modules below
 * it that change a password or close an account need not import it.
 */
@Injectable()
export class AccessRevocationService {
  readonly revocations = Hook.required<RevokeUserAccess>();

  constructor(private readonly changes: AccessChangesService) {}

  /** Within the caller's transaction, so that the change and its consequence are one. */
  async revokeAll(userId: number): Promise<void> {
    for (const revoke of this.revocations.handlers) await revoke(userId);
  }

  /** After the commit: this process forgets at once, the others as soon as they hear of it. */
  invalidate(userId: number): void {
    this.changes.invalidate('user', userId);
  }
}
