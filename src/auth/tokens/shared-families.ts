import { BoundedMap } from '../../access/bounded-map.js';
import type { TokenFamily } from './token-family.entity.js';

/** What all tokens of a family have in common. */
export type FamilyTerms = Pick<TokenFamily, 'clientId' | 'userId' | 'actingUserId' | 'scope'>;

/** How long a family takes further tokens. It outlives its last token by no more. */
export const SHARING_SECONDS = 60;

const FAMILIES_MAX = 5000;

/**
 * The families in which keys got their last tokens by `client_credentials`. Such a token has no successors and no sign-in, so
 * the tokens of one key and scope may have one family: they end alone or all at once, as if each had its own. The database
 * decides whether a family still takes tokens; what is remembered here is only where to look.
 */
export class SharedFamilies {
  private readonly families = new BoundedMap<string, number>(FAMILIES_MAX);

  find(terms: FamilyTerms): number | null {
    return this.families.get(toKey(terms)) ?? null;
  }

  remember(terms: FamilyTerms, familyId: number): void {
    this.families.set(toKey(terms), familyId);
  }
}

const toKey = ({ clientId, userId, actingUserId, scope }: FamilyTerms): string =>
  [userId, actingUserId, scope, clientId].join('\n');
