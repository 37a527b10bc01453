import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Hook } from '../access/hook.js';
import { Config } from '../config/config.js';
import { KeyLimit } from './key-limit.js';
import { User } from './user.entity.js';
import { RegistrationClosedError, TooManyRegistrationsError } from './user-errors.js';
import { type UserDetails, UsersService } from './users.service.js';

/** Registers customers for programs: within what the operator allows, and no more of them than one API key may. */
@Injectable()
export class RegistrationsService {
  private readonly limit: KeyLimit;
  /** The owner of a key; null for an unknown one. */
  readonly keyOwners = Hook.required<(clientId: string) => Promise<number | null>>();

  constructor(
    private readonly em: EntityManager,
    private readonly users: UsersService,
    private readonly config: Config,
  ) {
    this.limit = new KeyLimit({ capacity: config.registrationsPerHour, perSecond: config.registrationsPerHour / 3600 });
  }

  /** Every attempt counts, also one for an email that is taken: it may be a search for those. */
  async register(keyId: string, details: UserDetails): Promise<User> {
    if (this.config.registration === 'administrators' && !(await this.isOfAdministrator(keyId)))
      throw new RegistrationClosedError();
    const retryAfterSeconds = this.limit.count(keyId);
    if (retryAfterSeconds > 0) throw new TooManyRegistrationsError(retryAfterSeconds);
    return this.users.register(details, { keyId });
  }

  private async isOfAdministrator(keyId: string): Promise<boolean> {
    const id = await this.keyOwners.handler(keyId);
    return id !== null && (await this.em.count(User, { id, role: 'Admin', enabled: true })) > 0;
  }
}
