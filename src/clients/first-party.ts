import type { Client } from './client.entity.js';

/**
 * A key is first-party if an administrator marked it, and for its owner, also while the owner acts for a customer
 * (decision 57).
 */
export function isFirstParty(
  { ownerId, firstParty }: Pick<Client, 'ownerId' | 'firstParty'>,
  userIds: readonly number[],
): boolean {
  return firstParty || userIds.includes(ownerId);
}

/** The same as an SQL condition for the key `c` and the users in these columns or parameters. */
export function isFirstPartySql(...userIds: readonly string[]): string {
  return `(c.first_party or c.owner_id in (${userIds.join(', ')}))`;
}
