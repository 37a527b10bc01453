import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { ArrayType, BigIntType, type Opt } from '@mikro-orm/postgresql';
import { Client } from '../clients/client.entity.js';
import type { EventType } from '../events/account-event.js';
import { User } from '../users/user.entity.js';

/**
 * An address that receives the events of a user's accounts. It belongs to a user and to the API key with which it was
 * registered, and goes with either.
 *
 * `place` is how far the log of events has been turned into deliveries: everything up to it is a row of `webhook_deliveries` or was
 * not for this webhook. Both are written in one transaction, which is why no event is missed and none is delivered as two.
 */
@Entity({ tableName: 'webhooks' })
export class Webhook {
  @PrimaryKey({ type: new BigIntType('number') })
  readonly id!: number;

  @Index()
  @ManyToOne(() => User, { mapToPk: true, fieldName: 'user_id', deleteRule: 'cascade' })
  readonly userId: number;

  @Index()
  @ManyToOne(() => Client, { mapToPk: true, fieldName: 'client_id', deleteRule: 'cascade' })
  readonly clientId: string;

  /** The administrator who registered it on the user's behalf. It serves as long as they may do that. */
  @Index()
  @ManyToOne(() => User, { mapToPk: true, fieldName: 'registered_by', nullable: true, deleteRule: 'cascade' })
  readonly registeredBy: number | null;

  @Property({ length: 2048 })
  url: string;

  @Property({ length: 200 })
  description: string & Opt = '';

  /** Null is all. */
  @Property({ type: 'text[]', nullable: true })
  eventTypes: EventType[] | null = null;

  /** Null is every account that the user may look at. */
  @Property({ type: new ArrayType(Number), columnType: 'bigint[]', nullable: true })
  acctIds: number[] | null = null;

  @Property({ type: 'boolean' })
  enabled: boolean & Opt = true;

  /** Why it was disabled, if nobody asked for that. */
  @Property({ length: 200, nullable: true })
  disabledReason: string | null = null;

  /** Since when nothing has arrived; null if the last attempt did, or if there was none. */
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  failingSince: Date | null = null;

  @Property({ type: 'text', hidden: true })
  sealedSecret: string & Opt = '';

  @Property({ type: 'text', nullable: true, hidden: true })
  previousSealedSecret: string | null = null;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  previousSecretExpiresAt: Date | null = null;

  @Property({ length: 80 })
  place: string;

  @Property({ type: 'timestamptz', length: 3 })
  readonly createdAt: Date & Opt = new Date();

  @Property({ type: 'timestamptz', length: 3, onUpdate: () => new Date() })
  updatedAt: Date & Opt = new Date();

  constructor(
    owner: Readonly<{ userId: number; clientId: string; registeredBy: number | null }>,
    url: string,
    place: string,
  ) {
    this.userId = owner.userId;
    this.clientId = owner.clientId;
    this.registeredBy = owner.registeredBy;
    this.url = url;
    this.place = place;
  }
}
