import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/**
 * The key of keyed digests that a replacement of SECRET_KEY must not change: else a copy of a request from before it would be taken for a
 * new one. Without a row the key is derived from SECRET_KEY; the first replacement of that writes one.
 */
@Entity({ tableName: 'digest_keys' })
export class DigestKey {
  @PrimaryKey({ length: 40 })
  readonly purpose!: string;

  @Property({ type: 'text' })
  readonly sealedKey!: string;
}

/**
 * A request that came with an `Idempotency-Key`, and what it was answered. Neither key nor request stand here in clear, only keyed
 * digests of both: a request may hold a password. The answer is sealed, because it may hold the secret of an API key.
 *
 * A row is committed together with the effect of its request, and never before it. While a request is being answered it has no row; an
 * advisory lock of its transaction keeps copies away, and PostgreSQL frees that lock when the process ends.
 */
@Entity({ tableName: 'idempotent_answers' })
export class IdempotentResponse {
  /** Of the caller and the key. */
  @PrimaryKey({ length: 43 })
  readonly digest!: string;

  /** Of method, address and body: a copy has the same. */
  @Property({ length: 43 })
  readonly fingerprint!: string;

  @Index()
  @Property({ type: 'timestamptz', length: 3 })
  readonly expiresAt!: Date;

  /** Null while there are only commands. */
  @Property({ type: 'text', nullable: true })
  readonly answer!: string | null;

  /**
   * Results of the exchange's committed commands by the number of the call: a copy rebuilds the answer from them. Null
   * as soon as there is the answer.
   */
  @Property({ type: 'jsonb', nullable: true })
  readonly commands!: object | null;
}
