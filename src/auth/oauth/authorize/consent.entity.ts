import { Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Client } from '../../../clients/client.entity.js';
import { User } from '../../../users/user.entity.js';

/** What a user has allowed an application to do, until it is withdrawn. */
@Entity({ tableName: 'consents' })
export class Consent {
  @ManyToOne(() => User, { primary: true, mapToPk: true, fieldName: 'user_id', deleteRule: 'cascade' })
  readonly userId!: number;

  @Index()
  @ManyToOne(() => Client, { primary: true, mapToPk: true, fieldName: 'client_id', deleteRule: 'cascade' })
  readonly clientId!: string;

  @Property({ type: 'text' })
  scope!: string;

  @Property({ type: 'timestamptz', length: 3 })
  grantedAt!: Date;
}
