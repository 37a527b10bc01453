import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType, type Opt } from '@mikro-orm/postgresql';

/** A row of reference data. Its version counts the changes, so that a form does not overwrite another administrator's. */
@Entity({ abstract: true })
export abstract class ReferenceEntity {
  @PrimaryKey({ type: new BigIntType('number') })
  readonly id!: number;

  @Property({ type: 'integer', version: true })
  readonly version!: number & Opt;

  @Property({ type: 'timestamptz', length: 3 })
  readonly createdAt: Date & Opt = new Date();

  @Property({ type: 'timestamptz', length: 3, onUpdate: () => new Date() })
  updatedAt: Date & Opt = new Date();
}
