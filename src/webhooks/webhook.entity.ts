import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { ArrayType, BigIntType, type Opt } from '@mikro-orm/postgresql';
import { Client } from '../clients/client.entity.js';
import type { WebhookEventType } from './webhook-events.js';
import { User } from '../users/user.entity.js';

/**
 * A URL that receives the events of a user's accounts. It belongs to a user and an API key, and is removed with either.
 * `place` is its position in the event log: all matching events up to it are rows of `webhook_deliveries`. Both are
 * written in one transaction, so no event is missed or delivered as two.
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

  /** The administrator who registered it on the user's behalf. It is served while that administrator may act. */
  @Index()
  @ManyToOne(() => User, { mapToPk: true, fieldName: 'registered_by', nullable: true, deleteRule: 'cascade' })
  readonly registeredBy: number | null;

  @Property({ length: 2048 })
  url: string;

  @Property({ length: 200 })
  description: string & Opt = '';

  /** Null is all. */
  @Property({ type: 'text[]', nullable: true })
  eventTypes: WebhookEventType[] | null = null;

  /** Null is every account that the user may view. */
  @Property({ type: new ArrayType(Number), columnType: 'bigint[]', nullable: true })
  acctIds: number[] | null = null;

  @Property({ type: 'boolean' })
  enabled: boolean & Opt = true;

  /** Why the service disabled it. */
  @Property({ length: 200, nullable: true })
  disabledReason: string | null = null;

  /** Since when deliveries fail; null after a success, or without attempts. */
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
