import { Check, Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType } from '@mikro-orm/postgresql';
import { Webhook } from './webhook.entity.js';
import type { DeliveryStatus } from './webhook-events.js';

/** An attempt to send a delivery, with its result. */
@Entity({ tableName: 'webhook_attempts' })
export class Attempt {
  @ManyToOne(() => Delivery, { primary: true, mapToPk: true, fieldName: 'delivery_id', deleteRule: 'cascade' })
  readonly deliveryId!: number;

  /** From 1. */
  @Property({ type: 'integer', primary: true })
  readonly number!: number;

  /** When it was begun. */
  @Property({ type: 'timestamptz', length: 3 })
  readonly at!: Date;

  /** The HTTP status of the response; null without one. */
  @Property({ type: 'smallint', nullable: true })
  readonly statusCode!: number | null;

  /** The error in words; null after a success. */
  @Property({ length: 300, nullable: true })
  readonly error!: string | null;

  @Property({ type: 'integer' })
  readonly milliseconds!: number;

  /** The beginning of the response. */
  @Property({ type: 'text', nullable: true })
  readonly answer!: string | null;
}

/**
 * The delivery of an event to a webhook. Deliveries of one account are sent in the order of `position`, one at a time;
 * a replay moves to the end. `body` is signed and sent, the same bytes at each attempt. Accounts have no foreign key,
 * because a delivery is a record.
 */
@Entity({ tableName: 'webhook_deliveries' })
@Check({
  name: 'webhook_deliveries_status_check',
  expression: `status in ('Pending', 'Delivered', 'Failed', 'Withheld')`,
})
@Index({
  name: 'webhook_deliveries_event_key',
  expression: 'create unique index "webhook_deliveries_event_key" on "webhook_deliveries" ("webhook_id", "event_id")',
})
@Index({ name: 'webhook_deliveries_webhook_id_index', properties: ['webhookId', 'id'] })
@Index({
  name: 'webhook_deliveries_pending_index',
  expression: `create index "webhook_deliveries_pending_index" on "webhook_deliveries" ("webhook_id", "acct_id", "position") where status = 'Pending'`,
})
@Index({
  name: 'webhook_deliveries_finished_at_index',
  expression: `create index "webhook_deliveries_finished_at_index" on "webhook_deliveries" ("finished_at") where status <> 'Pending'`,
})
export class Delivery {
  @PrimaryKey({ type: new BigIntType('number') })
  readonly id!: number;

  @ManyToOne(() => Webhook, { mapToPk: true, fieldName: 'webhook_id', deleteRule: 'cascade' })
  readonly webhookId!: number;

  /** 0 or below for a delivery without an account: 0 is a test, -1 an alert. */
  @Property({ type: new BigIntType('number') })
  readonly acctId!: number;

  @Property({ type: new BigIntType('number') })
  readonly position!: number;

  @Property({ length: 80 })
  readonly eventId!: string;

  @Property({ length: 32 })
  readonly type!: string;

  @Property({ type: 'text' })
  readonly body!: string;

  @Property({ length: 9 })
  readonly status!: DeliveryStatus;

  /** How often it was sent in all. */
  @Property({ type: 'integer' })
  readonly attempts!: number;

  /** The number of attempts since it was created or last replayed. */
  @Property({ type: 'integer' })
  readonly tries!: number;

  /** Null if it is sent when its turn comes. */
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  readonly nextAttemptAt!: Date | null;

  @Property({ type: 'timestamptz', length: 3 })
  readonly createdAt!: Date;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  readonly finishedAt!: Date | null;
}
