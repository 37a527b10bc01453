import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { UNTRACKED } from '../database/unit-of-work.js';
import { User } from './user.entity.js';

/** No password has such a hash, and nobody can get it by choosing one: it marks the market maker's own users, one for its quotes and one for its flow. */
export const MARKET_MAKER_HASHES = { maker: '!market-maker', flow: '!market-flow' } as const;

/** Finds in whose name the sandbox trades. */
@Injectable()
export class MarketMakerUsersService {
  private found: ReadonlySet<number> = new Set();

  constructor(
    private readonly em: EntityManager,
    private readonly config: Config,
  ) {}

  /** The users stay the same once there are both. */
  async findIds(): Promise<ReadonlySet<number>> {
    const hashes = Object.values(MARKET_MAKER_HASHES);
    if (this.config.mode !== 'sandbox' || this.found.size === hashes.length) return this.found;
    const users = await this.em.find(User, { passwordHash: { $in: hashes } }, { ...UNTRACKED, fields: ['id'] });
    return (this.found = new Set(users.map(({ id }) => id)));
  }
}
