import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { Order } from './order.entity.js';

@Entity({ tableName: 'order_actions' })
export class OrderAction {
  @PrimaryKey()
  id!: number;

  @Property({ length: 20 })
  actionType!: string;

  @Index()
  @ManyToOne(() => Order)
  order!: Order;

  @Property({ type: 'timestamptz' })
  receivedAt: Date & Opt = new Date();
}
