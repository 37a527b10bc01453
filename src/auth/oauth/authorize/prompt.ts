import { MalformedAuthorizationError } from './authorization-errors.js';
import type { AuthorizationParameters } from './authorization-parameters.js';

/** What the user must or must not be asked (OpenID Connect Core §3.1.2.1). */
export type Prompt = Readonly<{ none: boolean; login: boolean; consent: boolean }>;

export const PROMPT_VALUES: readonly string[] = ['none', 'login', 'consent', 'select_account'];

/** A session has one user, so `select_account` means signing in again. */
export function parsePrompt({ prompt = '' }: AuthorizationParameters): Prompt {
  const names = prompt.split(' ').filter((name) => name !== '');
  if (!names.every((name) => PROMPT_VALUES.includes(name)))
    throw new MalformedAuthorizationError(
      `The prompt holds a word that is not known. Known are ${PROMPT_VALUES.join(', ')}.`,
    );
  const none = names.includes('none');
  if (none && new Set(names).size > 1) throw new MalformedAuthorizationError('The prompt none goes with no other.');
  return {
    none,
    login: names.includes('login') || names.includes('select_account'),
    consent: names.includes('consent'),
  };
}

/** The maximum age of the sign-in in seconds; null without a limit. */
export function parseMaxAge({ max_age: maxAge }: AuthorizationParameters): number | null {
  if (maxAge === undefined) return null;
  if (!/^\d{1,9}$/.test(maxAge))
    throw new MalformedAuthorizationError('The parameter max_age must be a whole number of seconds.');
  return Number(maxAge);
}
