import { Entity, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Client } from './client.entity.js';

/**
 * The last use of a key. It is a table of its own: every change of a key's row is announced to all processes, which
 * then drop its cached tokens, and this row changes every minute while the key is in use.
 */
@Entity({ tableName: 'key_uses' })
export class KeyUse {
  @ManyToOne(() => Client, { primary: true, mapToPk: true, fieldName: 'client_id', deleteRule: 'cascade' })
  readonly clientId!: string;

  @Property({ type: 'timestamptz', length: 3 })
  lastUsedAt!: Date;
}
