import { Check, Entity, Index, ManyToOne, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ArrayType } from '@mikro-orm/postgresql';
import type { SettlementStyle } from '../../engine/command.js';
import { ExactDecimal } from '../../money/exact-decimal.type.js';
import { ReferenceEntity } from '../reference.entity.js';
import { InconsistentTermsError } from '../instrument-errors.js';
import { ProductGroupEntity } from '../groups/product-group.entity.js';
import { validateProduct, type InstrumentType, type ProductDefinition } from '../reference-definitions.js';

/**
 * A product with its tick and tick value. Invariant: tick size × multiplier = tick value, exactly; a database
 * constraint checks it too.
 */
@Entity({ tableName: 'products' })
@Check({
  name: 'products_instrument_type_check',
  expression: `instrument_type in ('Future', 'Option', 'Spread', 'Equity')`,
})
@Check({ name: 'products_settlement_style_check', expression: `settlement_style in ('Cash', 'Physical')` })
@Check({
  name: 'products_tick_check',
  expression: 'tick_size > 0 and multiplier > 0 and display_factor > 0 and tick_size * multiplier = tick_value',
})
@Check({
  name: 'products_max_order_quantity_check',
  expression: 'max_order_quantity >= 1 and max_order_quantity <= 1000000000',
})
@Check({
  name: 'products_sessions_check',
  expression: 'cardinality(session_start_times) = cardinality(session_end_times)',
})
export class ProductEntity extends ReferenceEntity implements ProductDefinition {
  @Index()
  @ManyToOne(() => ProductGroupEntity, { mapToPk: true, fieldName: 'group_id' })
  readonly groupId: number;

  @Unique()
  @Property({ length: 32 })
  symbol!: string;

  @Property({ length: 100 })
  name!: string;

  @Property({ length: 10 })
  instrumentType!: InstrumentType;

  @Property({ type: ExactDecimal })
  displayFactor!: string;

  @Property({ type: ExactDecimal })
  tickSize!: string;

  @Property({ type: ExactDecimal })
  tickValue!: string;

  @Property({ type: ExactDecimal })
  multiplier!: string;

  @Property({ length: 10 })
  settlementStyle!: SettlementStyle;

  @Property({ type: 'integer' })
  maxOrderQuantity!: number;

  @Property()
  allowNegativePrices!: boolean;

  @Property({ type: new ArrayType(Number), columnType: 'integer[]' })
  sessionStartTimes!: number[];

  @Property({ type: new ArrayType(Number), columnType: 'integer[]' })
  sessionEndTimes!: number[];

  constructor(groupId: number, terms: ProductDefinition) {
    super();
    this.groupId = groupId;
    this.update(terms);
  }

  update(terms: Partial<ProductDefinition>): void {
    Object.assign(this, terms);
    const violations = validateProduct(this);
    if (violations.length > 0) throw new InconsistentTermsError(violations);
  }
}
