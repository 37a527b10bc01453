import { Check, Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BlobType } from '@mikro-orm/postgresql';
import type { PendingCommand } from '../../engine/pending-command.js';
import { engineNumber, Instant } from './engine-units.type.js';

/** Created per column, because the decorator modifies it. */
const count = () => ({ ...engineNumber(), default: 0 });

/**
 * How far the tables have followed the journal, in one row: the counters and pending commands of the venue after the
 * last command that is in the tables. Written in the transaction that writes the rows up to there.
 */
@Entity({ tableName: 'exchange_state' })
@Check({ name: 'exchange_state_one_row', expression: 'id = 1' })
export class ExchangeState {
  @PrimaryKey({ type: 'smallint', autoincrement: false })
  readonly id!: number;

  /** The number of the last command in the tables. */
  @Property(count())
  readonly command!: number;

  @Property(count())
  readonly action!: number;

  @Property({ ...count(), fieldName: 'order_number' })
  readonly order!: number;

  @Property(count())
  readonly trade!: number;

  @Property({ ...count(), fieldName: 'rank_number' })
  readonly rank!: number;

  @Property(count())
  readonly reconciliationBreak!: number;

  /** The engine rules in force: see the engine's `rules.ts`. */
  @Property({ type: 'integer', default: 1 })
  readonly rules!: number;

  /** The time of that command. The next one is not earlier, whatever the system clock shows. */
  @Property({ type: Instant, defaultRaw: 'now()' })
  readonly time!: number;

  /** The last command before position and account changes were stored. */
  @Property(count())
  readonly changesSince!: number;

  /** Commands that have ended some of their orders, as the engine continues them. */
  @Property({ type: 'json', columnType: 'jsonb', defaultRaw: `'[]'` })
  readonly pending!: readonly PendingCommand[];
}

/**
 * The writer of the exchange and the end of the journal, in one row. `epoch` is the fence: a process that becomes the
 * writer raises it, and every batch is conditional on it, so a replaced writer can never write again.
 */
@Entity({ tableName: 'exchange_writer' })
@Check({ name: 'exchange_writer_one_row', expression: 'id = 1' })
export class ExchangeWriter {
  @PrimaryKey({ type: 'smallint', autoincrement: false })
  readonly id!: number;

  @Property(engineNumber())
  readonly epoch!: number;

  /** The number of the last command in the journal. */
  @Property(engineNumber())
  readonly command!: number;

  /** The hash of the last batch; zeros before the first. */
  @Property({ type: BlobType })
  readonly hash!: Buffer;

  /** The end of the writer's lease, by the clock of the database. */
  @Property({ columnType: 'timestamptz' })
  readonly leaseUntil!: Date;
}
