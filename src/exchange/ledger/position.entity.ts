import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { engineNumber, optionalEngineNumber, WholeNumber } from './engine-units.type.js';

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

  /** Whether it is counted from a list of its date or of a later one. The first list of that date came before the session closed. */
  @Property({ type: 'boolean', default: false })
  readonly includesList!: boolean;
}

/** A position after a command, as the row of `positions` was then. Append-only. */
@Entity({ tableName: 'position_changes' })
export class PositionChange {
  /** The command in the journal that caused it, which has its time. */
  @PrimaryKey({ ...engineNumber(), autoincrement: false })
  readonly seq!: number;

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

  /** How many more decimals than market prices the values have. */
  @Property({ type: 'smallint', default: 0 })
  readonly extraDecimals!: number;
}

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

  /** Whether the statement said what the books said: their quantity, at their average price. */
  @Property({ type: 'boolean', default: false })
  readonly referenceConfirms!: boolean;

  /** From where profit since the money values is counted; null if that is the close of their date, or if it is so much in all. */
  @Property({ type: 'date', nullable: true })
  readonly startSession!: string | null;

  /** So much profit after the last close before that session, in all without one. Null if it is the close. */
  @Property({ type: WholeNumber, nullable: true })
  readonly startTotal!: bigint | null;

  @Property({ type: WholeNumber, nullable: true })
  readonly startRealised!: bigint | null;

  /** The last close before the statement; later ones are counted from it. */
  @Property({ type: 'date', nullable: true })
  readonly beforeListLastClose!: string | null;

  /** What had been won before the statement, for another one of its date. Null without one, and under earlier rules. */
  @Property({ type: WholeNumber, nullable: true })
  readonly beforeListTotal!: bigint | null;

  @Property({ type: WholeNumber, nullable: true })
  readonly beforeListRealised!: bigint | null;

  @Property(optionalEngineNumber())
  readonly beforeListHeld!: number | null;

  /** The valuation price then; null without one. */
  @Property(optionalEngineNumber())
  readonly beforeListMark!: number | null;

  @Property({ type: 'smallint', default: 0 })
  readonly beforeListMarkExtraDecimals!: number;

  /** What was traded between the first statement of the date and this one. */
  @Property(optionalEngineNumber())
  readonly beforeListTraded!: number | null;

  @Property({ type: WholeNumber, nullable: true })
  readonly beforeListTradedCost!: bigint | null;

  /** The last command that changed it. */
  @Property(engineNumber())
  readonly seq!: number;
}
