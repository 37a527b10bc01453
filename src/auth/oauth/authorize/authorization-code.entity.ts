import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { TokenFamily } from '../../tokens/token-family.entity.js';

/**
 * An authorization code, stored as its SHA-256. Its family has the user and the key and exists before any token, so
 * that a code that is used twice, or whose session has ended, has tokens to revoke.
 */
@Entity({ tableName: 'authorization_codes' })
export class AuthorizationCode {
  @PrimaryKey({ length: 43 })
  readonly digest!: string;

  @Index()
  @ManyToOne(() => TokenFamily, { mapToPk: true, fieldName: 'family_id', deleteRule: 'cascade' })
  readonly familyId!: number;

  @Property({ type: 'text' })
  readonly redirectUri!: string;

  @Property({ length: 43, nullable: true })
  readonly codeChallenge!: string | null;

  @Property({ type: 'text', nullable: true })
  readonly nonce!: string | null;

  @Property({ type: 'timestamptz', length: 3 })
  readonly authTime!: Date;

  @Property({ type: 'timestamptz', length: 3 })
  readonly createdAt: Date & Opt = new Date();

  @Index()
  @Property({ type: 'timestamptz', length: 3 })
  readonly expiresAt!: Date;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  usedAt: Date | null = null;
}
