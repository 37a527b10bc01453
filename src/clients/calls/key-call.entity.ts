import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType } from '@mikro-orm/postgresql';
import { Client } from '../client.entity.js';

/**
 * A request of an API key, or one that named it: enough to find a mistake, without possible secrets. The service keeps
 * the last ones of each key (see KeyCallsService).
 */
@Entity({ tableName: 'key_calls' })
@Index({ name: 'key_calls_client_id_index', properties: ['clientId', 'id'] })
export class KeyCall {
  @PrimaryKey({ type: new BigIntType('number') })
  readonly id!: number;

  @ManyToOne(() => Client, { mapToPk: true, fieldName: 'client_id', deleteRule: 'cascade', index: false })
  readonly clientId!: string;

  /** When it was answered. */
  @Property({ type: 'timestamptz', length: 3 })
  readonly at!: Date;

  @Property({ length: 64 })
  readonly requestId!: string;

  @Property({ length: 20 })
  readonly method!: string;

  /** The route with parameter names; null for an unknown URL. */
  @Property({ length: 200, nullable: true })
  readonly route!: string | null;

  /** Path and query without possible secrets. */
  @Property({ length: 600 })
  readonly address!: string;

  @Property({ type: 'smallint' })
  readonly status!: number;

  @Property({ type: 'double' })
  readonly milliseconds!: number;

  /** Of a failure, its code. */
  @Property({ length: 64, nullable: true })
  readonly code!: string | null;

  /** Whether it had the secret or a token of the key; otherwise it only named the key, as anyone can. */
  @Property({ type: 'boolean' })
  readonly isProven!: boolean;
}

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
