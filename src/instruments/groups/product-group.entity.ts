import { Check, Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ArrayType } from '@mikro-orm/postgresql';
import type { SelfTradePolicy, SelfTradeScope } from '../../engine/book.js';
import { ExactDecimal } from '../../money/exact-decimal.type.js';
import { ReferenceEntity } from '../reference.entity.js';
import { InconsistentTermsError } from '../instrument-errors.js';
import { validateProductGroup, type ProductGroupDefinition } from '../reference-definitions.js';
import { SessionCalendar } from '../calendar/session-calendar.js';
import type { SessionOverride } from '../calendar/session-hours.js';

/**
 * Products of one exchange and currency with the same hours, holidays and margins. Invariant: its terms are consistent
 * (`validateProductGroup`); `update` is the only way to change them.
 */
@Entity({ tableName: 'product_groups' })
@Check({ name: 'product_groups_currency_check', expression: `currency ~ '^[A-Z]{3}$'` })
@Check({
  name: 'product_groups_sessions_check',
  expression:
    'cardinality(session_start_times) > 0 and cardinality(session_start_times) = cardinality(session_end_times)',
})
@Check({
  name: 'product_groups_margin_check',
  expression: 'maintenance_margin >= 0 and initial_margin >= maintenance_margin',
})
@Check({ name: 'product_groups_price_band_check', expression: 'price_band >= 0' })
@Check({
  name: 'product_groups_self_trade_policy_check',
  expression: `self_trade_policy in ('CancelAggressor', 'CancelResting', 'CancelBoth')`,
})
@Check({ name: 'product_groups_self_trade_scope_check', expression: `self_trade_scope in ('account', 'owner')` })
export class ProductGroupEntity extends ReferenceEntity implements ProductGroupDefinition {
  @Unique()
  @Property({ length: 32 })
  symbol!: string;

  @Property({ length: 100 })
  name!: string;

  @Property({ length: 20 })
  exchange!: string;

  @Property({ length: 3 })
  currency!: string;

  @Property({ length: 64 })
  timezone!: string;

  @Property({ type: new ArrayType(Number), columnType: 'integer[]' })
  sessionStartTimes!: number[];

  @Property({ type: new ArrayType(Number), columnType: 'integer[]' })
  sessionEndTimes!: number[];

  @Property({ type: 'json', columnType: 'jsonb' })
  sessionOverrides!: SessionOverride[];

  @Property({ type: ExactDecimal })
  initialMargin!: string;

  @Property({ type: ExactDecimal })
  maintenanceMargin!: string;

  @Property({ type: ExactDecimal })
  priceBand!: string;

  @Property({ length: 20 })
  selfTradePolicy!: SelfTradePolicy;

  @Property({ length: 10 })
  selfTradeScope!: SelfTradeScope;

  constructor(terms: ProductGroupDefinition) {
    super();
    this.update(terms);
  }

  update(terms: Partial<ProductGroupDefinition>): void {
    Object.assign(this, terms);
    const violations = validateProductGroup(this);
    if (violations.length > 0) throw new InconsistentTermsError(violations);
  }

  /** The hours of the group, or of a product with its own; time zone and holidays are the group's. */
  createCalendar(
    {
      sessionStartTimes,
      sessionEndTimes,
    }: Pick<ProductGroupDefinition, 'sessionStartTimes' | 'sessionEndTimes'> = this,
  ): SessionCalendar {
    const hasOwnHours = sessionStartTimes.length > 0;
    return new SessionCalendar({
      timezone: this.timezone,
      startTimes: hasOwnHours ? sessionStartTimes : this.sessionStartTimes,
      endTimes: hasOwnHours ? sessionEndTimes : this.sessionEndTimes,
      overrides: this.sessionOverrides,
    });
  }
}
