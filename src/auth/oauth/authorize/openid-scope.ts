import { InvalidScopeError } from '../oauth-errors.js';
import { parseKnownScope } from '../../scope.js';
import { UnusableScopeError } from './authorization-errors.js';
import type { AuthorizationParameters } from './authorization-parameters.js';

/** The interface requires a scope with `openid` and permits others (§4.1); the response has the granted scope. */
export function parseOpenIdScope({ scope: requestedScope }: AuthorizationParameters): string {
  const scope = parseRequestedScope(requestedScope);
  if (!scope.split(' ').includes('openid')) throw new UnusableScopeError('The scope must contain openid.');
  return scope;
}

function parseRequestedScope(requestedScope: string | undefined): string {
  try {
    return parseKnownScope(requestedScope);
  } catch (error) {
    if (error instanceof InvalidScopeError) throw new UnusableScopeError(error.message);
    throw error;
  }
}
