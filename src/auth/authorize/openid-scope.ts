import { InvalidScope } from '../oauth-errors.js';
import { readScope } from '../scope.js';
import { UnusableScope } from './authorization-errors.js';
import type { Parameters } from './parameters.js';

/** The interface wants a scope, and `openid` in it (§4.1); every name in it is known. */
export function readOpenidScope({ scope: asked }: Parameters): string {
  const scope = known(asked);
  if (!scope.split(' ').includes('openid')) throw new UnusableScope('The scope must contain openid.');
  return scope;
}

function known(asked: string | undefined): string {
  try {
    return readScope(asked);
  } catch (error) {
    if (error instanceof InvalidScope) throw new UnusableScope(error.message);
    throw error;
  }
}
