import { Check, Entity, Index, ManyToOne, PrimaryKey, Property, Trigger } from '@mikro-orm/decorators/legacy';
import { BigIntType, type Opt, type EntityManager, type FilterQuery, LockMode, raw } from '@mikro-orm/postgresql';
import { Client } from '../../clients/client.entity.js';
import type { GrantType } from '../../clients/grant-types.js';
import { User } from '../../users/user.entity.js';
import { BrowserSession } from '../sessions/session.entity.js';

/** The time of the database, which is the one clock of all processes. */
export const now = () => raw('now()');
export const inSeconds = (seconds: number) => raw('now() + make_interval(secs => ?)', [seconds]);

/**
 * A family whose tokens are valid: it has not ended, its key, the owner of the key and its users are enabled, and who acts for a user is still an
 * administrator. The ids of keys and users stand for their rows here.
 */
export const isActiveFamily = (): FilterQuery<TokenFamily> =>
  ({
    revokedAt: null,
    expiresAt: { $gt: now() },
    clientId: { enabled: true, ownerId: { enabled: true } },
    userId: { enabled: true },
    actingUserId: { enabled: true },
    $or: [{ [raw((alias) => `${alias}.acting_user_id = ${alias}.user_id`)]: [] }, { actingUserId: { role: 'Admin' } }],
  }) as object;

/** Within a transaction: ends the families of one sign-in or key with all their tokens. Returns their ids. */
export async function revokeFamilies(em: EntityManager, which: FilterQuery<TokenFamily>): Promise<number[]> {
  const families = await em.find(
    TokenFamily,
    { $and: [which, { revokedAt: null }] },
    { fields: ['id'], lockMode: LockMode.PESSIMISTIC_WRITE, disableIdentityMap: true },
  );
  const ids = families.map(({ id }) => id);
  if (ids.length > 0) await em.nativeUpdate(TokenFamily, { id: { $in: ids } }, { revokedAt: now() });
  return ids;
}

/**
 * Everything that grew from one grant: its access tokens, its refresh tokens and their successors.
 *
 * To revoke the family is to set `revokedAt` in this one row. Every check of a token reads it, so a token that is being
 * issued while its family is revoked is born dead; there is no list of tokens that could be incomplete.
 */
@Entity({ tableName: 'token_families' })
@Check({
  name: 'token_families_grant_type_check',
  expression: `grant_type in ('password', 'authorization_code', 'implicit', 'client_credentials')`,
})
@Trigger({
  name: 'token_families_access_changed',
  timing: 'after',
  events: ['update'],
  body: `if old.revoked_at is null and new.revoked_at is not null then perform pg_notify('access_changed', 'family ' || new.id); end if; return null`,
})
export class TokenFamily {
  @PrimaryKey({ type: new BigIntType('number') })
  readonly id!: number;

  @Index()
  @ManyToOne(() => Client, { mapToPk: true, fieldName: 'client_id', deleteRule: 'cascade' })
  readonly clientId!: string;

  /** Whose tokens these are: for an administrator on behalf of a customer, the customer. */
  @Index()
  @ManyToOne(() => User, { mapToPk: true, fieldName: 'user_id', deleteRule: 'cascade' })
  readonly userId!: number;

  /** Who signed in: the user, or the administrator who acts for them. */
  @Index()
  @ManyToOne(() => User, { mapToPk: true, fieldName: 'acting_user_id', deleteRule: 'cascade' })
  readonly actingUserId!: number;

  /** The browser sign-in from which it was granted; ending that ends this. */
  @Index()
  @ManyToOne(() => BrowserSession, { mapToPk: true, fieldName: 'session_id', nullable: true, deleteRule: 'set null' })
  readonly sessionId!: number | null;

  @Property({ length: 30 })
  readonly grantType!: Exclude<GrantType, 'refresh_token'>;

  @Property({ type: 'text' })
  readonly scope!: string;

  @Property({ type: 'timestamptz', length: 3 })
  readonly createdAt: Date & Opt = new Date();

  /** However often its tokens are refreshed, the family ends here. */
  @Index()
  @Property({ type: 'timestamptz', length: 3 })
  readonly expiresAt!: Date;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  revokedAt: Date | null = null;
}
