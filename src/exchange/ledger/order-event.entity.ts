import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Keyword } from '../../database/keyword.type.js';
import type { TimeInForce } from '../../engine/command.js';
import type { EngineOrderEvent } from '../../engine/event.js';
import type { CancelReason, OrderState } from '../../engine/order.js';
import { engineNumber, optionalEngineNumber, Instant, WholeNumber } from './instant.type.js';

/** An event of an order with its terms after it. Append-only. */
@Entity({ tableName: 'order_events' })
@Index({
  name: 'order_events_seq_index',
  expression:
    'create index "order_events_seq_index" on "order_events" using brin ("seq") with (pages_per_range = 32, autosummarize = on)',
})
export class OrderEvent {
  @PrimaryKey({ ...engineNumber(), autoincrement: false })
  readonly orderId!: number;

  /** The order's event number; increases by one. */
  @PrimaryKey({ type: 'integer', autoincrement: false })
  readonly revision!: number;

  /** The version of the order's terms after the event. */
  @Property({ type: 'integer', default: 1 })
  readonly version!: number;

  /** The command in the journal that caused it. */
  @Property(engineNumber())
  readonly seq!: number;

  @Property({ type: Instant })
  readonly at!: number;

  @Property({ type: Keyword, length: 14 })
  readonly type!: EngineOrderEvent['type'] | 'OrderTraded';

  @Property(optionalEngineNumber())
  readonly tradeId!: number | null;

  @Property({ type: Keyword, length: 15 })
  readonly state!: OrderState;

  @Property({ type: Keyword, length: 3 })
  readonly timeInForce!: TimeInForce;

  @Property({ type: 'date', nullable: true })
  readonly expireDate!: string | null;

  @Property(optionalEngineNumber())
  readonly limitPrice!: number | null;

  @Property(optionalEngineNumber())
  readonly stopPrice!: number | null;

  @Property({ type: 'integer' })
  readonly quantity!: number;

  @Property({ type: 'integer' })
  readonly filledQuantity!: number;

  @Property({ type: WholeNumber })
  readonly turnover!: bigint;

  @Property({ type: Keyword, length: 24, nullable: true })
  readonly cancelReason!: CancelReason | null;
}
