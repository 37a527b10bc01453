import { InvalidScope } from '../oauth-errors.js';
import { knownScope } from '../scope.js';
import { UnusableScope } from './authorization-errors.js';
import type { Parameters } from './parameters.js';

/** The interface wants a scope, and `openid` in it, and allows others (§4.1); what of it is granted, the answer tells. */
export function readOpenidScope({ scope: asked }: Parameters): string {
  const scope = known(asked);
  if (!scope.split(' ').includes('openid')) throw new UnusableScope('The scope must contain openid.');
  return scope;
}

function known(asked: string | undefined): string {
  try {
    return knownScope(asked);
  } catch (error) {
    if (error instanceof InvalidScope) throw new UnusableScope(error.message);
    throw error;
  }
}
