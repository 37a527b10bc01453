import { Entity, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { BigIntType, type Opt } from '@mikro-orm/postgresql';
import { User } from '../../users/user.entity.js';

/** A browser in which a user is signed in, stored as the SHA-256 of its cookie. The cookie changes at every sign-in. */
@Entity({ tableName: 'sessions' })
export class BrowserSession {
  @PrimaryKey({ type: new BigIntType('number') })
  readonly id!: number;

  @Unique()
  @Property({ length: 43, hidden: true })
  readonly digest!: string;

  @Index()
  @ManyToOne(() => User, { mapToPk: true, fieldName: 'user_id', deleteRule: 'cascade' })
  readonly userId!: number;

  /** The customer that the administrator acts for in this browser; null otherwise. */
  @Index()
  @ManyToOne(() => User, { mapToPk: true, fieldName: 'customer_id', nullable: true, deleteRule: 'set null' })
  readonly customerId: number | null = null;

  /** The time of the last proof of the password. */
  @Property({ type: 'timestamptz', length: 3 })
  readonly authTime!: Date;

  @Property({ type: 'timestamptz', length: 3 })
  readonly createdAt: Date & Opt = new Date();

  @Property({ type: 'timestamptz', length: 3 })
  readonly lastSeenAt: Date & Opt = new Date();

  @Index()
  @Property({ type: 'timestamptz', length: 3 })
  readonly expiresAt!: Date;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  readonly endedAt: Date | null = null;

  /** Address and browser of the sign-in, for the user's list of sessions. */
  @Property({ length: 45 })
  readonly address!: string;

  @Property({ length: 300 })
  readonly userAgent!: string;
}
