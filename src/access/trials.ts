import { DomainError } from '../errors/domain-error.js';
import type { Actor } from './actor.js';

class TrialTokenRefused extends DomainError {
  readonly kind = 'denied';
  readonly code = 'trial_token_refused';

  constructor() {
    super('A token to try with neither shows nor changes keys, and changes nothing of how somebody signs in. Do it on the pages of your profile, or with a token that the key got itself.');
  }
}

/** What lasts longer than a token to try with is out of its reach (decision 41): keys and their secrets, and how its user signs in. */
export function refuseTrial({ isTrial = false }: Actor): void {
  if (isTrial) throw new TrialTokenRefused();
}
