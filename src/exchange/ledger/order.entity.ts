import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Keyword } from '../../database/keyword.type.js';
import type { OrderType, TimeInForce } from '../../engine/command.js';
import type { CancelReason, OrderRow, OrderState, OrderStatus } from '../../engine/order.js';
import type { OrderRefusalCode } from '../../engine/refusal.js';
import type { Side } from '../../engine/side.js';
import { engineNumber, optionalEngineNumber, Instant, WholeNumber } from './engine-units.type.js';
import type { EngineOrderEvent } from '../../engine/event.js';

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

/**
 * An order. Prices are in units of its product (10^-scale, see product_states), as in all tables of the exchange. No
 * foreign keys: the writer has checked account and instrument, and `kontor verify` proves it.
 */
@Entity({ tableName: 'orders' })
@Index({
  name: 'orders_client_order_id_key',
  expression:
    'create unique index "orders_client_order_id_key" on "orders" ("acct_id", "client_order_id") where client_order_id is not null',
})
@Index({ name: 'orders_acct_id_index', properties: ['acctId', 'id'] })
@Index({
  name: 'orders_open_index',
  expression: `create index "orders_open_index" on "orders" ("id") where status = 'Open'`,
})
@Index({
  name: 'orders_created_at_index',
  expression:
    'create index "orders_created_at_index" on "orders" using brin ("created_at") with (pages_per_range = 32, autosummarize = on)',
})
export class Order implements OrderRow {
  @PrimaryKey({ ...engineNumber(), autoincrement: false })
  readonly id!: number;

  @Property(engineNumber())
  readonly acctId!: number;

  @Property({ type: 'integer' })
  readonly userId!: number;

  @Property({ type: 'integer', nullable: true })
  readonly placedBy!: number | null;

  @Property(engineNumber())
  readonly instrumentId!: number;

  @Property({ length: 64, nullable: true })
  readonly clientOrderId!: string | null;

  @Property({ length: 64, nullable: true })
  readonly tag!: string | null;

  @Property({ type: Keyword, length: 9 })
  readonly orderType!: OrderType;

  @Property({ type: Keyword, length: 4 })
  readonly side!: Side;

  @Property({ type: Keyword, length: 3 })
  readonly timeInForce!: TimeInForce;

  @Property()
  readonly postOnly!: boolean;

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

  @Property({ type: Keyword, length: 9 })
  readonly status!: OrderStatus;

  @Property({ type: Keyword, length: 15 })
  readonly state!: OrderState;

  @Property({ type: Keyword, length: 32, nullable: true })
  readonly rejectCode!: OrderRefusalCode | null;

  @Property({ type: Keyword, length: 24, nullable: true })
  readonly cancelReason!: CancelReason | null;

  /** The number of the order's last event. */
  @Property({ type: 'integer' })
  readonly revision!: number;

  /** Counts modifications, starting at 1; also 1 for orders from before modifications were counted. */
  @Property({ type: 'integer', default: 1 })
  readonly version!: number;

  @Property({ type: 'date', nullable: true })
  readonly sessionDate!: string | null;

  @Property({ type: Instant })
  readonly createdAt!: number;

  @Property({ type: Instant })
  readonly updatedAt!: number;

  @Property({ type: Instant, nullable: true })
  readonly triggeredAt!: number | null;

  /** Its time priority among resting orders and waiting stops. */
  @Property({ ...engineNumber(), fieldName: 'rank_number' })
  readonly rank!: number;

  /**
   * The action that placed it, and the fingerprint that distinguishes a copy from another submission with the same
   * client order id.
   */
  @Property(engineNumber())
  readonly actionId!: number;

  @Property(optionalEngineNumber())
  readonly fingerprint!: number | null;
}
