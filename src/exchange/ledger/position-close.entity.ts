import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { engineNumber, optionalEngineNumber, WholeNumber } from './instant.type.js';

/** A position at the close of a session, with the session's change. A later statement may restate it. */
@Entity({ tableName: 'position_closes' })
export class PositionClose {
  @PrimaryKey({ ...engineNumber(), autoincrement: false })
  readonly acctId!: number;

  @PrimaryKey({ ...engineNumber(), autoincrement: false })
  readonly instrumentId!: number;

  @PrimaryKey({ type: 'date' })
  readonly sessionDate!: string;

  @Property(engineNumber())
  readonly quantity!: number;

  @Property(engineNumber())
  readonly net!: number;

  /** The valuation price; null without one. */
  @Property(optionalEngineNumber())
  readonly mark!: number | null;

  /** How many more decimals than market prices the mark has: it may be the price of a reference position. */
  @Property({ type: 'smallint', default: 0 })
  readonly markExtraDecimals!: number;

  @Property({ type: WholeNumber })
  readonly profitTotal!: bigint;

  @Property({ type: WholeNumber })
  readonly profitRealised!: bigint;

  /** The same of the profits. */
  @Property({ type: 'smallint', default: 0 })
  readonly extraDecimals!: number;
}
