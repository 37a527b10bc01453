import { Check, Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType, type Opt } from '@mikro-orm/postgresql';
import { ExactDecimal } from '../money/exact-decimal.type.js';
import { ReferenceEntity } from './reference.entity.js';
import { InconsistentTermsError, PriceOffTickError, PriceTooLargeError } from './instrument-errors.js';
import { ProductEntity } from './products/product.entity.js';
import {
  STATUS_REASON_MAX,
  type DefinitionViolation,
  type SettableInstrumentStatus,
  type InstrumentStatus,
  type InstrumentDefinition,
  type ProductDefinition,
} from './reference-definitions.js';
import type { SessionCalendar } from './calendar/session-calendar.js';
import { PRICE_MAX } from '../engine/prices.js';
import { countDecimals, formatDecimal, isAtMost, isMultiple, isPositive, toCommonScale } from '../money/decimal.js';

/** Who sets a status, and when. */
export type StatusSetter = Readonly<{ userId: number; at: Date }>;

/**
 * A tradable instrument: one expiration of a product, or a share. Invariants: the settlement price is a multiple of the
 * tick; `expiresAt` is the close of the last session of `expiration`, and follows the calendar. At most one instrument
 * per symbol is not expired: expired ones are retired when the next is listed. An instrument expires at `expiresAt`
 * without any action.
 */
@Entity({ tableName: 'instruments' })
@Index({
  name: 'instruments_live_symbol_key',
  expression: 'create unique index "instruments_live_symbol_key" on "instruments" ("symbol") where not retired',
})
@Check({ name: 'instruments_status_check', expression: `given_status in ('Open', 'Halted', 'Closed')` })
@Check({ name: 'instruments_expiration_check', expression: '(expiration is null) = (expires_at is null)' })
export class InstrumentEntity extends ReferenceEntity {
  @Index()
  @ManyToOne(() => ProductEntity, { mapToPk: true, fieldName: 'product_id' })
  readonly productId: number;

  @Index()
  @Property({ length: 32 })
  symbol!: string;

  /** It has expired, and its symbol belongs to another instrument. */
  @Property({ type: 'boolean', default: false })
  readonly retired: boolean & Opt = false;

  @Property({ type: 'date', nullable: true })
  expiration!: string | null;

  @Index()
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  expiresAt: Date | null = null;

  /** The status set by an administrator; see `getStatusAt`. */
  @Property({ length: 10 })
  givenStatus!: SettableInstrumentStatus;

  /** Why it has this status, in the words of the administrator. It ends with the status. */
  @Property({ length: STATUS_REASON_MAX, nullable: true })
  statusReason: string | null = null;

  /** Since when it has this status; null of those that nobody has changed. */
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  statusSince: Date | null = null;

  /** The user who has set it. Not a reference: it is kept when the user is gone, as in the audit log. */
  @Property({ type: new BigIntType('number'), nullable: true })
  statusSetBy: number | null = null;

  @Property({ type: ExactDecimal, nullable: true })
  settlementPrice!: string | null;

  constructor(product: ProductEntity, calendar: SessionCalendar, terms: InstrumentDefinition, setter?: StatusSetter) {
    super();
    this.productId = product.id;
    this.update(product, calendar, terms, setter);
  }

  /**
   * Also called without new terms, when the product or its calendar changes: either the instrument fits, or the change
   * is rejected.
   */
  update(
    product: ProductEntity,
    calendar: SessionCalendar,
    { status, ...terms }: Partial<InstrumentDefinition> = {},
    setter?: StatusSetter,
  ): void {
    if (status !== undefined && status !== this.givenStatus) this.turn(status, null, setter);
    Object.assign(this, terms);
    if (this.settlementPrice !== null)
      this.requirePrice(this.settlementPrice, product, {
        field: 'settlement_price',
        message: `prices of ${product.symbol} are greater than 0; ${this.symbol} would settle at ${this.settlementPrice}`,
      });
    const expiresAt = this.expiration === null ? null : this.requireClose(this.expiration, calendar);
    // An equal time keeps its object, so that nothing counts as changed.
    if (this.expiresAt?.getTime() !== expiresAt?.getTime()) this.expiresAt = expiresAt;
  }

  /** The reason of the status before ends with it. Another reason for the same status does not begin it again. */
  turn(status: SettableInstrumentStatus, reason: string | null, setter?: StatusSetter): void {
    if (status !== this.givenStatus) {
      this.statusSince = setter?.at ?? null;
      this.statusSetBy = setter?.userId ?? null;
    }
    this.givenStatus = status;
    this.statusReason = reason;
  }

  getStatusAt(now: number): InstrumentStatus {
    return this.expiresAt !== null && this.expiresAt.getTime() <= now ? 'Expired' : this.givenStatus;
  }

  private requireClose(date: string, calendar: SessionCalendar): Date {
    const closesAt = calendar.findClose(date);
    if (closesAt === null)
      throw new InconsistentTermsError([
        {
          field: 'expiration',
          message: `${this.symbol} would expire on ${date}, and there is no session on that date`,
        },
      ]);
    return new Date(closesAt);
  }

  /** `violation` is the error for a price of 0 or less where the product has none. */
  requirePrice(price: string, product: ProductEntity, violation: DefinitionViolation): void {
    const broken = validatePrice(price, product);
    const rejected = { price, field: violation.field, symbol: this.symbol, tickSize: product.tickSize };
    if (broken === 'off_tick') throw new PriceOffTickError(rejected, findNearestPrices(price, product));
    if (broken === 'too_large') throw new PriceTooLargeError(rejected, findPriceLimit(product));
    if (broken === 'not_positive') throw new InconsistentTermsError([violation]);
  }
}

type PriceTerms = Readonly<Pick<ProductDefinition, 'tickSize' | 'allowNegativePrices'>>;

/** Whether a price is valid for a product: on the tick, no larger than the venue can count, and positive where required. */
function validatePrice(price: string, terms: PriceTerms): 'off_tick' | 'too_large' | 'not_positive' | null {
  if (!isMultiple(price, terms.tickSize)) return 'off_tick';
  if (!isAtMost(price.replace('-', ''), findPriceLimit(terms))) return 'too_large';
  return isPositive(price) || terms.allowNegativePrices ? null : 'not_positive';
}

/** The largest price that the venue can count. */
const findPriceLimit = ({ tickSize }: Pick<PriceTerms, 'tickSize'>): string =>
  formatDecimal(PRICE_MAX, countDecimals(tickSize));

/** The valid prices below and above a price off the tick, the lower first. */
function findNearestPrices(price: string, terms: PriceTerms): string[] {
  const { units, scale } = toCommonScale([price, terms.tickSize]);
  const [requested = 0n, step = 1n] = units;
  const below = requested - (((requested % step) + step) % step);
  return [below, below + step]
    .map((nearest) => formatDecimal(nearest, scale))
    .filter((nearest) => validatePrice(nearest, terms) === null);
}
