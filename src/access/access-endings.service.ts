import { Injectable } from '@nestjs/common';
import { AccessChangesService } from './access-changes.service.js';

type Ending = (userId: number) => Promise<void>;

/**
 * Whoever keeps something that lets people in, tokens or sessions, says here how to end all that one person has. Rooms below
 * them that change a password or close an account need not know who that is.
 */
@Injectable()
export class AccessEndingsService {
  private readonly endings: Ending[] = [];

  constructor(private readonly changes: AccessChangesService) {}

  onEnd(ending: Ending): void {
    this.endings.push(ending);
  }

  /** Within the caller's transaction, so that the change and its consequence are one. */
  async endAllOf(userId: number): Promise<void> {
    for (const end of this.endings) await end(userId);
  }

  /** After the commit: this process forgets at once, the others as soon as they hear of it. */
  forget(userId: number): void {
    this.changes.forgetNow('user', userId);
  }
}
