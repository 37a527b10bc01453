import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { KeyLimit } from './key-limit.js';
import type { User } from './user.entity.js';
import { RegistrationClosed, TooManyRegistrations } from './user-errors.js';
import { type UserDetails, UsersService } from './users.service.js';

const IS_KEY_OF_AN_ADMINISTRATOR = `
  select 1 from clients c join users u on u.id = c.owner_id where c.client_id = ? and u.role = 'Admin' and u.enabled`;

/** Registers customers for programs: within what the operator allows, and no more of them than one API key may. */
@Injectable()
export class RegistrationsService {
  private readonly limit: KeyLimit;

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
      throw new RegistrationClosed();
    const retryAfterSeconds = this.limit.count(keyId);
    if (retryAfterSeconds > 0) throw new TooManyRegistrations(retryAfterSeconds);
    return this.users.register(details, { keyId });
  }

  private async isOfAdministrator(keyId: string): Promise<boolean> {
    const rows = await this.em.execute<unknown[]>(IS_KEY_OF_AN_ADMINISTRATOR, [keyId]);
    return rows.length > 0;
  }
}
