import { Check, Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType, type Opt } from '@mikro-orm/postgresql';
import { InstrumentEntity } from '../instruments/instrument.entity.js';
import { ExactDecimal } from '../money/exact-decimal.type.js';
import { User } from '../users/user.entity.js';
import type { AlertDirection, AlertKind, AlertSide, AlertState, AlertTerms } from './alert-terms.js';

/**
 * A price of an instrument, or a fill on an account, that a user waits for. Only `AlertTriggersService` writes that it has happened, on the condition
 * that it is active and has been triggered as often as the evaluation knows: so nothing triggers it twice.
 */
@Entity({ tableName: 'alerts' })
@Check({ name: 'alerts_state_check', expression: `state in ('Active', 'Triggered', 'Cancelled')` })
@Check({
  name: 'alerts_terms_check',
  expression: `case kind when 'Price' then instrument_id is not null and side is not null and direction is not null and price is not null when 'Fill' then price is null else false end`,
})
@Index({ name: 'alerts_user_id_index', properties: ['userId', 'id'] })
@Index({
  name: 'alerts_active_index',
  expression: `create index "alerts_active_index" on "alerts" ("id") where state = 'Active'`,
})
export class Alert implements AlertTerms {
  @PrimaryKey({ type: new BigIntType('number') })
  readonly id!: number;

  @ManyToOne(() => User, { mapToPk: true, fieldName: 'user_id', deleteRule: 'cascade' })
  readonly userId: number;

  @Property({ length: 5 })
  readonly kind: AlertKind;

  @Index()
  @ManyToOne(() => InstrumentEntity, {
    mapToPk: true,
    fieldName: 'instrument_id',
    nullable: true,
    deleteRule: 'cascade',
  })
  readonly instrumentId: number | null;

  @Property({ type: new BigIntType('number'), nullable: true })
  readonly acctId: number | null;

  @Property({ length: 4, nullable: true })
  readonly side: AlertSide | null;

  @Property({ length: 5, nullable: true })
  readonly direction: AlertDirection | null;

  @Property({ type: ExactDecimal, nullable: true })
  readonly price: string | null;

  @Property({ length: 200 })
  readonly note: string;

  @Property({ type: 'boolean' })
  readonly repeat: boolean;

  @Property({ length: 9 })
  state: AlertState & Opt = 'Active';

  /** Why the service canceled it. */
  @Property({ length: 200, nullable: true })
  reason: string | null = null;

  /** The last trade before it was armed: later ones may trigger it. */
  @Property({ type: new BigIntType('number') })
  since: number;

  /** How often it has triggered. */
  @Property({ type: 'integer' })
  readonly triggers: number & Opt = 0;

  /** The number of its last trigger among all triggers of the service. */
  @Property({ type: new BigIntType('number'), nullable: true })
  readonly notice: number | null = null;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  readonly triggeredAt: Date | null = null;

  @Property({ type: ExactDecimal, nullable: true })
  readonly triggeredPrice: string | null = null;

  @Property({ type: new BigIntType('number'), nullable: true })
  readonly triggeredInstrumentId: number | null = null;

  @Property({ type: 'timestamptz', length: 3 })
  readonly createdAt: Date & Opt = new Date();

  constructor(userId: number, since: number, terms: AlertTerms) {
    this.userId = userId;
    this.since = since;
    this.kind = terms.kind;
    this.instrumentId = terms.instrumentId;
    this.acctId = terms.acctId;
    this.side = terms.side;
    this.direction = terms.direction;
    this.price = terms.price;
    this.note = terms.note;
    this.repeat = terms.repeat;
  }

  /** It waits from now on. */
  arm(since: number): void {
    this.state = 'Active';
    this.reason = null;
    this.since = since;
  }

  cancel(reason: string | null = null): void {
    this.state = 'Cancelled';
    this.reason = reason;
  }
}

/** How far alerts were evaluated, in one row: after a crash, later trades are looked at again. */
@Entity({ tableName: 'alert_progress' })
@Check({ name: 'alert_progress_one_row', expression: 'id = 1' })
export class AlertProgress {
  @PrimaryKey({ type: 'smallint', autoincrement: false })
  readonly id!: number;

  /** The last trade that was evaluated. */
  @Property({ type: new BigIntType('number') })
  readonly trade!: number;

  /** How many triggers there were: the number of the last one. */
  @Property({ type: new BigIntType('number') })
  readonly notices!: number;
}
