import { Entity, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Delivery } from './delivery.entity.js';

/** One time that a delivery was sent, and what came of it. */
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

  /** What the receiver answered, as HTTP counts; null if it did not. */
  @Property({ type: 'smallint', nullable: true })
  readonly statusCode!: number | null;

  /** What went wrong, in words; null if it arrived. */
  @Property({ length: 300, nullable: true })
  readonly error!: string | null;

  @Property({ type: 'integer' })
  readonly milliseconds!: number;

  /** The beginning of what the receiver answered. */
  @Property({ type: 'text', nullable: true })
  readonly answer!: string | null;
}
