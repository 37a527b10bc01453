import { Entity, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Delivery } from './delivery.entity.js';

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
