import { BlobType } from '@mikro-orm/postgresql';
import { Entity, PrimaryKey, Property, Trigger } from '@mikro-orm/decorators/legacy';
import { engineNumber, Instant } from './engine-units.type.js';

/**
 * The commands of one transaction: what makes them durable, and all that a recovery needs beyond the tables. Append-only.
 * Each row has the hash of the row before it, so a changed or missing one is found.
 */
@Entity({ tableName: 'journal_batches' })
@Trigger({
  name: 'journal_batches_stay',
  timing: 'before',
  events: ['update', 'delete'],
  body: `raise exception 'the journal is only ever added to'`,
})
export class JournalBatch {
  /** The number of its first command. */
  @PrimaryKey({ ...engineNumber(), autoincrement: false })
  readonly first!: number;

  @Property(engineNumber())
  readonly last!: number;

  /** The epoch of the writer. */
  @Property(engineNumber())
  readonly epoch!: number;

  /** The time of its last command. */
  @Property({ type: Instant })
  readonly at!: number;

  @Property({ type: BlobType })
  readonly previousHash!: Buffer;

  @Property({ type: BlobType })
  readonly hash!: Buffer;

  /** The commands in the format of `batch-encoding.ts`. */
  @Property({ type: BlobType })
  readonly body!: Buffer;
}
