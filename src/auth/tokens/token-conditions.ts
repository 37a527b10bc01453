import { type EntityManager, type FilterQuery, LockMode, raw } from '@mikro-orm/postgresql';
import { TokenFamily } from './token-family.entity.js';

/** The time of the database, which is the one clock of all processes. */
export const now = () => raw('now()');
export const inSeconds = (seconds: number) => raw('now() + make_interval(secs => ?)', [seconds]);

/**
 * A family whose tokens are valid: it has not ended, its key and users are enabled, and who acts for a user is still an
 * administrator. The ids of keys and users stand for their rows here.
 */
export const isActiveFamily = (): FilterQuery<TokenFamily> =>
  ({
    revokedAt: null,
    expiresAt: { $gt: now() },
    clientId: { enabled: true },
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
