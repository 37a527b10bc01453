import { Injectable, Logger } from '@nestjs/common';
import { runAfterCommit } from '../database/unit-of-work.js';

type RegistrationListener = (userId: number) => Promise<void>;

/** What happens after a registration: nothing, until a module registers a step. */
@Injectable()
export class RegisteredUsersService {
  private readonly log = new Logger(RegisteredUsersService.name);
  private welcome: RegistrationListener = () => Promise.resolve();

  onUserRegistered(welcome: RegistrationListener): void {
    this.welcome = welcome;
  }

  /** A user stays registered even if a step fails. */
  async notify(userId: number): Promise<void> {
    await runAfterCommit(async () => {
      try {
        await this.welcome(userId);
      } catch (error) {
        this.log.warn(`User ${userId} was registered, and not welcomed: ${String(error)}`);
      }
    });
  }
}
