import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { AccountLimits } from '../../engine/command.js';
import { User } from '../../users/user.entity.js';
import { engineNumber, Instant, WholeNumber } from './instant.type.js';

/** Created per column, because the decorator modifies it. */
const limit = () => ({ type: 'integer', nullable: true }) as const;

/** An account with its owner and limits. Written by the exchange only. Null is no limit. */
@Entity({ tableName: 'accounts' })
export class Account implements AccountLimits {
  @PrimaryKey({ ...engineNumber(), autoincrement: false })
  readonly id!: number;

  @Index()
  @ManyToOne(() => User, { mapToPk: true, fieldName: 'owner_id' })
  readonly ownerId!: number;

  @Property({ length: 100 })
  readonly name!: string;

  @Property({ length: 3 })
  readonly currency!: string;

  @Property({ length: 64 })
  readonly timeZone!: string;

  @Property()
  readonly isEnabled!: boolean;

  @Property(limit())
  readonly maxOrderQuantity!: number | null;

  @Property(limit())
  readonly maxPosition!: number | null;

  @Property(limit())
  readonly maxProductContracts!: number | null;

  /** In ten-thousandths of the currency, like all amounts of the exchange. */
  @Property({ type: WholeNumber, nullable: true })
  readonly maxDailyLoss!: bigint | null;

  @Property(limit())
  readonly buyingPowerPercent!: number | null;

  @Property(limit())
  readonly maxWorkingOrders!: number | null;

  @Property({ type: Instant })
  readonly openedAt!: number;

  @Property({ type: Instant })
  readonly changedAt!: number;
}
