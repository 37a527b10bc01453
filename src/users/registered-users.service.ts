import { Injectable, Logger } from '@nestjs/common';
import { runAfterCommit } from '../database/unit-of-work.js';

type Welcome = (userId: number) => Promise<void>;

/** What happens for somebody who has just registered: nothing, until a room that has something for them says what. */
@Injectable()
export class RegisteredUsersService {
  private readonly log = new Logger(RegisteredUsersService.name);
  private welcome: Welcome = () => Promise.resolve();

  welcomeBy(welcome: Welcome): void {
    this.welcome = welcome;
  }

  /** Whoever is registered stays so, whatever becomes of the welcome. */
  async arrive(userId: number): Promise<void> {
    await runAfterCommit(async () => {
      try {
        await this.welcome(userId);
      } catch (error) {
        this.log.warn(`User ${userId} was registered, and not welcomed: ${String(error)}`);
      }
    });
  }
}
