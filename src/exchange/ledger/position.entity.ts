import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { engineNumber, optionalEngineNumber, WholeNumber } from './instant.type.js';

/**
 * A position in the engine's units: cost and profits in units of price times contracts; `carried` is the profit from
 * before the reference.
 */
@Entity({ tableName: 'positions' })
export class Position {
  @PrimaryKey({ ...engineNumber(), autoincrement: false })
  readonly acctId!: number;

  @PrimaryKey({ ...engineNumber(), autoincrement: false })
  readonly instrumentId!: number;

  @Property(engineNumber())
  readonly quantity!: number;

  @Property({ type: WholeNumber })
  readonly cost!: bigint;

  @Property({ type: WholeNumber })
  readonly realised!: bigint;

  @Property({ type: WholeNumber })
  readonly carriedTotal!: bigint;

  @Property({ type: WholeNumber })
  readonly carriedRealised!: bigint;

  /** The statement that it is counted from; null if it is counted from the first trade. */
  @Property({ type: 'date', nullable: true })
  readonly referenceAsOf!: string | null;

  @Property(optionalEngineNumber())
  readonly referenceQuantity!: number | null;

  @Property(optionalEngineNumber())
  readonly referencePrice!: number | null;

  /** How many more decimals than market prices the reference price has. */
  @Property({ type: 'smallint', default: 0 })
  readonly referenceExtraDecimals!: number;

  /** The same for cost and profits. */
  @Property({ type: 'smallint', default: 0 })
  readonly extraDecimals!: number;

  /** The last command that changed it. */
  @Property(engineNumber())
  readonly seq!: number;
}
