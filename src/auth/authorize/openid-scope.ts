import { InvalidScopeError } from '../oauth-errors.js';
import { parseKnownScope } from '../scope.js';
import { UnusableScopeError } from './authorization-errors.js';
import type { AuthorizationParameters } from './authorization-parameters.js';

/** The interface wants a scope, and `openid` in it, and allows others (§4.1); what of it is granted, the answer tells. */
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
