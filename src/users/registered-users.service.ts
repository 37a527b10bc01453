import { Injectable, Logger } from '@nestjs/common';
import { runAfterCommit } from '../database/unit-of-work.js';
import { Hook } from '../access/hook.js';

type RegistrationListener = (userId: number) => Promise<void>;

/** What happens after a registration: in production nothing; in the sandbox, accounts are opened. */
@Injectable()
export class RegisteredUsersService {
  private readonly log = new Logger(RegisteredUsersService.name);
  readonly registrations = Hook.optional<RegistrationListener>();

  /** A user stays registered even if a step fails. */
  async notify(userId: number): Promise<void> {
    await runAfterCommit(async () => {
      try {
        for (const welcome of this.registrations.handlers) await welcome(userId);
      } catch (error) {
        this.log.warn(`User ${userId} was registered, and not welcomed: ${String(error)}`);
      }
    });
  }
}
