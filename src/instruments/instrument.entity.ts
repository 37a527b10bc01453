import { Check, Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType, type Opt } from '@mikro-orm/postgresql';
import { ExactDecimal } from '../money/exact-decimal.type.js';
import { InconsistentTermsError, PriceOffTickError } from './instrument-errors.js';
import { ProductEntity } from './product.entity.js';
import {
  validatePrice,
  type SettableInstrumentStatus,
  type InstrumentStatus,
  type InstrumentDefinition,
} from './reference-definitions.js';
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
export class InstrumentEntity {
  @PrimaryKey({ type: new BigIntType('number') })
  readonly id!: number;

  @Index()
  @ManyToOne(() => ProductEntity, { mapToPk: true, fieldName: 'product_id' })
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
  givenStatus!: SettableInstrumentStatus;

  @Property({ type: ExactDecimal, nullable: true })
  settlementPrice!: string | null;

  @Property({ type: 'integer', version: true })
  readonly version!: number & Opt;

  @Property({ type: 'timestamptz', length: 3 })
  readonly createdAt: Date & Opt = new Date();

  @Property({ type: 'timestamptz', length: 3, onUpdate: () => new Date() })
  updatedAt: Date & Opt = new Date();

  constructor(product: ProductEntity, calendar: SessionCalendar, terms: InstrumentDefinition) {
    this.productId = product.id;
    this.update(product, calendar, terms);
  }

  /** Also asked without terms, when those of the product or its calendar are new: either the instrument fits them, or they are refused. */
  update(
    product: ProductEntity,
    calendar: SessionCalendar,
    { status, ...terms }: Partial<InstrumentDefinition> = {},
  ): void {
    Object.assign(this, terms, status && { givenStatus: status });
    if (this.settlementPrice !== null) this.assertPrice(this.settlementPrice, product);
    const expiresAt = this.expiration === null ? null : this.requireClose(this.expiration, calendar);
    // The same moment is left as the object it is, so that nothing counts as changed.
    if (this.expiresAt?.getTime() !== expiresAt?.getTime()) this.expiresAt = expiresAt;
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

  private assertPrice(price: string, product: ProductEntity): void {
    const violation = validatePrice(price, product);
    if (violation === 'off_tick') throw new PriceOffTickError(this.symbol, price, product.tickSize);
    if (violation === 'not_positive')
      throw new InconsistentTermsError([
        {
          field: 'settlement_price',
          message: `prices of ${product.symbol} are greater than 0; ${this.symbol} would settle at ${price}`,
        },
      ]);
  }
}
