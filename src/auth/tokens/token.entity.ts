import { Entity, Index, ManyToOne, PrimaryKey, Property, Trigger } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { TokenFamily } from './token-family.entity.js';

/** A token or an authorization code, stored as its SHA-256. Its family has the user and the key. */
export abstract class StoredToken {
  @PrimaryKey({ length: 43 })
  readonly digest!: string;

  @Index()
  @ManyToOne(() => TokenFamily, { mapToPk: true, fieldName: 'family_id', deleteRule: 'cascade' })
  readonly familyId!: number;

  @Property({ type: 'timestamptz', length: 3 })
  readonly createdAt: Date & Opt = new Date();

  @Index()
  @Property({ type: 'timestamptz', length: 3 })
  readonly expiresAt!: Date;
}

@Entity({ tableName: 'access_tokens' })
@Trigger({
  name: 'access_tokens_access_changed',
  timing: 'after',
  events: ['update'],
  body: `if old.revoked_at is null and new.revoked_at is not null then perform pg_notify('access_changed', 'token ' || new.digest); end if; return null`,
})
export class AccessToken extends StoredToken {
  @Property({ type: 'text' })
  readonly scope!: string;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  revokedAt: Date | null = null;
}

/** `usedAt` decides races: the statement that sets it from null wins, and others read its result. */
@Entity({ tableName: 'refresh_tokens' })
export class RefreshToken extends StoredToken {
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  usedAt: Date | null = null;

  /** The number of permitted repeated uses so far. */
  @Property()
  replays: number & Opt = 0;
}
