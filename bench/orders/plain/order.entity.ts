import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { Opt, Ref } from '@mikro-orm/postgresql';
import { Account } from './account.entity.js';

@Entity({ tableName: 'orders' })
export class Order {
  @PrimaryKey()
  id!: number;

  @Index()
  @ManyToOne(() => Account, { ref: true })
  account!: Ref<Account>;

  @Property()
  instrumentId!: number;

  @Property({ length: 4 })
  side!: string;

  @Property({ length: 3 })
  timeInForce!: string;

  @Property({ type: 'decimal', columnType: 'numeric(24,9)' })
  limitPrice!: string;

  @Property()
  quantity!: number;

  @Property({ length: 10 })
  status: string & Opt = 'Open';

  @Property({ type: 'timestamptz' })
  createdAt: Date & Opt = new Date();

  @Property({ type: 'timestamptz', onUpdate: () => new Date() })
  updatedAt: Date & Opt = new Date();
}
