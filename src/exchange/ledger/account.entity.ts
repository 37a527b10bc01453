import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { AccountLimits } from '../../engine/command.js';
import { User } from '../../users/user.entity.js';
import { engineNumber, Instant, keyReference, WholeNumber } from './engine-units.type.js';
import { Keyword } from '../../database/keyword.type.js';

/**
 * A change of an account, its grants or a break by a command; their own tables have only the current state.
 * Append-only.
 */
@Entity({ tableName: 'account_changes' })
@Index({
  name: 'account_changes_granted_index',
  expression: `create index "account_changes_granted_index" on "account_changes" ("subject_id", "seq") where type = 'AccountGranted'`,
})
@Index({
  name: 'account_changes_break_index',
  expression: `create index "account_changes_break_index" on "account_changes" ("subject_id", "seq") where type in ('BreakOpened', 'BreakChanged', 'BreakClosed')`,
})
export class AccountChange {
  /** The command in the journal that caused it, which has its time. */
  @PrimaryKey({ ...engineNumber(), autoincrement: false })
  readonly seq!: number;

  @PrimaryKey({ type: Keyword, length: 16 })
  readonly type!: 'AccountChanged' | 'AccountGranted' | 'BreakOpened' | 'BreakChanged' | 'BreakClosed';

  @PrimaryKey({ ...engineNumber(), autoincrement: false })
  readonly acctId!: number;

  /** The granted user or the break; 0 for the account itself. */
  @PrimaryKey({ ...engineNumber(), autoincrement: false })
  readonly subjectId!: number;

  /** The event of the engine, in the format of `command-text.ts`. */
  @Property({ type: 'json', columnType: 'jsonb' })
  readonly event!: unknown;
}

/** A user who may view or trade an account besides its owner. */
@Entity({ tableName: 'account_grants' })
export class AccountGrant {
  @ManyToOne(() => Account, keyReference('acct_id'))
  readonly acctId!: number;

  @Index()
  @ManyToOne(() => User, keyReference('user_id'))
  readonly userId!: number;

  @Property({ type: Keyword, length: 5 })
  readonly access!: 'Trade' | 'Read';

  @Property({ type: Instant })
  readonly grantedAt!: number;
}

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
