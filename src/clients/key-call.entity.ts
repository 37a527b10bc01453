import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType } from '@mikro-orm/postgresql';
import { Client } from './client.entity.js';

/**
 * One request that an API key made, or that was made in its name: enough to find out why an application does not get what it
 * wants, and nothing that could be a secret. The service keeps the last of each key and no more (see KeyCallsService).
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

  /** The route, with placeholders for what differs from request to request; null where there is none. */
  @Property({ length: 200, nullable: true })
  readonly route!: string | null;

  /** Path and query as sent, with everything taken out that could be a secret. */
  @Property({ length: 600 })
  readonly address!: string;

  @Property({ type: 'smallint' })
  readonly status!: number;

  @Property({ type: 'double' })
  readonly milliseconds!: number;

  /** Of a failure, its code. */
  @Property({ length: 64, nullable: true })
  readonly code!: string | null;

  /** Whether it carried the secret or a token of the key; else it only named the key, as anybody can. */
  @Property({ type: 'boolean' })
  readonly isProven!: boolean;
}
