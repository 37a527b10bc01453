import { Injectable } from '@nestjs/common';
import { AccessChangesService } from './access-changes.service.js';

type RevokeUserAccess = (userId: number) => Promise<void>;

/**
 * A module that keeps tokens or sessions registers here how to end all that one user has. Modules below
 * it that change a password or close an account need not import it.
 */
@Injectable()
export class AccessRevocationService {
  private readonly revocations: RevokeUserAccess[] = [];

  constructor(private readonly changes: AccessChangesService) {}

  onRevoke(revoke: RevokeUserAccess): void {
    this.revocations.push(revoke);
  }

  /** Within the caller's transaction, so that the change and its consequence are one. */
  async revokeAll(userId: number): Promise<void> {
    for (const revoke of this.revocations) await revoke(userId);
  }

  /** After the commit: this process forgets at once, the others as soon as they hear of it. */
  invalidate(userId: number): void {
    this.changes.invalidate('user', userId);
  }
}
