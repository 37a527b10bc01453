import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/**
 * A request that came with an `Idempotency-Key`, and what it was answered. Neither key nor request stand here in clear, only keyed
 * digests of both: a request may hold a password. The answer is sealed, because it may hold the secret of an API key.
 */
@Entity({ tableName: 'idempotent_answers' })
export class IdempotentAnswer {
  /** Of the caller and the key. */
  @PrimaryKey({ length: 43 })
  readonly digest!: string;

  /** Of method, address and body: a copy has the same. */
  @Property({ length: 43 })
  readonly fingerprint!: string;

  /** Which of the requests that came under this key is at work; who was thought dead and is not finds another's here. */
  @Property({ type: 'uuid' })
  readonly claim!: string;

  @Property({ type: 'timestamptz', length: 3 })
  readonly claimedAt!: Date;

  @Index()
  @Property({ type: 'timestamptz', length: 3 })
  readonly expiresAt!: Date;

  /** Null as long as it is being made. */
  @Property({ type: 'text', nullable: true })
  readonly answer!: string | null;
}
