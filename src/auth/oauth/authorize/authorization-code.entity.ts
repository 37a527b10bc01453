import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { StoredToken } from '../../tokens/token.entity.js';

/** Its family exists before any token, so that a code that is used twice, or whose session has ended, has tokens to revoke. */
@Entity({ tableName: 'authorization_codes' })
export class AuthorizationCode extends StoredToken {
  @Property({ type: 'text' })
  readonly redirectUri!: string;

  @Property({ length: 43, nullable: true })
  readonly codeChallenge!: string | null;

  @Property({ type: 'text', nullable: true })
  readonly nonce!: string | null;

  @Property({ type: 'timestamptz', length: 3 })
  readonly authTime!: Date;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  usedAt: Date | null = null;
}
