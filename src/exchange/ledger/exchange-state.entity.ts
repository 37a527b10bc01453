import { Check, Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType } from '@mikro-orm/postgresql';
import type { PendingCommand } from '../../engine/pending-command.js';
import { Instant } from './instant.type.js';

/** Made anew for each column, because the decorator writes into it. */
const count = () => ({ type: new BigIntType('number'), default: 0 });

/**
 * How far the exchange has come: one row. `epoch` is the fence: a process that becomes the writer raises it, and every batch is written
 * under the condition that it is still the writer's own, so a writer that was thought dead can never write again.
 */
@Entity({ tableName: 'exchange_state' })
@Check({ name: 'exchange_state_one_row', expression: 'id = 1' })
export class ExchangeState {
  @PrimaryKey({ type: 'smallint', autoincrement: false })
  readonly id!: number;

  @Property(count())
  readonly epoch!: number;

  /** The number of the last command in the journal. */
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

  /** The rules that are in force since some command of the journal: see the engine's `rules.ts`. */
  @Property({ type: 'integer', default: 1 })
  readonly rules!: number;

  /** The time of that command; the next one is not earlier, whatever the clock of the machine does. */
  @Property({ type: Instant, defaultRaw: 'now()' })
  readonly time!: number;

  /** Until when the writer is believed to be alive, by the clock of the database. */
  @Property({ columnType: 'timestamptz', defaultRaw: `'-infinity'` })
  readonly leaseUntil!: Date;

  /** The last command of the time before changes of positions and accounts were kept. */
  @Property(count())
  readonly changesSince!: number;

  /** The commands that have ended some of their orders and not all, as the engine goes on with them. */
  @Property({ type: 'json', columnType: 'jsonb', defaultRaw: `'[]'` })
  readonly pending!: readonly PendingCommand[];
}
