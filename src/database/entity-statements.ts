/**
 * Tables and columns for handwritten statements, from the metadata of the entities: each table is described once, by its
 * entity.
 */
import type { EntityProperty, MetadataStorage } from '@mikro-orm/postgresql';
import { Keyword } from './keyword.type.js';

/**
 * How the values of a column are written into an array and read from the text of PostgreSQL. `json` is JSON that is never null: one
 * JSON array of the documents as they are needs no quotes.
 */
export type ColumnKind = 'whole' | 'word' | 'text' | 'flag' | 'moment' | 'json';

/** `type` is that of the array's elements. A moment is given in milliseconds since 1970. */
export type EntityColumn = Readonly<{ property: string; name: string; kind: ColumnKind; type: string }>;

/** The columns are in the order of the entity's properties; `key` has those of the primary key. */
export type EntityTable = Readonly<{ name: string; columns: readonly EntityColumn[]; key: readonly string[] }>;

export type EntityConstructor<Entity = unknown> = new () => Entity;

export class TableCatalog {
  private readonly tables = new Map<EntityConstructor, EntityTable>();

  /** An ORM that is not connected serves as well. */
  constructor(private readonly orm: Readonly<{ getMetadata(): MetadataStorage }>) {}

  find(entity: EntityConstructor): EntityTable {
    const table = this.tables.get(entity) ?? this.describe(entity);
    this.tables.set(entity, table);
    return table;
  }

  private describe(entity: EntityConstructor): EntityTable {
    const { tableName: name, props } = this.orm.getMetadata().get(entity);
    const columns = props.map(toColumn);
    const key = columns.filter((_column, at) => props[at]?.primary === true).map((column) => column.name);
    return { name, columns, key };
  }
}

function toColumn({ name: property, fieldNames, columnTypes, customType, nullable }: EntityProperty): EntityColumn {
  const [name = property] = fieldNames;
  const declared = (columnTypes[0] ?? '').replace(/[(].*$/, '');
  if (declared === 'timestamptz') return { property, name, kind: 'moment', type: declared };
  const type = ({ int: 'integer', varchar: 'text' } as Readonly<Record<string, string>>)[declared] ?? declared;
  if (customType instanceof Keyword || declared === 'date') return { property, name, kind: 'word', type };
  if (type === 'jsonb' && nullable !== true) return { property, name, kind: 'json', type };
  return { property, name, kind: kinds[type] ?? 'text', type };
}

const kinds: Readonly<Record<string, ColumnKind>> = {
  boolean: 'flag',
  smallint: 'whole',
  integer: 'whole',
  bigint: 'whole',
  numeric: 'whole',
};
