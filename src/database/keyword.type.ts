import { type EntityProperty, type Platform, Type } from '@mikro-orm/postgresql';

/**
 * A text column for one of a few identifiers of letters, digits and dashes: the value needs no quotes in an array, and
 * rows share one string when they are read.
 */
export class Keyword extends Type<string, string> {
  override getColumnType(property: EntityProperty, platform: Platform): string {
    return platform.getVarcharTypeDeclarationSQL(property);
  }

  override compareAsType(): string {
    return 'string';
  }
}
