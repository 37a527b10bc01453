import { BigIntType, Type } from '@mikro-orm/postgresql';

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

/** A timestamp column mapped to whole milliseconds since 1970, the engine's unit. */
export class Instant extends Type<number, string> {
  override convertToDatabaseValue(value: number): string {
    return new Date(value).toISOString();
  }

  override convertToJSValue(value: string | Date | number): number {
    return typeof value === 'number' ? value : new Date(value).getTime();
  }

  override getColumnType(): string {
    return 'timestamptz(3)';
  }

  override compareAsType(): string {
    return 'number';
  }
}

/** The options of a column for a number of the engine. Created per column, because the decorator modifies them. */
export const engineNumber = () => ({ type: new BigIntType('number') });
export const optionalEngineNumber = () => ({ ...engineNumber(), nullable: true });

/** The options of a reference that is a part of the primary key. Created per column, because the decorator modifies them. */
export const keyReference = (fieldName: string) =>
  ({ primary: true, mapToPk: true, fieldName, deleteRule: 'no action', updateRule: 'no action' }) as const;
