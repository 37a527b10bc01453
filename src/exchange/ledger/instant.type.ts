import { Type } from '@mikro-orm/postgresql';

/** A column for moments that stay what the engine counts: whole milliseconds since 1970. */
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
