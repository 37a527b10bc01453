import { Type } from '@mikro-orm/postgresql';

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
