import { Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Keyword } from '../../database/keyword.type.js';
import { User } from '../../users/user.entity.js';
import { Account } from './account.entity.js';
import { Instant } from './instant.type.js';

/** A user who may view or trade an account besides its owner. */
@Entity({ tableName: 'account_grants' })
export class AccountGrant {
  @ManyToOne(() => Account, {
    primary: true,
    mapToPk: true,
    fieldName: 'acct_id',
    deleteRule: 'no action',
    updateRule: 'no action',
  })
  readonly acctId!: number;

  @Index()
  @ManyToOne(() => User, {
    primary: true,
    mapToPk: true,
    fieldName: 'user_id',
    deleteRule: 'no action',
    updateRule: 'no action',
  })
  readonly userId!: number;

  @Property({ type: Keyword, length: 5 })
  readonly access!: 'Trade' | 'Read';

  @Property({ type: Instant })
  readonly grantedAt!: number;
}
