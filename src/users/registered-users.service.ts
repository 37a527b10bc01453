import { Injectable, Logger } from '@nestjs/common';
import { runAfterCommit } from '../database/unit-of-work.js';

type Welcome = (userId: number) => Promise<void>;

/** What happens after a registration: nothing, until a module registers a step. */
@Injectable()
export class RegisteredUsersService {
  private readonly log = new Logger(RegisteredUsersService.name);
  private welcome: Welcome = () => Promise.resolve();

  welcomeBy(welcome: Welcome): void {
    this.welcome = welcome;
  }

  /** A user stays registered even if a step fails. */
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
