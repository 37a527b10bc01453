import { Type } from '@mikro-orm/postgresql';
import { normalizeDecimal, DIGITS_MAX, DECIMALS_MAX } from './decimal.js';

/** A column for decimals that stay text: PostgreSQL fills the fraction up with zeros, and they are taken off again. */
export class ExactDecimal extends Type<string, string> {
  override convertToJSValue(value: string): string {
    return normalizeDecimal(value) ?? value;
  }

  override getColumnType(): string {
    return `numeric(${DIGITS_MAX + DECIMALS_MAX},${DECIMALS_MAX})`;
  }

  override compareAsType(): string {
    return 'string';
  }
}
