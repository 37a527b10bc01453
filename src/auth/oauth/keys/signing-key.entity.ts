import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import type { SigningAlgorithm } from './key-schedule.js';

/**
 * A key that signs id tokens. Its private half is sealed under SECRET_KEY; the schedule defines when it signs and how
 * long it is published.
 */
@Entity({ tableName: 'signing_keys' })
export class SigningKey {
  /** The thumbprint of the public half (RFC 7638), so that key ids are unique. */
  @PrimaryKey({ length: 43 })
  readonly kid!: string;

  @Property({ length: 10 })
  readonly algorithm!: SigningAlgorithm;

  @Property({ type: 'jsonb' })
  readonly publicJwk!: Record<string, unknown>;

  @Property({ type: 'text', hidden: true })
  readonly sealedPrivateJwk!: string;

  @Property({ type: 'timestamptz', length: 3 })
  readonly createdAt: Date & Opt = new Date();

  @Property({ type: 'timestamptz', length: 3 })
  readonly signsFrom!: Date;

  constructor(values: Pick<SigningKey, 'kid' | 'algorithm' | 'publicJwk' | 'sealedPrivateJwk' | 'signsFrom'>) {
    Object.assign(this, values);
  }
}
