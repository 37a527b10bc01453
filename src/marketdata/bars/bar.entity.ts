import { Check, Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType } from '@mikro-orm/postgresql';
import type { StoredInterval } from './bar.js';

/** Created per column, because the decorator modifies it. */
const bigintColumn = () => ({ type: new BigIntType('number') });

/**
 * A bar of the trades aggregated so far: see `BarProgress`. Prices are units of the product, as in the exchange's
 * tables, and like there without foreign keys: `kontor verify` compares every bar with the trades.
 */
@Entity({ tableName: 'bars' })
@Check({ name: 'bars_span_check', expression: `span in ('1m', '5m', '1h', '1d')` })
export class StoredBar {
  @PrimaryKey({ ...bigintColumn(), autoincrement: false })
  readonly instrumentId!: number;

  @PrimaryKey({ length: 2 })
  readonly span!: StoredInterval;

  @PrimaryKey({ type: 'timestamptz', length: 3 })
  readonly startsAt!: Date;

  @Property(bigintColumn())
  readonly openPrice!: number;

  @Property(bigintColumn())
  readonly highPrice!: number;

  @Property(bigintColumn())
  readonly lowPrice!: number;

  @Property(bigintColumn())
  readonly closePrice!: number;

  @Property(bigintColumn())
  readonly volume!: number;

  @Property(bigintColumn())
  readonly trades!: number;
}

/** The last aggregated trade: one row, updated in the same transaction as the bars. */
@Entity({ tableName: 'bar_progress' })
@Check({ name: 'bar_progress_one_row', expression: 'id = 1' })
export class BarProgress {
  @PrimaryKey({ type: 'smallint', autoincrement: false })
  readonly id!: number;

  @Property({ ...bigintColumn(), default: 0 })
  readonly tradeId!: number;
}
