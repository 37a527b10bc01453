import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { TokenFamily } from './token-family.entity.js';

/**
 * A refresh token, known only by its SHA-256. `usedAt` decides races: the one statement that sets it while it is null has
 * won, and everybody else reads who did.
 */
@Entity({ tableName: 'refresh_tokens' })
export class RefreshToken {
  @PrimaryKey({ length: 43 })
  readonly digest: string;

  @Index()
  @ManyToOne(() => TokenFamily, { mapToPk: true, fieldName: 'family_id', deleteRule: 'cascade' })
  readonly familyId: number;

  @Property({ type: 'timestamptz', length: 3 })
  readonly createdAt: Date & Opt = new Date();

  @Index()
  @Property({ type: 'timestamptz', length: 3 })
  readonly expiresAt: Date;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  usedAt: Date | null = null;

  /** How often it was used again while that was forgiven. */
  @Property()
  replays: number & Opt = 0;

  constructor(digest: string, familyId: number, expiresAt: Date) {
    this.digest = digest;
    this.familyId = familyId;
    this.expiresAt = expiresAt;
  }
}
