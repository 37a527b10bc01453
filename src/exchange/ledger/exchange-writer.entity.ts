import { BlobType } from '@mikro-orm/postgresql';
import { Check, Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { engineNumber } from './engine-units.type.js';

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
