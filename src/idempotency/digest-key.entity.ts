import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

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
