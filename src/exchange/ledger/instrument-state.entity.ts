import { Entity, ManyToOne, Property, PrimaryKey } from '@mikro-orm/decorators/legacy';
import { Keyword } from '../../database/keyword.type.js';
import type { InstrumentTerms, ProductGroupTerms, ProductTerms } from '../../engine/command.js';
import { InstrumentEntity } from '../../instruments/instrument.entity.js';
import { engineNumber, Instant, keyReference, optionalEngineNumber } from './engine-units.type.js';
import { ProductGroupEntity } from '../../instruments/groups/product-group.entity.js';
import { ProductEntity } from '../../instruments/products/product.entity.js';
import { STATUS_REASON_MAX } from '../../instruments/reference-definitions.js';

/** The closing price of an instrument's session. */
@Entity({ tableName: 'closing_marks' })
export class ClosingMark {
  @PrimaryKey({ ...engineNumber(), autoincrement: false })
  readonly instrumentId!: number;

  @PrimaryKey({ type: 'date' })
  readonly sessionDate!: string;

  @Property(engineNumber())
  readonly price!: number;
}

/**
 * A product as the venue received it, with the state of its sessions. `terms.scale` is the scale of the prices of its
 * orders and trades.
 */
@Entity({ tableName: 'product_states' })
export class ProductState {
  @ManyToOne(() => ProductEntity, keyReference('product_id'))
  readonly productId!: number;

  @Property({ type: 'json', columnType: 'jsonb' })
  readonly terms!: ProductTerms;

  /** The open session or the last one; null before the first. */
  @Property({ type: 'date', nullable: true })
  readonly sessionDate!: string | null;

  @Property()
  readonly sessionIsOpen!: boolean;
}

/** A product group as the venue received it, in the format of `command-text.ts`. */
@Entity({ tableName: 'group_states' })
export class GroupState {
  @ManyToOne(() => ProductGroupEntity, keyReference('group_id'))
  readonly groupId!: number;

  @Property({ type: 'json', columnType: 'jsonb' })
  readonly terms!: ProductGroupTerms;
}

/** An instrument as the venue received it, with its trading state: status, settlement and session statistics. */
@Entity({ tableName: 'instrument_states' })
export class InstrumentState {
  @ManyToOne(() => InstrumentEntity, keyReference('instrument_id'))
  readonly instrumentId!: number;

  @Property({ type: 'json', columnType: 'jsonb' })
  readonly terms!: InstrumentTerms;

  @Property({ type: Keyword, length: 6 })
  readonly givenStatus!: 'Open' | 'Halted' | 'Closed';

  @Property({ length: STATUS_REASON_MAX, nullable: true })
  readonly haltReason!: string | null;

  @Property()
  readonly isExpired!: boolean;

  @Property(optionalEngineNumber())
  readonly settlementPrice!: number | null;

  @Property({ type: 'date', nullable: true })
  readonly settledSession!: string | null;

  @Property(engineNumber())
  readonly boardSeq!: number;

  /** The time of that change; null of rows that no batch has written since the column is there. */
  @Property({ type: Instant, nullable: true })
  readonly boardChangedAt!: number | null;

  @Property(optionalEngineNumber())
  readonly lastPrice!: number | null;

  @Property({ type: 'integer', nullable: true })
  readonly lastQuantity!: number | null;

  @Property({ type: Instant, nullable: true })
  readonly lastTime!: number | null;

  @Property({ type: 'date', nullable: true })
  readonly lastSession!: string | null;

  @Property(optionalEngineNumber())
  readonly high!: number | null;

  @Property(optionalEngineNumber())
  readonly low!: number | null;

  @Property(engineNumber())
  readonly volume!: number;

  /** The reference of the price bands: the session's last trade within them. */
  @Property(optionalEngineNumber())
  readonly bandPrice!: number | null;
}
