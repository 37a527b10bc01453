import { domainError } from '../errors/domain-error.js';
import type { Actor } from './actor.js';

class TrialTokenRejectedError extends domainError(
  'denied',
  'trial_token_refused',
  'A trial token may not read or change API keys, and may not change webhooks, the profile or the password. Use the pages of your profile, or a token from POST /oauth/token.',
) {}

/** Refuses what lasts longer than a token to try with (decision 41): API keys and their secrets, changes of webhooks, the profile and the password. */
export function rejectTrialToken({ isTrial = false }: Actor): void {
  if (isTrial) throw new TrialTokenRejectedError();
}
