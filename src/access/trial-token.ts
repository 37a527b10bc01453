import { DomainError } from '../errors/domain-error.js';
import type { Actor } from './actor.js';

class TrialTokenRejectedError extends DomainError {
  readonly kind = 'denied';
  readonly code = 'trial_token_refused';

  constructor() {
    super(
      'A token to try with neither shows nor changes API keys, and changes no webhook and nothing of the profile. Do it on the pages of your profile, or with a token that the key got itself.',
    );
  }
}

/** Refuses what lasts longer than a token to try with (decision 41): API keys and their secrets, changes of webhooks, the profile and the password. */
export function rejectTrialToken({ isTrial = false }: Actor): void {
  if (isTrial) throw new TrialTokenRejectedError();
}
