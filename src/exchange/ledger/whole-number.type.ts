import { Type } from '@mikro-orm/postgresql';

/** A column for integers of any size: sums of quantity times price exceed 64 bits. */
export class WholeNumber extends Type<bigint, string> {
  override convertToDatabaseValue(value: bigint): string {
    return String(value);
  }

  override convertToJSValue(value: string | bigint): bigint {
    return BigInt(value);
  }

  override getColumnType(): string {
    return 'numeric(40,0)';
  }

  override compareAsType(): string {
    return 'string';
  }
}
