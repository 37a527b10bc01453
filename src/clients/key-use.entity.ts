import { Entity, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Client } from './client.entity.js';

/**
 * When a key was last used. It stands beside the key and not in it: every change of a key's own row is announced to all processes,
 * which then forget its tokens, and this one changes once a minute for as long as the key is in use.
 */
@Entity({ tableName: 'key_uses' })
export class KeyUse {
  @ManyToOne(() => Client, { primary: true, mapToPk: true, fieldName: 'client_id', deleteRule: 'cascade' })
  readonly clientId: string;

  @Property({ type: 'timestamptz', length: 3 })
  lastUsedAt: Date;

  constructor(clientId: string, lastUsedAt: Date) {
    this.clientId = clientId;
    this.lastUsedAt = lastUsedAt;
  }
}
