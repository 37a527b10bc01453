/** What instruments have in common: the group with its margins and its policy, the product with its numbers and its session. */
import { type Decimal, toUnits, type Uncountable } from '../money/decimal.js';
import type { ProductGroupTerms, ProductTerms } from './command.js';

export class ProductGroup {
  constructor(public terms: ProductGroupTerms) {}
}

export class Product {
  /** The session that is open, or the last one that was; null before the first. */
  sessionDate: string | null = null;
  sessionIsOpen = false;
  /** A command that opens or closes its session is pending: until it is finished nothing trades. */
  isSessionChanging = false;

  constructor(
    public terms: ProductTerms,
    public group: ProductGroup,
  ) {}

  /** The price in units of this product. */
  toUnits(price: Decimal): number | Uncountable {
    return toUnits(price, this.terms.scale);
  }

  /** The session in which something happens now: trades and orders bear its date. */
  get currentSession(): string | null {
    return this.sessionIsOpen ? this.sessionDate : null;
  }

  /** Whether the session of a date is over; no later one has begun without it. */
  hasClosed(date: string): boolean {
    const { sessionDate, sessionIsOpen } = this;
    return sessionDate !== null && (sessionDate > date || (sessionDate === date && !sessionIsOpen));
  }
}
