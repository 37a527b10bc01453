import { Check, Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType, type Opt } from '@mikro-orm/postgresql';
import { ExactDecimal } from '../money/exact-decimal.type.js';
import { InconsistentTerms, PriceOffTick } from './instrument-errors.js';
import { Product } from './product.entity.js';
import { faultOfPrice, type GivenStatus, type InstrumentStatus, type InstrumentTerms } from './reference-terms.js';
import type { SessionCalendar } from './session-calendar.js';

/**
 * What an order names: one expiration of a product, or a share.
 *
 * Invariants: the settlement price lies on the grid of its product; `expiresAt` is when the last session of `expiration` closes,
 * and follows the calendar. Of the instruments of one symbol, one is live at most: the others have expired, and are retired when the next is listed. Nobody has to be awake then: from that moment on the instrument is expired.
 */
@Entity({ tableName: 'instruments' })
@Index({
  name: 'instruments_live_symbol_key',
  expression: 'create unique index "instruments_live_symbol_key" on "instruments" ("symbol") where not retired',
})
@Check({ name: 'instruments_status_check', expression: `given_status in ('Open', 'Halted', 'Closed')` })
@Check({ name: 'instruments_expiration_check', expression: '(expiration is null) = (expires_at is null)' })
export class Instrument {
  @PrimaryKey({ type: new BigIntType('number') })
  readonly id!: number;

  @Index()
  @ManyToOne(() => Product, { mapToPk: true, fieldName: 'product_id' })
  readonly productId: number;

  @Index()
  @Property({ length: 32 })
  symbol!: string;

  /** It has expired, and its symbol was given to another. */
  @Property({ type: 'boolean', default: false })
  readonly retired: boolean & Opt = false;

  @Property({ type: 'date', nullable: true })
  expiration!: string | null;

  @Index()
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  expiresAt: Date | null = null;

  /** What an administrator made it; see `statusAt`. */
  @Property({ length: 10 })
  givenStatus!: GivenStatus;

  @Property({ type: ExactDecimal, nullable: true })
  settlementPrice!: string | null;

  @Property({ type: 'integer', version: true })
  readonly version!: number & Opt;

  @Property({ type: 'timestamptz', length: 3 })
  readonly createdAt: Date & Opt = new Date();

  @Property({ type: 'timestamptz', length: 3, onUpdate: () => new Date() })
  updatedAt: Date & Opt = new Date();

  constructor(product: Product, calendar: SessionCalendar, terms: InstrumentTerms) {
    this.productId = product.id;
    this.revise(product, calendar, terms);
  }

  /** Also asked without terms, when those of the product or its calendar are new: either the instrument fits them, or they are refused. */
  revise(product: Product, calendar: SessionCalendar, { status, ...terms }: Partial<InstrumentTerms> = {}): void {
    Object.assign(this, terms, status && { givenStatus: status });
    if (this.settlementPrice !== null) this.requirePrice(this.settlementPrice, product);
    const expiresAt = this.expiration === null ? null : this.closeOf(this.expiration, calendar);
    // The same moment is left as the object it is, so that nothing counts as changed.
    if (this.expiresAt?.getTime() !== expiresAt?.getTime()) this.expiresAt = expiresAt;
  }

  statusAt(now: number): InstrumentStatus {
    return this.expiresAt !== null && this.expiresAt.getTime() <= now ? 'Expired' : this.givenStatus;
  }

  private closeOf(date: string, calendar: SessionCalendar): Date {
    const closesAt = calendar.closeOf(date);
    if (closesAt === null)
      throw new InconsistentTerms([
        {
          field: 'expiration',
          message: `${this.symbol} would expire on ${date}, and there is no session on that date`,
        },
      ]);
    return new Date(closesAt);
  }

  private requirePrice(price: string, product: Product): void {
    const fault = faultOfPrice(price, product);
    if (fault === 'off_tick') throw new PriceOffTick(this.symbol, price, product.tickSize);
    if (fault === 'not_positive')
      throw new InconsistentTerms([
        {
          field: 'settlement_price',
          message: `prices of ${product.symbol} are greater than 0; ${this.symbol} would settle at ${price}`,
        },
      ]);
  }
}
